"""From a file of predictions, made by whatever tool, to a result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bcisub.model.result import Result
from bcisub.model.version import __version__
from bcisub.project.project import Project
from bcisub.replay.frame_source import FrameSource
from bcisub.scoring.readings import resolve, score_with_sensitivity


def score_predictions(
    file: Path, project: Project, source: FrameSource, chosen: Mapping[str, str] | None = None
) -> Result:
    """Score a file over the frames of a set; refused, rows named, where it is not complete."""
    readings = resolve(project.track, project.readings, chosen or {})
    assert project.track.frames is not None, f"{project.track.name} has no predictions"
    files_of = project.track.frames.hand_in
    found = files_of.read(file, source.frames)
    record = files_of.record(source.truth, found)
    result = score_with_sensitivity(project.track, record, readings)
    result.data = source.name
    result.run = {
        "id": None,
        "python": None,
        "packets": 0,
        "reports": len(found),
        "wall_seconds": None,
        "compute": None,
        "bcisub": __version__,
        "csv": str(file),
    }
    return result
