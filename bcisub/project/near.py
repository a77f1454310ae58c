"""What a folder holds instead of a submission's main file: files and kits that come near."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bcisub.model.track import Track

MOST_FILES, MOST_NAMED = 2000, 4
"""Files that are looked at, and findings that are named."""
_LEFT_OUT = {"node_modules", "site-packages", "__pycache__", "venv", "dist", "build"}


def near(root: Path, tracks: Iterable[Track]) -> str:
    """One sentence on what is there: a class of the right kind elsewhere, or another track's kit; empty if nothing."""
    tracks = list(tracks)
    names = {shape.class_name for track in tracks for shape in track.layouts}
    found = []
    for _, file in zip(range(MOST_FILES), _sources(root), strict=False):
        place = file.relative_to(root).as_posix()
        kits = [
            f"{place} is the main file of {track.name}'s layout {shape.name}"
            for track in tracks
            for shape in track.layouts
            if place == shape.entry
        ]
        deeper = [
            f"{place} is the main file of a kit, if {place[: -len(shape.entry) - 1]} is taken as the project"
            for track in tracks
            for shape in track.layouts
            if place.endswith(f"/{shape.entry}")
        ]
        found += kits or deeper[:1] or [f"{place} has the class {name}" for name in _classes(file, names)]
    if not found:
        return ""
    more = f" (and {len(found) - MOST_NAMED} more)" if len(found) > MOST_NAMED else ""
    return f"What comes near: {'; '.join(dict.fromkeys(found[:MOST_NAMED]))}{more}."


def _sources(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT and not name.startswith("."))
        yield from (Path(folder, name) for name in sorted(files) if name.endswith(".py"))


def _classes(file: Path, names: set[str]) -> list[str]:
    """Classes of the file that bear a main class's name, or are built on a kit's interface."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return []
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and (node.name in names or any("AlgorithmInterface" in ast.dump(base) for base in node.bases))
    ]
