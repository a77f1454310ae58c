"""`bcisub data import`: public data sets, as downloaded, into contest sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.data_options import chosen_track, command_line, told_set
from bcisub.cli.progress import share_bar
from bcisub.data.importers import get
from bcisub.data.importers.base import Order
from bcisub.data.importers.taking import import_set
from bcisub.data.making import free_place, whole_set, write_description
from bcisub.model.errors import BcisubError
from bcisub.tracks import TRACKS


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="benchmark, beta, eegmmidb, faced or platform.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The data set as downloaded: its folder or one file.")],
    track: Annotated[str | None, typer.Option("--track", "-t", help="Track; needed where several can use it.")] = None,
    target: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="DST", help="Folder of the new set; data/NAME-TRACK by default."),
    ] = None,
    batch: Annotated[str | None, typer.Option(help="Batch whose order the rows have: first or second.")] = None,
    seed: Annotated[int, typer.Option(help="Decides the order of trials where it is drawn.")] = 0,
) -> None:
    """Turn a public data set into a set of a track; `dataset.toml` says what in it is real and what is joined."""
    importer = get(name)
    kinds = {one: TRACKS[one].imports[name].of for one in sorted(TRACKS) if name in TRACKS[one].imports}
    wanted = track or (next(iter(kinds)) if len(kinds) == 1 else None)
    if wanted not in kinds:
        raise BcisubError(
            f"{name} cannot be used in {wanted}." if wanted else f"{name} can be used in several tracks.",
            hint=f"Give --track, one of: {', '.join(kinds)}.",
        )
    chosen = chosen_track(wanted, None)
    if batch is not None and batch not in chosen.batches:
        raise BcisubError(
            f"{chosen.name} has no batch {batch!r}.", hint=f"Batches: {', '.join(chosen.batches) or 'none'}."
        )
    if not path.exists():
        raise BcisubError("There is no such file or folder.", where=path, hint="Download the data set first.")
    place = target or Path("data") / f"{name}-{chosen.name}"
    free_place(place)
    with whole_set(place) as folder, share_bar(f"importing {name}") as progress:
        made = import_set(importer, Order(path, folder, chosen, progress, batch, seed))
        write_description(
            folder,
            {
                "track": chosen.name,
                "subjects": made.people,
                "name": place.name,
                "origin": importer.origin,
                "summary": importer.summary(kinds),
                "licence": importer.licence,
                "made": command_line("import", name, path.name, track=chosen.name, batch=batch, seed=seed or None),
                "real": made.real,
                "joined": made.joined,
                "notes": made.notes,
                "missing_channels": made.missing,
            },
        )
    told_set(place, made.notes)
