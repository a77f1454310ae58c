"""The server's own files in a submission: it replaces them, whatever the team wrote into them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from bcisub.checking.shape import shape_of
from bcisub.model import resources
from bcisub.model.finding import INFO, Finding, declare
from bcisub.model.track import Layout, Track
from bcisub.replay.record import PROVIDED

FRAMEWORK_FILE_CHANGED = declare(
    "framework-file-changed", INFO, "The server puts its own file in its place; your changes do nothing."
)


def changed(root: Path, track: Track, layout: Layout) -> list[str]:
    """Files at `root` that the server replaces by something that does not do the same."""
    own, reference = _own_files(root, layout), _reference(track, layout)
    packages = [folder.replace("/", ".") for folder in layout.framework]
    return [name for name, file in own.items() if not _alike(file, reference / name, packages)]


def remarks(names: list[str]) -> Iterator[Finding]:
    """One finding for every changed file."""
    for name in names:
        yield FRAMEWORK_FILE_CHANGED.found(
            "This is a file of the contest's framework, and not as the framework has it.",
            "Put your own code into files of your own.",
            place=name,
        )


def replace(root: Path, track: Track, layout: Layout) -> None:
    """Put what the server has in place of the files at `root`, as far as it is known; the others stay."""
    reference = _reference(track, layout)
    for name, file in _own_files(root, layout).items():
        if (reference / name).is_file():
            shutil.copyfile(reference / name, file)


def _own_files(root: Path, layout: Layout) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for own in layout.framework:
        place = root / own
        files = [place] if place.is_file() else sorted(place.rglob("*.py"))
        found.update((file.relative_to(root).as_posix(), file) for file in files)
    return found


def _reference(track: Track, layout: Layout) -> Path:
    return PROVIDED / layout.provided if layout.provided else resources.folder("templates") / track.name


def _alike(file: Path, reference: Path, packages: Sequence[str]) -> bool:
    """Nothing is in the file that the server's has not; one that is not known here is taken for the kit's own."""
    if not reference.is_file():
        return True
    first, second = file.read_bytes(), reference.read_bytes()
    try:
        return first == second or not shape_of(first, packages).adds_to(shape_of(second, packages))
    except (SyntaxError, ValueError):
        return False
