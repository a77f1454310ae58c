"""The server's own files in a submission: it replaces them, whatever the team wrote into them."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

from bcisub import resources
from bcisub.checking.finding import Finding
from bcisub.replay.record import PROVIDED
from bcisub.tracks.base import Layout, Track


def changed(root: Path, track: Track, layout: Layout) -> list[str]:
    """Files at `root` that the server replaces by something that does not do the same."""
    own = _own_files(root, layout)
    return [name for name, file in own.items() if not _alike(file, _reference(track, layout) / name)]


def remarks(names: list[str]) -> Iterator[Finding]:
    """One finding for every changed file."""
    for name in names:
        yield Finding(
            "framework-file-changed",
            "This is a file of the contest's framework, and not as the framework has it.",
            name,
            "Put your own code into files of your own.",
        )


def replace(root: Path, track: Track, layout: Layout) -> None:
    """Do to the files at `root` what the server does."""
    reference = _reference(track, layout)
    for name, file in _own_files(root, layout).items():
        if (reference / name).is_file():
            shutil.copyfile(reference / name, file)
        else:
            file.unlink()


def _own_files(root: Path, layout: Layout) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for own in layout.framework:
        place = root / own
        files = [place] if place.is_file() else sorted(place.rglob("*.py"))
        found.update((file.relative_to(root).as_posix(), file) for file in files)
    return found


def _reference(track: Track, layout: Layout) -> Path:
    return PROVIDED / layout.provided if layout.provided else resources.folder("templates") / track.name


def _alike(file: Path, reference: Path) -> bool:
    """The same program, whatever its comments, docstrings, annotations and spaces."""
    if not reference.is_file():
        return False
    first, second = file.read_bytes(), reference.read_bytes()
    if first == second:
        return True
    try:
        return _program(first) == _program(second)
    except (SyntaxError, ValueError):
        return False


def _program(source: bytes) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [one for one in body if not _says_nothing(one)]
        for name in ("annotation", "returns"):
            if isinstance(node, (ast.arg, ast.FunctionDef, ast.AsyncFunctionDef)) and hasattr(node, name):
                setattr(node, name, None)
    return ast.dump(tree)


def _says_nothing(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
