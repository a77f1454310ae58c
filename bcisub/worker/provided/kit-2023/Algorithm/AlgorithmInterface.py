"""What the kit of 2023 expects of a submission; handed to uploads that came without it."""

from abc import ABC, abstractmethod
from typing import Any


class AlgorithmInterface(ABC):
    """Base of every algorithm: `comm_proxy` is there before `run` is called."""

    def __init__(self) -> None:
        self.comm_proxy: Any = None

    @abstractmethod
    def run(self) -> None:
        """Ask `comm_proxy` for packets, which may be None, and report bare values until one carries the finish flag."""
