"""What a submission's class is built on. The server has its own copy of this file."""

from abc import ABC, abstractmethod

from Algorithm.method.interface.ProxyInterface import ProxyInterface


class AlgorithmInterface(ABC):
    """An algorithm that reads packets and reports answers through its proxy."""

    def __init__(self) -> None:
        self._proxy: ProxyInterface = None
        self._end_flag = False

    def set_proxy(self, proxy: ProxyInterface) -> None:
        """Called once before `run`."""
        self._proxy = proxy

    def set_end_flag(self, end_flag: bool) -> None:
        """Called when the server wants the algorithm to stop early."""
        self._end_flag = end_flag

    @abstractmethod
    async def run(self) -> None:
        """Read until `finish_flag`, report, return."""
