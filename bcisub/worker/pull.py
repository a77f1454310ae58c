"""The interface of the 2021 and 2022 engines: the algorithm owns the loop, asks for packets and reports.

The on-site kits of 2022 and 2023 ask in the same way, for packets that may not be there yet, and report bare values.
All generations' names work side by side (SSVEP-7, TURING-5): `getData`/`get_data`, `startPosition`/
`start_pos`, `personID`/`subject_id`, `finishedFlag`/`finish_flag`, `_problemInterface`/`task`/
`algo_sys_mng`/`comm_proxy`.
"""

from operator import attrgetter
from typing import Any, Dict

from .answers import answer_of, describe
from .channel import Channel
from .classes import joined
from .stream import Piece, Stream


def _named(name: str, doc: str) -> Any:
    """Another name of one of the packet's fields, to be read and written."""

    def write(packet: Any, value: Any) -> None:
        setattr(packet, name, value)

    return property(attrgetter(name), write, None, doc)


class DataModel(Piece):
    """One packet as the team receives it."""

    __slots__ = ()

    startPosition = _named("start_pos", "Index of the packet's first sample in its block.")
    personID = _named("subject_id", "Number of the subject.")
    subeject_id = _named("subject_id", "Number of the subject, as one document spells it.")
    finishedFlag = end_flag = Endflag = _named("finish_flag", "True on the last packet of the last block.")

    FIELDS = ("data", "start_pos", "subject_id", "finish_flag", "startPosition", "personID", "finishedFlag")


class Task:
    """What the team's `self._problemInterface` or `self.task` is."""

    def __init__(self, channel: Channel, job: Dict[str, Any]) -> None:
        self._channel = channel
        model = joined(DataModel, job, "packet")
        self._stream = Stream(channel, job["rows"], job["packet"], job["fs"], model)
        self._last_raises = job.get("options", {}).get("last_report_raises", False)
        self._fields = tuple(job["report_fields"])
        # The stream's own method, not one that calls it: this is the hot path.
        self.get_data = self.getData = self._polled if job.get("polled") else self._stream.next
        self._waited = False

    def report(self, report_model: Any) -> None:
        """Take one answer; on the run's last packet the engine of 2022 has no block left to file it under."""
        if self._last_raises and self._stream.finished:
            raise IndexError("a report on the run's last packet, where the engine of 2022 raises")
        place, entered = self._stream.stamp()
        answer = answer_of(report_model, self._fields)
        self._channel.send({"event": "report", **place, **describe(answer)})
        self._stream.resume(entered)

    def _polled(self) -> Any:
        """The next packet; before the first of a block nothing has arrived yet, so None comes once."""
        stream = self._stream
        if not self._waited and not stream.finished and stream.k >= stream.block.get("packets", 0):
            self._waited = True
            return None
        self._waited = False
        return stream.next()

    def close(self) -> None:
        """Send what is still counted here."""
        self._stream.close()


def run(algorithm_class: Any, channel: Channel, job: Dict[str, Any]) -> None:
    """Build the algorithm, hand it the task, let it run to its own end."""
    task = joined(Task, job, "task")(channel, job)
    algorithm = algorithm_class()
    for setter in ("setProblemInterface", "set_task", "set_algorithm_system_manager"):
        if hasattr(algorithm, setter):
            getattr(algorithm, setter)(task)
    for handle in ("_problemInterface", "task", "algo_sys_mng", "comm_proxy"):
        setattr(algorithm, handle, task)
    channel.send({"event": "begin"})
    try:
        algorithm.run()
    finally:
        task.close()
