"""What a set in the cache consists of, so that a damaged one is seen at its next use: sizes, times and hashes."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from bcisub.model.parsing import parse_json
from bcisub.model.whole_files import write_whole

FILE_NAME = ".manifest.json"
"""Hidden, so that no reader takes it for a part of the set."""


def write_manifest(folder: Path) -> None:
    """Keep what the set consists of now."""
    _write(folder, {name: [*_looks(folder / name), _hash(folder / name)] for name in _files(folder)})


def damage(folder: Path) -> str | None:
    """What is wrong with the set, or None. A file is read only where its size or time is another than noted."""
    try:
        noted = parse_json((folder / FILE_NAME).read_text("utf-8"))
        kept = {str(name): (int(size), int(time), str(digest)) for name, (size, time, digest) in noted.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return "it has no list of its files"
    there = set(_files(folder))
    for name in sorted(there ^ set(kept)):
        return f"{name} is {'missing' if name in kept else 'not one of its files'}"
    changed = {name: looks for name in kept if (looks := _looks(folder / name)) != kept[name][:2]}
    for name, (size, _) in changed.items():
        if size != kept[name][0] or _hash(folder / name) != kept[name][2]:
            return f"{name} has changed"
    if changed:  # copied, or touched: not to be read again next time
        with contextlib.suppress(OSError):
            _write(folder, {name: [*changed.get(name, kept[name][:2]), kept[name][2]] for name in kept})
    return None


def _write(folder: Path, content: dict[str, list[int | str]]) -> None:
    write_whole(folder / FILE_NAME, json.dumps(content).encode("ascii"))


def _files(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != FILE_NAME:
            yield path.relative_to(folder).as_posix()


def _looks(file: Path) -> tuple[int, int]:
    about = file.stat()
    return about.st_size, about.st_mtime_ns


def _hash(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while piece := opened.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
