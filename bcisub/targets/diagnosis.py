"""What this machine has for evaluating and packing, and for each gap the command that mends it."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from bcisub.model.cache import cache_folder
from bcisub.model.errors import BcisubError
from bcisub.model.finding import ERROR, INFO, Finding, declare
from bcisub.model.version import __version__
from bcisub.targets import environments, interpreters, uv
from bcisub.tracks import TRACKS

SCHEMA = "bcisub.doctor/1"
NEEDED_BYTES = 2 * 1024**3
"""Room for environments and sample sets."""
PRESENT = declare("machine-part", INFO)
UNKNOWN = declare("machine-part-unknown", ERROR)
NO_UV = declare("uv-missing", ERROR)
NO_PYTHON = declare("python-missing", ERROR)
NO_DATA_FOLDER = declare("data-folder-missing", ERROR)
BROKEN_ENVIRONMENT = declare("environment-damaged", ERROR)
CACHE_UNWRITABLE = declare("cache-unwritable", ERROR)
DISK_FULL = declare("disk-full", ERROR)


def diagnose(project: Path) -> list[Finding]:
    """Look at everything; a look that fails is a finding too. A finding's place is the part of the machine."""
    looks: list[tuple[str, Callable[[], list[Finding]]]] = [
        ("uv", _uv),
        ("interpreters", _interpreters),
        ("environments", _environments),
        ("data", lambda: _data(project)),
        ("sample sets", _samples),
        ("disk", _disk),
    ]
    python = f"{__version__} on Python {platform.python_version()}, {platform.system()}"
    findings = [PRESENT.found(python, place="bcisub")]
    for part, look in looks:
        try:
            findings += look()
        except BcisubError as problem:
            findings.append(UNKNOWN.found(problem.what, problem.hint, place=part))
        except OSError as problem:
            findings.append(UNKNOWN.found(str(problem), place=part))
    return findings


def _uv() -> list[Finding]:
    finished = uv.run("--version")
    kind = NO_UV if finished.failed else PRESENT
    return [kind.found(f"{finished.last_lines} ({uv.binary()})", place="uv")]


def _interpreters() -> list[Finding]:
    versions = {"3.8", "3.10"} | {track.python for track in TRACKS.values()}
    findings = []
    for version in sorted(versions, key=lambda text: tuple(map(int, text.split(".")))):
        found = interpreters.find(version)
        place = f"Python {version}"
        findings.append(
            NO_PYTHON.found("not found", f"uv python install {version}", place=place)
            if found is None
            else PRESENT.found(f"{found.version} at {found.path} ({found.found_by})", place=place)
        )
    return findings


def _environments() -> list[Finding]:
    made = environments.cached()
    found = [PRESENT.found(f"{len(made) or 'none yet'} in {environments.folder()}", place="environments")]
    mend = "Remove the folder; it is made again when it is needed"
    found += [
        BROKEN_ENVIRONMENT.found(f"{folder} is damaged: its description cannot be read", mend, place="environments")
        for folder in environments.damaged()
    ]
    return found + [
        PRESENT.found(" ".join(one.holds) or "nothing installed", place=f"  Python {one.python}") for one in made
    ]


def _data(project: Path) -> list[Finding]:
    place, named = "BCISUB_DATA", os.environ.get("BCISUB_DATA")
    if named and not Path(named).is_dir():
        mend = "Make the folder, or set BCISUB_DATA to the folder your data sets lie in"
        finding = NO_DATA_FOLDER.found(f"{named} is not a folder", mend, place=place)
    else:
        finding = PRESENT.found(named or "not set", place=place)
    own = project / "data"
    sets = sorted(entry.name for entry in own.iterdir()) if own.is_dir() else []
    shown = f"{own}: {', '.join(sets)}" if sets else f"none in {own}"
    return [finding, PRESENT.found(shown, place="project data")]


def _samples() -> list[Finding]:
    size = sum(file.stat().st_size for file in cache_folder().rglob("*") if file.is_file() and not file.is_symlink())
    found = [PRESENT.found(f"{cache_folder()}, {size / 1024**2:.0f} MiB with environments", place="cache")]
    try:
        with tempfile.TemporaryFile(dir=_nearest(cache_folder())):
            return found
    except OSError as problem:
        mend = "Make it writable, or set BCISUB_CACHE to a folder that is"
        return [*found, CACHE_UNWRITABLE.found(f"nothing can be written there: {problem}", mend, place="cache")]


def _disk() -> list[Finding]:
    place = _nearest(cache_folder())
    free = shutil.disk_usage(place).free
    shown = f"{free / 1024**3:.1f} GiB free at {place}"
    if free >= NEEDED_BYTES:
        return [PRESENT.found(shown, place="disk")]
    mend = "Free some space, or set BCISUB_CACHE to a folder on another disk"
    return [DISK_FULL.found(shown, mend, place="disk")]


def _nearest(place: Path) -> Path:
    """The folder itself, or the one it would be made in."""
    while not place.exists():
        place = place.parent
    return place
