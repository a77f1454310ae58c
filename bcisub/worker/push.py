"""The push interface: the framework owns the loop, hands over packets and asks for judgements (EMO-5).

One instance serves all subjects, unless the options ask for one each. `get_data(packet)` is called for
every packet; between block start (242) and block end (243) `algorithm()` follows every fifth, and what it returns is
the report.
"""

import time
from typing import Any, Dict, List

from .answers import describe
from .channel import Channel
from .loader import LoadError
from .stream import Stream

BLOCK_START, BLOCK_END = 242, 243
PACKETS_A_JUDGEMENT = 5
METHODS = ("get_data", "algorithm")

_now = time.perf_counter


class JudgementClock:
    """Counts packets between 242 and 243 and says after which of them `algorithm()` is due."""

    def __init__(self, start_counts: bool = False) -> None:
        """With `start_counts` the packet that holds 242 is the first of five, not the one after it."""
        self._first = int(start_counts)
        self._count = 0
        self._in_block = False

    def passed(self, triggers: Any) -> bool:
        """Take the trigger row of the packet just handed over; True if a judgement is due now."""
        due = False
        if self._in_block:
            self._count += 1
            due = self._count % PACKETS_A_JUDGEMENT == 0
        for code in triggers[triggers.nonzero()]:
            if code == BLOCK_START:
                self._in_block, self._count = True, self._first
            elif code == BLOCK_END:
                self._in_block = False
        return due


def missing_names(algorithm_class: Any) -> List[str]:
    """The methods the contest's framework would call and not find (EMO-13)."""
    return [method for method in METHODS if not callable(getattr(algorithm_class, method, None))]


def run(algorithm_class: Any, channel: Channel, job: Dict[str, Any]) -> None:
    """Push every packet of every subject through one instance of the team's class."""
    missing = missing_names(algorithm_class)
    if missing:
        raise LoadError(
            "{} in {} lacks the method {}; class and method names are fixed (EMO-13)".format(
                job["class_name"], job["entry"], " and ".join(missing)
            )
        )
    algorithm = algorithm_class()
    stream = Stream(channel, job["rows"], job["packet"], job["fs"])
    clock = JudgementClock(job.get("options", {}).get("start_counts", False))
    anew, subject = job.get("options", {}).get("instance_each", False), None
    # Seconds that get_data() took on each of the last five packets (EMO-12).
    fed = [0.0] * PACKETS_A_JUDGEMENT
    turn = 0
    channel.send({"event": "begin"})
    try:
        while not stream.finished:
            packet = stream.next().data
            if anew and stream.block["subject"] != subject:
                algorithm = algorithm_class() if subject is not None else algorithm
                subject = stream.block["subject"]
            # Read before the team's code has the packet: it may write into its own copy (C7).
            due = clock.passed(packet[-1])
            began = _now()
            algorithm.get_data(packet)
            ended = _now()
            fed[turn] = stream.awake(ended - began, ended)
            turn = (turn + 1) % PACKETS_A_JUDGEMENT
            if due:
                _judge(algorithm, channel, stream, sum(fed))
    finally:
        stream.close()


def _judge(algorithm: Any, channel: Channel, stream: Stream, fed: float) -> None:
    """Ask once; the time the answer took goes into the log beside it, and what `get_data` took before (EMO-12)."""
    began = _now()
    answer = algorithm.algorithm()
    ended = _now()
    compute = stream.awake(ended - began, ended)
    place, entered = stream.stamp()
    channel.send({"event": "report", **place, **describe(answer), "compute": round(compute, 6), "fed": round(fed, 6)})
    stream.resume(entered)
