"""What the contest expects of a submission; handed to uploads that came without it."""

from abc import ABCMeta, abstractmethod
from typing import Any


class AlgorithmInterface(metaclass=ABCMeta):
    """Base of every algorithm: the task is handed in before `run` is called."""

    def __init__(self) -> None:
        self.task: Any = None

    def set_task(self, task: Any) -> None:
        """Called by the server; `task` offers `get_data()` and `report(report_model)`."""
        self.task = task

    @abstractmethod
    def run(self) -> None:
        """Read packets and report until a packet carries the finish flag, then return."""
