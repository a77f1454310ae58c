"""Lays a project out in another layout of its track: files moved, imports renamed, the rest as it was."""

from __future__ import annotations

import io
import json
import tokenize
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, declare
from bcisub.project.contents import submission_files
from bcisub.project.project import Project
from bcisub.targets.environments import FILE_NAME

Moves = Sequence[tuple[str, str]]
LAYOUT_FIXED = declare("layout-fixed", ERROR, "The upload cannot be made in this layout.")


def relaid(project: Project, folder: Path) -> Project:
    """The project in the layout of its bundle: itself, or a copy in `folder`; what it reports must not change."""
    wanted = project.bundle
    if wanted.name == project.layout.name:
        return project
    for name, file in submission_files(project.root, project.layout).items():
        if name == project.layout.config:
            continue
        if file.suffix == ".pyc":
            raise SubmissionError(
                "Compiled code cannot be moved: the names it imports are fixed in it.",
                where=name,
                hint=f"Put its source there, or pack in the layout {project.layout.name}.",
                code=LAYOUT_FIXED.code,
            )
        place = folder / _moved(name, wanted.moved)
        place.parent.mkdir(parents=True, exist_ok=True)
        raw = file.read_bytes()
        place.write_bytes(renamed(raw, wanted.moved) if file.suffix == ".py" else raw)
    _complete(project, folder)
    return replace(project, root=folder, layout=wanted)


def renamed(source: bytes, moves: Moves) -> bytes:
    """The source with the dotted names of moved packages replaced, wherever they begin a name; nothing else."""
    packages = [(tuple(old.split("/")), new.replace("/", ".")) for old, new in moves]
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
        lines = source.decode(encoding).split("\n")
    except (tokenize.TokenError, SyntaxError, UnicodeDecodeError):
        return source  # the compiler says what is wrong with it
    words = [token.string for token in tokens]
    # From the last to the first, so that the columns of those before stay true.
    for at in reversed(range(len(tokens))):
        if tokens[at].type != tokenize.NAME or words[at - 1 : at] == ["."]:
            continue
        for old, new in packages:
            last = at + 2 * len(old) - 2
            if words[at : last + 1] == ".".join(old).replace(".", " . ").split():
                (row, start), (_, end) = tokens[at].start, tokens[last].end
                line = lines[row - 1]
                lines[row - 1] = line[:start] + new + line[end:]
                break
    return "\n".join(lines).encode(encoding)


def _moved(name: str, moves: Moves) -> PurePosixPath:
    path = PurePosixPath(name)
    for old, new in moves:
        if path.is_relative_to(old):
            return PurePosixPath(new) / path.relative_to(old)
    return path


def _complete(project: Project, folder: Path) -> None:
    """Add what the layout uploads besides the code: the project's own files, else what the layout starts with."""
    wanted = project.bundle
    for name in (*wanted.packed, *wanted.optional):
        own, place = project.root / name, folder / name
        if own.is_file():
            place.write_bytes(own.read_bytes())
        elif name == wanted.config:
            place.write_text(json.dumps(wanted.start, indent=4) + "\n", encoding="utf-8", newline="\n")
        elif name == FILE_NAME and name in wanted.packed and not place.exists():
            place.write_text("\n".join(project.track.requirements) + "\n", encoding="utf-8", newline="\n")
