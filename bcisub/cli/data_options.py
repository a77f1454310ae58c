"""What the commands of `bcisub data` share: arguments, the choice of the track, a bar, a table."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from bcisub.cli.console import err, out
from bcisub.data import sets
from bcisub.model.errors import BcisubError
from bcisub.model.track import Track
from bcisub.project.project import open_project
from bcisub.tracks import TRACKS, get

SetName = Annotated[str, typer.Argument(metavar="SET", help="Name of a set, or its path.")]
TrackOption = Annotated[
    str | None, typer.Option("--track", "-t", help="Track; by default that of the project in this folder.")
]


def chosen_track(given: str | None, name: str | None) -> Track:
    """The track by option, by the set's own description, or by the project in the current folder."""
    if given:
        return get(given)
    if name is not None:
        for folder in [*(place / name for place in sets.places(Path.cwd())), Path(name).expanduser()]:
            named = sets.describe(folder).get("track") if folder.is_dir() else None
            if named in TRACKS:
                return get(named)
    try:
        return open_project(Path.cwd()).track
    except BcisubError as error:
        raise BcisubError(
            "It is not clear which track is meant.", hint=f"Give --track, one of: {', '.join(TRACKS)}."
        ) from error


def plain_table(*columns: str) -> Any:
    """A table without lines around it."""
    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def told_set(target: Path, notes: Iterable[str]) -> None:
    """Say what was done on standard error, and where the new set is on standard output."""
    for note in notes:
        err.print(note, markup=False, soft_wrap=True)
    out.print(str(target), highlight=False, markup=False, soft_wrap=True)


def command_line(command: str, *arguments: str, **options: object) -> str:
    """The command as typed, for the set's description; folders above the named ones are nobody's business."""
    words = ["bcisub", "data", command, *arguments]
    for name, value in options.items():
        if value is True:
            words.append(f"--{name}")
        elif value not in (None, False):
            words += [f"--{name}", value.name if isinstance(value, Path) else str(value)]
    return shlex.join(words)
