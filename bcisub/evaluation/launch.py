"""Records a run in a folder of its own, or takes one up that was interrupted."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bcisub.evaluation.follower import Follower
from bcisub.history.log import EVENTS, TRUTH
from bcisub.history.runs import RESULT_FILE, find_run, hash_files, hash_tree, new_run, read_run, write_run
from bcisub.model.errors import BcisubError
from bcisub.model.record import RunRecord
from bcisub.model.version import __version__
from bcisub.project.contents import present_files
from bcisub.project.project import Project
from bcisub.replay.source import Source


@dataclass(frozen=True)
class Launch:
    """Everything a run needs beside its source."""

    project: Project
    submission: Path
    """What the user named: the project's folder or a bundle."""
    home: Path
    """Where the run folders are."""
    python: Path
    version: str
    readings: Mapping[str, str]
    quick: bool = False
    resume: str | None = None
    """The run to be taken up: a folder, an id or `last`."""
    same_code: bool = False
    """Refuse to go on with a run that other code began; without it the user is told."""


def launch(how: Launch, source: Source, follower: Follower) -> tuple[Path, RunRecord]:
    """Run the project over the source; the run's folder and what was recorded."""
    project = how.project
    about: dict[str, Any] = {
        "schema": "bcisub.run/1",
        "track": project.track.name,
        "layout": project.layout.name,
        "data": source.name,
        "data_path": str(source.path.resolve()),
        "data_sha256": source.sha256(),
        "submission": str(how.submission.resolve()),
        "submission_sha256": hash_tree(present_files(project.root, project.layout)),
        "python": how.version,
        "bcisub": __version__,
        "readings": dict(how.readings),
        "quick": how.quick,
        "settings": _serving_settings(project),
    }
    spent = 0.0
    if how.resume is None:
        folder = new_run(how.home)
    else:
        folder = find_run(how.resume, how.home)
        spent, code = _check_same(folder, about, None if how.same_code else follower.note)
        if code != about["submission_sha256"]:
            about["begun_by"] = code
        (folder / RESULT_FILE).unlink(missing_ok=True)
    write_run(folder, about)
    began = time.monotonic()
    try:
        with follower.run(source.blocks, source.running(how.readings)) as watch:
            record = source.replay(how.python, folder, watch=watch, echo=follower.echo)
    except BaseException:
        if not (folder / EVENTS).exists():
            shutil.rmtree(folder, ignore_errors=True)  # refused before it began: there is no run to be found
        raise
    about["wall_seconds"] = round(spent + time.monotonic() - began, 3)
    for key, name in (("truth_sha256", TRUTH), ("events_sha256", EVENTS)):
        if (folder / name).is_file():
            about[key] = hash_files([folder / name])
    write_run(folder, about)
    return folder, record


def _serving_settings(project: Project) -> dict[str, Any]:
    """The track's own table of the project file, by which its truth is made."""
    serving = project.track.frames
    return {} if serving is None else {serving.table: project.settings.get(serving.table, {})}


def _check_same(folder: Path, about: Mapping[str, Any], tell: Callable[[str], None] | None) -> tuple[float, Any]:
    """Seconds the run has taken so far, and the code that began it.

    Refused if it was over another set, or by other code and nobody to tell.
    """
    earlier = read_run(folder)
    for key in ("track", "data_sha256"):
        if earlier.get(key) != about[key]:
            raise BcisubError(
                f"The run cannot be taken up: it was over {earlier.get('data')}, which is not, or no longer, this set.",
                where=folder,
                hint=f"Give --data {earlier.get('data_path')}, or run without --resume.",
            )
    if earlier.get("submission_sha256") != about["submission_sha256"]:
        what = "The submission has changed since the run was interrupted: its first answers are those of the old code."
        if tell is None:
            raise BcisubError(what, where=folder, hint="Run it without --resume.", code="other-code")
        tell(what)
    return float(earlier.get("wall_seconds") or 0.0), earlier.get("begun_by", earlier.get("submission_sha256"))
