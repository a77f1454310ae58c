"""The interface of the 2021 and 2022 engines: the algorithm owns the loop, asks for packets and reports.

Both generations' names work side by side (SSVEP-7, TURING-5): `getData`/`get_data`, `startPosition`/
`start_pos`, `personID`/`subject_id`, `finishedFlag`/`finish_flag`, `_problemInterface`/`task`.
"""

from typing import Any, Dict

from .answers import answer_of, describe
from .channel import Channel
from .stream import Piece, Stream


class DataModel(Piece):
    """One packet as the team receives it."""

    @property
    def startPosition(self) -> int:
        """Index of the packet's first sample in its block."""
        return self.start_pos

    @property
    def personID(self) -> int:
        """Number of the subject."""
        return self.subject_id

    @property
    def subeject_id(self) -> int:
        """Number of the subject, as the Turing document spells it."""
        return self.subject_id

    @property
    def finishedFlag(self) -> bool:
        """True on the last packet of the last block."""
        return self.finish_flag


class Task:
    """What the team's `self._problemInterface` or `self.task` is."""

    def __init__(self, channel: Channel, job: Dict[str, Any]) -> None:
        self._channel = channel
        self._stream = Stream(channel, job["rows"], job["packet"], job["fs"], DataModel)
        self._fields = tuple(job["report_fields"])
        # The stream's own method, not one that calls it: this is the hot path.
        self.get_data = self.getData = self._stream.next

    def report(self, report_model: Any) -> None:
        """Take one answer."""
        place, entered = self._stream.stamp()
        answer = answer_of(report_model, self._fields)
        self._channel.send({"event": "report", **place, **describe(answer)})
        self._stream.resume(entered)

    def close(self) -> None:
        """Send what is still counted here."""
        self._stream.close()


def run(algorithm_class: Any, channel: Channel, job: Dict[str, Any]) -> None:
    """Build the algorithm, hand it the task, let it run to its own end."""
    task = Task(channel, job)
    algorithm = algorithm_class()
    for setter in ("setProblemInterface", "set_task"):
        if hasattr(algorithm, setter):
            getattr(algorithm, setter)(task)
    algorithm._problemInterface = task
    algorithm.task = task
    channel.send({"event": "begin"})
    try:
        algorithm.run()
    finally:
        task.close()
