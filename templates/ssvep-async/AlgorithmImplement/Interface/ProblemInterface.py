"""What the contest's framework offers to an algorithm."""

from abc import ABC, abstractmethod


class ProblemInterface(ABC):
    """The stream and the ear of the contest. The framework brings the implementation."""

    @abstractmethod
    def getData(self):
        """The next packet, a DataModel."""

    @abstractmethod
    def report(self, reportModel):
        """Say what the person looks at: a ReportModel. It is stamped with the data read so far."""
