"""What became of every frame of a gaze run (GAZE-10, GAZE-12, GAZE-13)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunRecord
from bcisub.model.result import Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Judged, judged_block
from bcisub.tracks.gaze.error import angle, gaze_vector

TIME_TO_ANSWER = 1.0
"""Seconds for an answer in the final (GAZE-13)."""
LATE_ERROR = 180.0


def judge(record: RunRecord, readings: Readings) -> Judged:
    """One verdict a frame, of the blocks that were begun and of those that never were.

    Nothing is late in a run that leaves computing out (`--ignore-compute`).
    """
    final = record.options.get("stage") == "final" and not record.options.get("ignore_compute")
    unread = [BlockRecord(truth, packet=1) for truth in record.unread]
    blocks = []
    for block in [*record.blocks, *unread]:
        verdicts = _judge_block(block.truth, block.reports, readings, final=final)
        blocks.append(judged_block(block, record, verdicts, len(verdicts)))
    return Judged(blocks, record.end.complete)


def scored_errors(verdicts: Sequence[Verdict], readings: Readings) -> list[float]:
    """Errors that count for PE: late answers as 180° or not at all, by the reading `late-answer`."""
    dropped = {"late"} if readings["late-answer"] == "drop" else set()
    return [
        verdict.extra["error_deg"]
        for verdict in verdicts
        if verdict.extra["error_deg"] is not None and verdict.status not in dropped
    ]


def _judge_block(truth: BlockTruth, reports: list[Report], readings: Readings, *, final: bool) -> list[Verdict]:
    # The first answer to a frame stands; `predict` returns once, so a second can only come from a resumed run.
    answers: dict[int, Report] = {}
    for report in reports:
        answers.setdefault(report.p - 1, report)
    depth = has_depth(truth)
    return [
        _judge_frame(truth, index, answers.get(index), readings, final=final, depth=depth)
        for index in range(len(truth.extra["frames"]))
    ]


def _judge_frame(
    truth: BlockTruth, index: int, report: Report | None, readings: Readings, *, final: bool, depth: bool
) -> Verdict:
    label = truth.extra["labels"][index]
    left, right = truth.extra["files"][index]
    numbers = None if report is None else finite_numbers(report.value, depth=depth)
    error, rule, status = None, "GAZE-12", "missing" if report is None else "invalid"
    if report is not None and final and report.compute > TIME_TO_ANSWER:
        status, rule = "late", "GAZE-13"
        error = LATE_ERROR if label is not None else None
    elif numbers is not None:
        aim = None if label is None else _direction(label, readings, truth)
        answer = _direction(numbers, readings, truth)
        if any(answer) and (aim is None or len(aim) == len(answer)):
            status, rule = "answered", "GAZE-10"
            error = angle(aim, answer) if aim is not None else None
    return Verdict(
        subject=truth.subject,
        block=truth.block,
        trial=index,
        kind="frame",
        truth=None if label is None else list(label),
        onset=index,
        status=status,
        correct=status == "answered",
        rule=rule,
        result=list(numbers) if numbers is not None else (None if report is None else report.text),
        reported_at=None if report is None else index,
        seconds=None if report is None else report.compute,
        extra={"frame": truth.extra["frames"][index], "error_deg": error, "left": left, "right": right},
    )


def has_depth(truth: BlockTruth) -> bool:
    """Whether the set has a z column; runs recorded before this was noted tell it by their labels."""
    told = truth.extra.get("depth")
    return any(label is not None and len(label) == 3 for label in truth.extra["labels"]) if told is None else bool(told)


def finite_numbers(value: Any, *, depth: bool) -> tuple[float, ...] | None:
    """An answer as two finite numbers, or three where the set has a z column; else None (GAZE-12)."""
    if not isinstance(value, list | tuple) or len(value) not in ((2, 3) if depth else (2,)):
        return None
    if any(isinstance(part, bool) or not isinstance(part, int | float) for part in value):
        return None
    try:
        numbers = tuple(float(part) for part in value)
    except OverflowError:
        return None
    return numbers if all(map(math.isfinite, numbers)) else None


def _direction(numbers: tuple[float, ...], readings: Readings, truth: BlockTruth) -> tuple[float, ...]:
    return gaze_vector(numbers, readings["gaze-vector"], float(truth.extra["plane_distance"]))
