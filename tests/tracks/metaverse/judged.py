"""Runs of the metaverse track through its scorer, in a line or two."""

from __future__ import annotations

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.result import Result, Verdict
from bcisub.tracks.metaverse.track import TRACK

DEFAULTS = TRACK.defaults()
REAL_16 = "110000"
START, END, NEXT, SAMPLES = 110, 1460, 1730, 3000
"""Trial of person 16: its packets end at 150 (start), 1500 (end); the next trial's start packet at 1750."""
EVENTS = ((0, 242), (START, 128 + 16), (END, 241), (NEXT, 3), (2800, 241), (2999, 243))


def report(p: int, value: object = REAL_16) -> Report:
    return Report(p=p, packet=-(-p // 50), value=value, type=type(value).__name__, text=repr(value))


def run(
    *reports: Report,
    events: tuple[tuple[int, int], ...] = EVENTS,
    end: str = "finished",
    delivered: int = SAMPLES,
    **readings: str,
) -> Result:
    truth = BlockTruth("S01", "block_1", SAMPLES, events)
    block = BlockRecord(truth, packet=50, packets=60, delivered=delivered, reports=list(reports))
    chosen = {**DEFAULTS, **{name.replace("_", "-"): value for name, value in readings.items()}}
    return TRACK.score(RunRecord([block], RunEnd(end)), chosen)


def first(*reports: Report, **readings: str) -> Verdict:
    return run(*reports, **readings).trials[0]


def codes(result: Result) -> dict[str, int]:
    return {diagnostic.code: diagnostic.count for diagnostic in result.diagnostics}
