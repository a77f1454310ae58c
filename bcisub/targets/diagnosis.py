"""What this machine has for evaluating and packing, and for each gap the command that mends it."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bcisub.model.cache import cache_folder
from bcisub.model.errors import BcisubError
from bcisub.model.version import __version__
from bcisub.targets import environments, interpreters, uv

SCHEMA = "bcisub.doctor/1"
NEEDED_BYTES = 2 * 1024**3
"""Room for environments and sample sets."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at."""

    what: str
    good: bool
    found: str
    mend: str | None = None
    """The command that mends it."""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"what": self.what, "ok": self.good, "found": self.found, "mend": self.mend}


def diagnose(project: Path) -> list[Finding]:
    """Look at everything; a look that fails is a finding too."""
    looks: list[tuple[str, Callable[[], list[Finding]]]] = [
        ("uv", _uv),
        ("interpreters", _interpreters),
        ("environments", _environments),
        ("data", lambda: _data(project)),
        ("sample sets", _samples),
        ("disk", _disk),
    ]
    findings = [Finding("bcisub", True, f"{__version__} on Python {platform.python_version()}, {platform.system()}")]
    for what, look in looks:
        try:
            findings += look()
        except BcisubError as problem:
            findings.append(Finding(what, False, problem.what, problem.hint))
        except OSError as problem:
            findings.append(Finding(what, False, str(problem)))
    return findings


def _uv() -> list[Finding]:
    finished = uv.run("--version")
    return [Finding("uv", not finished.failed, f"{finished.last_lines} ({uv.binary()})", None)]


def _interpreters() -> list[Finding]:
    from bcisub.tracks import TRACKS

    versions = {"3.8", "3.10"} | {track.python for track in TRACKS.values()}
    findings = []
    for version in sorted(versions, key=lambda text: tuple(map(int, text.split(".")))):
        found = interpreters.find(version)
        shown = "not found" if found is None else f"{found.version} at {found.path} ({found.found_by})"
        mend = f"uv python install {version}" if found is None else None
        findings.append(Finding(f"Python {version}", found is not None, shown, mend))
    return findings


def _environments() -> list[Finding]:
    made = environments.cached()
    found = [Finding("environments", True, f"{len(made) or 'none yet'} in {environments.folder()}")]
    return found + [Finding(f"  Python {one.python}", True, " ".join(one.holds) or "nothing installed") for one in made]


def _data(project: Path) -> list[Finding]:
    findings = []
    told = os.environ.get("BCISUB_DATA")
    if told:
        there = Path(told).is_dir()
        mend = None if there else "Make the folder, or set BCISUB_DATA to the folder your data sets lie in"
        findings.append(Finding("BCISUB_DATA", there, told if there else f"{told} is not a folder", mend))
    else:
        findings.append(Finding("BCISUB_DATA", True, "not set"))
    own = project / "data"
    sets = sorted(entry.name for entry in own.iterdir()) if own.is_dir() else []
    findings.append(Finding("project data", True, f"{own}: {', '.join(sets)}" if sets else f"none in {own}"))
    return findings


def _samples() -> list[Finding]:
    size = sum(file.stat().st_size for file in cache_folder().rglob("*") if file.is_file() and not file.is_symlink())
    return [Finding("cache", True, f"{cache_folder()}, {size / 1024**2:.0f} MiB with environments")]


def _disk() -> list[Finding]:
    place = cache_folder()
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    good = free >= NEEDED_BYTES
    mend = None if good else "Free some space, or set BCISUB_CACHE to a folder on another disk"
    return [Finding("disk", good, f"{free / 1024**3:.1f} GiB free at {place}", mend)]
