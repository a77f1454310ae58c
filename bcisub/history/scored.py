"""What a submission's very code scored so far, told from the run folders by its hash."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bcisub.history.log import read_events
from bcisub.history.runs import RESULT_FILE, read_run, runs_folder
from bcisub.model.errors import BcisubError
from bcisub.model.parsing import parse_json


@dataclass(frozen=True)
class Scored:
    """The newest whole run of some code over a set."""

    track: str
    data: str
    score: float | None
    """None where there is none: a set that hides its truth, or a track whose void is no number."""
    unit: str
    valid: bool
    void_reason: str | None
    stage: str
    python: str
    when: str | None
    """Local time at which the run began, `YYYY-MM-DD HH:MM:SS`."""
    run: str

    def to_json(self) -> dict[str, Any]:
        """An entry of `evaluated` in the contract `bcisub.bundle/1`."""
        return asdict(self)


def scored_by(code: str, home: Path) -> list[Scored]:
    """For every set the newest run of this code over all of it, newest first; runs that cannot be read are no runs."""
    found: dict[tuple[str, str, str], Scored] = {}
    place = runs_folder(home)
    for folder in sorted(place.iterdir(), reverse=True) if place.is_dir() else ():
        try:
            about = read_run(folder)
            if about.get("submission_sha256") != code or about.get("quick") or "begun_by" in about:
                continue
            options = next(read_events(folder)).get("options", {})
            result = parse_json((folder / RESULT_FILE).read_text("utf-8"))
            if "part" in options or result["run"]["end"] != "finished":
                continue
            scored = Scored(
                about["track"],
                about["data"],
                result["score"],
                result["unit"],
                result["valid"],
                result["void_reason"],
                options.get("stage", "preliminary"),
                about["python"],
                _moment(folder.name),
                folder.name,
            )
        except (BcisubError, OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration):
            continue
        found.setdefault((scored.data, str(about.get("data_sha256")), scored.stage), scored)
    return list(found.values())


def _moment(run: str) -> str | None:
    """When a run began, from its folder's name."""
    try:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.strptime(run[:15], "%Y%m%d-%H%M%S"))
    except ValueError:
        return None
