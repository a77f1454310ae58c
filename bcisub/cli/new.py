"""`bcisub new`: a fresh project from the track's template."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub import tracks
from bcisub.cli.choices import LayoutOption, TrackName
from bcisub.cli.console import out
from bcisub.model.shell import typed
from bcisub.project.project import layout_named
from bcisub.project.scaffold import scaffold


def command(
    track: TrackName,
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="Where; ./TRACK if not given.")] = None,
    name: Annotated[str, typer.Option(help="Name of the project; the folder's if not given.")] = "",
    team: Annotated[str, typer.Option(help="Name of the team.")] = "",
    layout: LayoutOption = None,
) -> None:
    """Make a project: the official tree with a baseline that runs."""
    chosen = tracks.get(track)
    target = folder if folder is not None else Path(track)
    shape = layout_named(chosen, layout) if layout is not None else chosen.layouts[0]
    made = scaffold(chosen, target, name, team, shape)
    out.print(f"Made {target}: {chosen.title}, {len(made)} files.", highlight=False, markup=False)
    out.print(f"Your algorithm goes into {target / shape.entry}.", highlight=False, markup=False, soft_wrap=True)
    for step in ("eval", "pack"):
        out.print(f"  bcisub {step} {typed(target)}", highlight=False, markup=False, soft_wrap=True)
