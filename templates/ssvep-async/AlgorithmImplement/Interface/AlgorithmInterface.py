"""What the contest's framework expects of an algorithm."""

from abc import ABC, abstractmethod


class AlgorithmInterface(ABC):
    """An algorithm: it is given the problem, then run."""

    def __init__(self):
        self._problemInterface = None

    def setProblemInterface(self, problemInterface):
        """Called by the framework before `run`."""
        self._problemInterface = problemInterface

    @abstractmethod
    def run(self):
        """Read packets and report labels until a packet's `finishedFlag` is true, then return."""
