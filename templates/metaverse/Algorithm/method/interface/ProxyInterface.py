"""The algorithm's door to the competition. The server has its own copy of this file."""

from abc import ABC, abstractmethod

from Algorithm.method.interface.SourceReceiverReaderInterface import SourceReceiverReaderInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject


class ProxyInterface(ABC):
    """Gives the sources and takes the reports."""

    @abstractmethod
    def get_source(self, source_label: str) -> SourceReceiverReaderInterface:
        """The source of that name, here `eeg_1`. A plain call: no `await`."""

    @abstractmethod
    def get_challenge_config(self) -> dict:
        """The challenge's settings. A plain call: no `await`."""

    @abstractmethod
    async def report(self, algorithm_result_object: AlgorithmResultObject) -> None:
        """Hand in one answer."""
