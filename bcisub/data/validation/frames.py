"""A set of near-eye pictures checked: its index, its files, its labels (GAZE-2)."""

from __future__ import annotations

from pathlib import Path

from bcisub.data.validation.check import BlockReport, SetReport
from bcisub.data.validation.findings import placed
from bcisub.data.validation.signal import Levels
from bcisub.data.validation.triggers import HIDDEN_LABEL
from bcisub.model.errors import BcisubError
from bcisub.model.finding import ERROR, INFO, Finding, declare
from bcisub.model.frames import read_index

MISSING_PICTURE = declare("missing-picture", ERROR)


def check_frames(path: Path) -> SetReport:
    """One row a group, a frame counted as a trial."""
    try:
        frames = read_index(path)
    except BcisubError as error:
        where = f"{error.where}: " if error.where else ""
        return SetReport((), (Finding(error.code or "bad-index", ERROR, f"{where}{error.what}"),))
    scored = any(frame.label is not None for frame in frames.asked)
    reports = []
    for (subject, group), members in frames.groups.items():
        found = []
        gone = [eye for frame in members for eye in (frame.left, frame.right) if not (frames.folder / eye).is_file()]
        if gone:
            found.append(MISSING_PICTURE.found(f"There is no file {gone[0]}.", count=len(gone)))
        hidden = [frame for frame in members if frame.label is None and not frame.calibration]
        if hidden:
            level = INFO if scored else ERROR
            meaning = "it can be predicted, and is not part of PE" if scored else "the set can be predicted, not scored"
            message = f"Frame {hidden[0].frame} hides its label: {meaning}."
            found.append(HIDDEN_LABEL.found(message, level=level, count=len(hidden)))
        findings = tuple(placed(finding, subject, group) for finding in found)
        reports.append(BlockReport(subject, group, None, None, len(members), Levels(None, None, None), findings))
    return SetReport(tuple(reports))
