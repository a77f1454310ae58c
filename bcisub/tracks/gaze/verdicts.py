"""What became of every frame of a gaze run (GAZE-10, GAZE-12, GAZE-13)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunRecord
from bcisub.model.result import Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Judged, judged_block
from bcisub.tracks.gaze.error import angle, gaze_vector

TIME_TO_ANSWER = 1.0
"""Seconds for an answer in the final (GAZE-13)."""
LATE_ERROR = 180.0
UNUSABLE = ("missing", "invalid")
"""What leaves a set incomplete, but in the final (GAZE-12)."""


class Detail(NamedTuple):
    """What PE needs of a frame beyond its verdict."""

    calibration: int
    """Calibration frames of its group (reading `pe-frames`)."""
    final: bool
    """It was asked in the final, where no answer is a late one (GAZE-12)."""


def judge(record: RunRecord, readings: Readings) -> Judged:
    """One verdict a frame, of the blocks that were begun and of those that never were.

    Nothing is late in a run that leaves computing out (`--ignore-compute`).
    """
    final = record.options.get("stage") == "final"
    timed = final and not record.options.get("ignore_compute")
    unread = [BlockRecord(truth, packet=1) for truth in record.unread]
    blocks = []
    for block in [*record.blocks, *unread]:
        verdicts = _judge_block(block.truth, block.reports, readings, final=final, timed=timed)
        blocks.append(judged_block(block, record, verdicts, len(verdicts)))
    return Judged(blocks, record.end.complete)


def scored_errors(verdicts: Sequence[Verdict], readings: Readings) -> list[float]:
    """Errors that count for PE: late answers, and in the final none at all, as 180° or not (reading `late-answer`).

    Calibration frames have error 0 where they count (reading `pe-frames`).
    """
    dropped = {"late", "missing", "invalid"} if readings["late-answer"] == "drop" else set()
    known = 0
    if readings["pe-frames"] == "all":
        labelled = (verdict for verdict in verdicts if verdict.truth is not None)
        known = sum({(verdict.subject, verdict.block): verdict.detail.calibration for verdict in labelled}.values())
    return [0.0] * known + [
        verdict.extra["error_deg"]
        for verdict in verdicts
        if verdict.extra["error_deg"] is not None and verdict.status not in dropped
    ]


def _judge_block(
    truth: BlockTruth, reports: list[Report], readings: Readings, *, final: bool, timed: bool
) -> list[Verdict]:
    # The first answer to a frame stands; `predict` returns once, so a second can only come from a resumed run.
    answers: dict[int, Report] = {}
    for report in reports:
        answers.setdefault(report.p - 1, report)
    depth = has_depth(truth)
    return [
        _judge_frame(truth, index, answers.get(index), readings, final=final, timed=timed, depth=depth)
        for index in range(len(truth.extra["frames"]))
    ]


def _judge_frame(
    truth: BlockTruth, index: int, report: Report | None, readings: Readings, *, final: bool, timed: bool, depth: bool
) -> Verdict:
    label = truth.extra["labels"][index]
    left, right = truth.extra["files"][index]
    numbers = None if report is None else finite_numbers(report.value, depth=depth)
    error, rule, status = None, "GAZE-12", "missing" if report is None else "invalid"
    if report is not None and timed and report.compute > TIME_TO_ANSWER:
        status, rule = "late", "GAZE-13"
        error = LATE_ERROR if label is not None else None
    elif numbers is not None:
        aim = None if label is None else _direction(label, readings, truth)
        answer = _direction(numbers, readings, truth)
        if any(answer) and (aim is None or len(aim) == len(answer)):
            status, rule = "answered", "GAZE-10"
            error = angle(aim, answer) if aim is not None else None
    if final and status in UNUSABLE and label is not None:
        error = LATE_ERROR
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
        detail=Detail(int(truth.extra.get("calibration", 0)), final),
    )


def has_depth(truth: BlockTruth) -> bool:
    """Whether the set has a z column; runs recorded before this was noted tell it by their labels."""
    noted = truth.extra.get("depth")
    return (
        any(label is not None and len(label) == 3 for label in truth.extra["labels"]) if noted is None else bool(noted)
    )


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
