"""`bcisub data make`: a sample set, generated from its recipe."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.console import out
from bcisub.cli.data_options import TrackOption, chosen_track
from bcisub.cli.progress import share_bar
from bcisub.data import samples
from bcisub.data.making import free_place


def command(
    name: Annotated[str, typer.Argument(metavar="SET", help="A sample set.")],
    track: TrackOption = None,
    target: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write it to this folder, not to the cache.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Generate it again even if it is in the cache.")] = False,
) -> None:
    """Generate a sample set."""
    chosen = chosen_track(track, None)
    with share_bar(f"generating {name}") as progress:
        if target is not None:
            free_place(target)
            samples.make(chosen, name, target, progress)
        else:
            old = samples.cached(chosen.name, name)
            if force and old:
                shutil.rmtree(old)
            target = samples.ensure(chosen, name, progress)
    out.print(str(target), highlight=False, markup=False, soft_wrap=True)
