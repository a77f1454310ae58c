"""Runs of the turing track through its scorer, in a line or two."""

from __future__ import annotations

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord

DEFAULTS = {
    "five-seconds": "under",
    "repeats": "first",
    "report-window": "next",
    "missing-length": "5",
    "trigger-packet": "written",
    "window-end": "written",
    "block-tail": "keep",
    "time-origin": "trigger",
    "answer-type": "equal",
    "empty-packet": "none",
}


def code(behaviour: int, task: int) -> int:
    return behaviour << 3 | task


def report(p: int, value: object, kind: str = "int") -> Report:
    return Report(p=p, packet=-(-p // 10), value=value, type=kind, text=repr(value))


def run(
    trials: list[tuple[int, int]],
    reports: list[Report],
    samples: int = 10_000,
    end: str = "finished",
    subject: str = "S01",
    block: str = "block_1",
) -> RunRecord:
    events = ((100, 242), *trials, (samples - 50, 243))
    truth = BlockTruth(subject, block, samples, tuple(events))
    return RunRecord([BlockRecord(truth, 10, -(-samples // 10), samples, reports)], RunEnd(end))


def codes(result) -> dict[str, int]:
    return {diagnostic.code: diagnostic.count for diagnostic in result.diagnostics}
