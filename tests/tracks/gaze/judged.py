"""Runs of the gaze track through its scorer, in a line or two."""

from __future__ import annotations

from typing import Any

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.result import Result
from bcisub.tracks.gaze.track import TRACK

FINISHED = RunEnd("finished")


def block(
    answers: list[Any], labels: list[Any], *, subject: str = "S01", group: str = "g1", known: bool = False, **more: Any
) -> BlockRecord:
    """A group whose answers are numbers, `None` for no answer, or (answer, seconds)."""
    names = [f"{index:04d}" for index in range(len(labels))]
    extra = {
        "frames": names,
        "files": [(f"{name}_l.png", f"{name}_r.png") for name in names],
        "labels": labels,
        "plane_distance": 1000,
        "known": known,
        **more,
    }
    record = BlockRecord(BlockTruth(subject, group, len(labels), (), extra), 1, len(labels))
    for index, answer in enumerate(answers):
        if answer is not None:
            value, seconds = answer if isinstance(answer, tuple) else (answer, 0.01)
            record.reports.append(Report(index + 1, index + 1, value, "tuple", repr(value), compute=seconds))
    return record


def run(*blocks: BlockRecord, end: RunEnd = FINISHED, stage: str | None = None, **readings: str) -> Result:
    record = RunRecord(list(blocks), end, options={"stage": stage})
    return TRACK.score(record, {**TRACK.defaults(), **{name.replace("_", "-"): v for name, v in readings.items()}})
