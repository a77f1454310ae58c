"""Run folders: `.bcisub/runs/<id>/` with the event log, the truth, the prints, what was run and the result."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bcisub.model.errors import BcisubError
from bcisub.model.parsing import parse_json
from bcisub.model.whole_files import write_whole

RUN_FILE = "run.json"
RESULT_FILE = "result.json"
_NEEDED = {"track": str, "data": str, "readings": dict, "python": str, "bcisub": str}
"""What scoring needs of `run.json`."""


def runs_folder(home: Path) -> Path:
    """Where a project's runs lie."""
    return home / ".bcisub" / "runs"


def new_run(home: Path) -> Path:
    """A fresh run folder; names sort by time, and two that start at the same moment differ."""
    place = runs_folder(home)
    # To the millisecond, so that `last` is the newest also of two runs in one second.
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    moment = time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds))
    name = f"{moment}-{rest // 1_000_000:03d}-{secrets.token_hex(2)}"
    try:
        (place / name).mkdir(parents=True)
    except OSError as problem:
        raise BcisubError(
            f"The run folder cannot be made: {problem.strerror}.",
            where=place,
            hint="Make the project folder writable.",
            code="run-folder",
        ) from None
    ignore = home / ".bcisub" / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    return place / name


def find_run(name: str, home: Path) -> Path:
    """The run folder named by a path or an id; `last` is the newest."""
    runs = runs_folder(home)
    known = sorted(folder.name for folder in runs.glob("*") if folder.is_dir()) if runs.is_dir() else []
    if name == "last" and known:
        return runs / known[-1]
    for place in (Path(name), runs / name):
        if place.is_dir():
            return place
    hint = f"The newest here are: {', '.join(known[-3:])}." if known else "Run `bcisub eval` first."
    raise BcisubError("There is no such run.", where=name, hint=hint)


def write_run(folder: Path, about: Mapping[str, Any]) -> None:
    """Keep what was run: versions, hashes, options."""
    write_whole(folder / RUN_FILE, json.dumps(about, indent=1, ensure_ascii=False).encode("utf-8", "backslashreplace"))


def read_run(folder: Path) -> dict[str, Any]:
    """What was run."""
    try:
        about = dict(parse_json((folder / RUN_FILE).read_text(encoding="utf-8")))
        if not all(isinstance(about.get(key), kind) for key, kind in _NEEDED.items()):
            raise ValueError
    except (OSError, ValueError, TypeError):
        raise BcisubError(
            "This is not a run folder, or its run.json is damaged.",
            where=folder,
            hint="Name a folder below .bcisub/runs.",
        ) from None
    return about


def hash_tree(files: Mapping[str, Path]) -> str:
    """SHA-256 over the submission's files, names and contents."""
    digest = hashlib.sha256()
    for name, file in files.items():
        digest.update(name.encode("utf-8", "backslashreplace") + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def hash_files(paths: Iterable[Path]) -> str:
    """SHA-256 over the contents of a set's block files, read in pieces."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()
