"""The document's name for `SourceReceiverReaderInterface`."""

from Algorithm.method.interface.SourceReceiverReaderInterface import SourceReceiverReaderInterface

SourceInterface = SourceReceiverReaderInterface
