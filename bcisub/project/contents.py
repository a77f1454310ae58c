"""What goes into a bundle: the layout's files and folders, without what only the team needs."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, NEVER_STARTS, declare
from bcisub.model.track import Layout
from bcisub.project.project import FILE_NAME

IGNORE_FILE = ".bcisubignore"
PART_MISSING = declare("part-missing", ERROR, NEVER_STARTS)
LINKED_FOLDER = declare(
    "linked-folder", ERROR, "An archive cannot hold the link, so what is behind it is not uploaded."
)

_LEFT_OUT_FOLDERS = {
    "__pycache__", ".git", ".hg", ".svn", ".idea", ".vscode", ".bcisub", ".venv", "venv", ".ipynb_checkpoints",
    ".pytest_cache", ".mypy_cache", ".ruff_cache", "tests", "node_modules",
}  # fmt: skip
_LEFT_OUT_FILES = {".DS_Store", "Thumbs.db", ".gitignore", ".gitattributes", ".gitkeep", IGNORE_FILE, FILE_NAME}


def submission_files(root: Path, layout: Layout) -> dict[str, Path]:
    """Files of the submission: name below the project, with forward slashes, to the file; sorted by name."""
    for name in layout.packed:
        place = root / name
        if not place.exists() and not _compiled(place):
            raise SubmissionError(
                f"The submission lacks {name}, which is uploaded in the layout {layout.name}.",
                where=place,
                hint="Another layout of the track: --layout NAME (see bcisub tracks).",
                code=PART_MISSING.code,
            )
    return present_files(root, layout)


def present_files(root: Path, layout: Layout) -> dict[str, Path]:
    """The same, of a submission that need not be complete."""
    patterns = _patterns(root)
    files: dict[str, Path] = {}
    for name in (*layout.packed, *layout.optional):
        place = root / name
        if place.is_file() or place.is_dir():
            files.update((found, root / found) for found in _below(root, place, patterns))
        elif name in layout.packed and _compiled(place):
            compiled = place.with_suffix(".pyc")
            files[compiled.relative_to(root).as_posix()] = compiled
    return dict(sorted(files.items()))


def ignored(name: str, patterns: list[str]) -> bool:
    """The team's patterns leave this name out; the last one that fits decides, `!` takes back."""
    out = False
    path = PurePosixPath(name)
    parents = [str(parent) for parent in path.parents if str(parent) != "."]
    for pattern in patterns:
        wanted = pattern.lstrip("!")
        only_folders = wanted.endswith("/")
        bare = wanted.strip("/")
        places = parents if only_folders else [name, *parents]
        shown = places if "/" in wanted.rstrip("/") else [PurePosixPath(place).name for place in places]
        if any(fnmatch.fnmatchcase(place, bare) for place in shown):
            out = not pattern.startswith("!")
    return out


def _patterns(root: Path) -> list[str]:
    file = root / IGNORE_FILE
    lines = file.read_text("utf-8-sig").splitlines() if file.is_file() else []
    return [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]


def _below(root: Path, place: Path, patterns: list[str]) -> Iterator[str]:
    if place.is_file():
        name = place.relative_to(root).as_posix()
        if not ignored(name, patterns):
            yield name
        return
    for folder, folders, files in os.walk(place):
        here = Path(folder)
        # Earlier bundles, where the layout takes the whole project.
        folders[:] = sorted(name for name in folders if not _left_out(here / name) and here / name != root / "dist")
        for name in folders:
            if (here / name).is_symlink():
                raise SubmissionError(
                    "A link to a folder cannot be packed.",
                    where=here / name,
                    hint="Put the folder itself there.",
                    code=LINKED_FOLDER.code,
                )
        for name in files:
            found = (here / name).relative_to(root).as_posix()
            stale = name.endswith(".pyc") and (here / name).with_suffix(".py").is_file()
            if name not in _LEFT_OUT_FILES and not stale and not ignored(found, patterns):
                yield found


def _left_out(folder: Path) -> bool:
    """Caches, tests and the like; recordings in `data`, unless it is a package of the submission."""
    if folder.name == "data":
        return not any(folder.rglob("*.py"))
    return folder.name in _LEFT_OUT_FOLDERS


def _compiled(place: Path) -> bool:
    return place.suffix == ".py" and place.with_suffix(".pyc").is_file()
