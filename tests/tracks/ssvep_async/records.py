"""Builds recorded runs of ssvep-async in a line or two, for the tests of the scorers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord

FS = 250
N = 10
"""Samples in a packet."""
DEFAULTS = {
    "compute-time": "packets",
    "itr-mean": "block",
    "fpr-mean": "subject",
    "five-seconds": "upto",
    "report-window": "next",
    "idle-window": "next",
    "missing-time": "5",
    "below-chance": "zero",
    "shown-triggers": "block",
    "trigger-packet": "written",
    "window-end": "written",
    "block-tail": "keep",
    "time-origin": "trigger",
    "answer-type": "equal",
    "empty-packet": "none",
    "last-packet": "keep",
    "subject-id": "place",
}
"""The rulebook's defaults, written down here a second time on purpose."""
FINISHED = RunEnd("finished")


def report(p: int, value: Any = 1, *, kind: str | None = None, computing: float = 0.0, packet: int = N) -> Report:
    """A report at `p`; its clock is that of an algorithm that computed `computing` seconds on the last packet."""
    packets = -(-p // packet)
    plain = value if isinstance(value, (bool, int, float, str, type(None))) else None
    clock = round(packets * packet / FS + computing, 6)
    equals = int(value.real) if isinstance(value, complex) else None
    return Report(p, packets, plain, kind or type(value).__name__, repr(value), clock, equals=equals)


def block(
    events: Iterable[tuple[int, int]],
    reports: Iterable[Report] = (),
    samples: int = 10_000,
    *,
    subject: str = "S01",
    name: str = "block_1",
    delivered: int | None = None,
    packet: int = N,
) -> BlockRecord:
    truth = BlockTruth(subject, name, samples, tuple(events))
    return BlockRecord(truth, packet, -(-samples // packet), samples if delivered is None else delivered, list(reports))


def run(*blocks: BlockRecord, end: RunEnd = FINISHED, **options: Any) -> RunRecord:
    return RunRecord(list(blocks), end, options=options)
