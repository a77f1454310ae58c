"""What a team hands in for gaze (GAZE-20, GAZE-21), as the host asks for it: from a run to a file and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bcisub.model.frames import FrameSet
from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.serving import HandIn
from bcisub.tracks.gaze.predictions import (
    check_date,
    csv_name,
    last_upload,
    read_predictions,
    refuse,
    write_predictions,
    zip_name,
)
from bcisub.tracks.gaze.verdicts import finite_numbers, has_depth


def answers_of(record: RunRecord) -> dict[tuple[str, str, str], Any]:
    """What a run predicted for every frame it answered, by the frame's key; for the file of predictions."""
    found: dict[tuple[str, str, str], Any] = {}
    for block in record.blocks:
        names = block.truth.extra["frames"]
        depth = has_depth(block.truth)
        for report in block.reports:
            value = report.value if finite_numbers(report.value, depth=depth) is not None else report.text
            found.setdefault((block.truth.subject, block.truth.block, names[report.p - 1]), value)
    return found


def recorded_answers(truth: Sequence[BlockTruth], answers: Mapping[tuple[str, str, str], Sequence[float]]) -> RunRecord:
    """A file of predictions as if a run had made it, so that it is scored by the same rules."""
    blocks = []
    for block in truth:
        begun = BlockRecord(block, 1, block.samples, block.samples)
        for p, name in enumerate(block.extra["frames"], 1):
            answer = answers.get((block.subject, block.block, name))
            if answer is not None:
                begun.reports.append(Report(p, p, list(answer), "csv", ", ".join(map(str, answer))))
        blocks.append(begun)
    return RunRecord(blocks, RunEnd("finished"), options={"stage": "preliminary"})


def _write(path: Path, frames: FrameSet, record: RunRecord) -> None:
    write_predictions(path, frames, answers_of(record))


def _read(path: Path, frames: FrameSet) -> dict[tuple[str, str, str], tuple[float, ...]]:
    found = read_predictions(path, frames)
    refuse(path, found.faults)
    return found.answers


HAND_IN = HandIn(check_date, csv_name, zip_name, _write, _read, recorded_answers, last_upload, "one upload a week")
