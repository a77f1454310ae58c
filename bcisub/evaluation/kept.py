"""What a run kept, held against what it was: its truth made again where it is missing, its files that were changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bcisub import tracks
from bcisub.history.log import EVENTS, TRUTH, read_events
from bcisub.history.runs import hash_files
from bcisub.model.errors import BcisubError
from bcisub.model.finding import WARNING, Finding
from bcisub.model.record import BlockTruth
from bcisub.project.project import Project
from bcisub.replay.options import RunOptions
from bcisub.replay.source import open_source

_CHANGED = {
    "truth_sha256": (TRUTH, "truth-changed", "The run's truth was changed after the run: the score is not that of it."),
    "events_sha256": (EVENTS, "log-changed", "The run's log was changed after the run: the score is not that of it."),
}
"""Key of `run.json` → the file it is the hash of, and what is said when they no longer fit."""


def changed_since(folder: Path, about: Mapping[str, Any]) -> list[Finding]:
    """A remark on each of the run's files that is no longer what the run left."""
    return [
        Finding(code, WARNING, message, "Run eval again.", place=name)
        for key, (name, code, message) in _CHANGED.items()
        if key in about and (folder / name).is_file() and hash_files([folder / name]) != about[key]
    ]


def rebuilt_truth(folder: Path, about: Mapping[str, Any]) -> list[BlockTruth]:
    """The truth of a run that did not come to keep it, from the set it was over, if that is still the same."""
    track = tracks.get(about["track"])
    layout = track.layouts[0]
    project = Project(folder, track, layout, layout, folder.name, settings=about.get("settings") or {})
    options = RunOptions()
    for event in read_events(folder):
        if event["event"] == "start":
            options = RunOptions.from_json({**event["options"], "readings": about["readings"]})
    gone = BcisubError(
        "The run cannot be scored: bcisub was killed before its truth was kept, and its set has changed or is gone.",
        where=about.get("data_path") or folder,
        hint="Run eval again.",
        code="truth-lost",
    )
    try:
        source = open_source(str(about.get("data_path")), project, options)
        if source.sha256() != about.get("data_sha256"):
            raise gone
        return source.truth
    except BcisubError:
        raise gone from None
