"""From a file of predictions, made by whatever tool, to a result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bcisub.model.result import Result
from bcisub.model.version import __version__
from bcisub.project.project import Project
from bcisub.replay.frame_source import FrameSource
from bcisub.replay.frames import recorded_answers
from bcisub.scoring.readings import resolve, score_with_sensitivity
from bcisub.tracks.gaze.predictions import read_predictions, refuse


def score_predictions(
    file: Path, project: Project, source: FrameSource, chosen: Mapping[str, str] | None = None
) -> Result:
    """Score a file over the frames of a set; refused, rows named, where it is not complete (GAZE-20)."""
    readings = resolve(project.track, project.readings, chosen or {})
    found = read_predictions(file, source.frames)
    refuse(file, found.faults)
    record = recorded_answers(source.truth, found.answers)
    result = score_with_sensitivity(project.track, record, readings)
    result.data = source.name
    result.run = {
        "id": None,
        "python": None,
        "packets": 0,
        "reports": len(found.answers),
        "wall_seconds": None,
        "compute": None,
        "bcisub": __version__,
        "csv": str(file),
    }
    return result
