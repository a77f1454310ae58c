"""What the contest expects of a submission."""

from abc import ABCMeta, abstractmethod


class AlgorithmInterface(metaclass=ABCMeta):
    """Base of every algorithm: the task is handed in before `run` is called."""

    def __init__(self):
        self.task = None

    def set_task(self, task):
        """Called by the server; `task` offers `get_data()` and `report(report_model)`."""
        self.task = task

    @abstractmethod
    def run(self):
        """Read packets and report until a packet carries the finish flag, then return."""
