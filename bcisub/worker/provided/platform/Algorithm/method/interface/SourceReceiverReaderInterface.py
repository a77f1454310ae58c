"""A source of packets. The server has its own copy of this file."""

from abc import ABC, abstractmethod

from Algorithm.method.model.AlgorithmObject import AlgorithmDataObject, AlgorithmDeviceObject


class SourceReceiverReaderInterface(ABC):
    """Reads one source."""

    @abstractmethod
    def get_source_label(self) -> str:
        """The source's name."""

    @abstractmethod
    async def get_device(self) -> AlgorithmDeviceObject:
        """What recorded the data."""

    @abstractmethod
    async def get_data(self) -> AlgorithmDataObject:
        """The next packet."""
