"""What the contest offers to a submission."""

from abc import ABCMeta, abstractmethod


class TaskInterface(metaclass=ABCMeta):
    """The two calls of a running task."""

    @abstractmethod
    def get_data(self):
        """The next packet, a DataModel."""

    @abstractmethod
    def report(self, report_model):
        """Answer the present trial with a ReportModel."""
