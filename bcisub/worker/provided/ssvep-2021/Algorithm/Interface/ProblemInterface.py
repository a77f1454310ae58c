"""What the kit of 2021 offers to a submission."""

from abc import ABC, abstractmethod
from typing import Any


class ProblemInterface(ABC):
    """The two calls of a running problem."""

    @abstractmethod
    def getData(self) -> Any:
        """The next packet, a DataModel."""

    @abstractmethod
    def report(self, reportModel: Any) -> None:
        """Answer with a ReportModel."""
