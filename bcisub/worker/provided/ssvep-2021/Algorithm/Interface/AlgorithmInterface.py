"""What the kit of 2021 expects of a submission; handed to uploads that came without it."""

from abc import ABC, abstractmethod
from typing import Any


class AlgorithmInterface(ABC):
    """Base of every algorithm: the problem is handed in before `run` is called."""

    PROBLEMNAME: Any = None

    def __init__(self) -> None:
        self._problemInterface: Any = None

    def setProblemInterface(self, problemInterface: Any) -> None:
        """Called by the server; it offers `getData()` and `report(reportModel)`."""
        self._problemInterface = problemInterface

    @abstractmethod
    def run(self) -> None:
        """Read packets and report until a packet carries the finished flag, then return."""
