"""`bcisub data convert`: recordings of any shape into a track's official one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.data_options import chosen_track, command_line, told_set
from bcisub.cli.progress import share_bar
from bcisub.data import sets
from bcisub.data.converting.convert import UNITS, Wishes, convert_set
from bcisub.data.converting.events import read_table
from bcisub.data.formats.content import sampling_rate
from bcisub.data.making import free_place, whole_set, write_description
from bcisub.model.errors import BcisubError


def command(
    source: Annotated[str, typer.Argument(metavar="SRC", help="A set's name or path, or one recording.")],
    target: Annotated[Path, typer.Argument(metavar="DST", help="Folder of the new set.")],
    track: Annotated[str, typer.Option("--track", "-t", help="The track whose shape it takes.")],
    events: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV table from,to,seconds: stored events to the track's codes.")
    ] = None,
    split: Annotated[bool, typer.Option("--split", help="Cut recordings into blocks at their block marks.")] = False,
    channels: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of the rows, with commas, where the files have none.")
    ] = None,
    rate: Annotated[float | None, typer.Option(metavar="HZ", help="Sampling rate, where the files do not say.")] = None,
    unit: Annotated[str | None, typer.Option(help="uV, mV or V; volts are recognised by their size.")] = None,
    batch: Annotated[str | None, typer.Option(help="Batch whose order the rows have: first or second.")] = None,
) -> None:
    """Pick and order channels by name, resample, map event codes, split blocks; the new set says what was done."""
    chosen = chosen_track(track, None)
    if unit is not None and unit not in UNITS:
        raise BcisubError(f"There is no unit {unit!r}.", hint=f"Units: {', '.join(UNITS)}.")
    wishes = Wishes(
        channels=tuple(name.strip() for name in channels.split(",")) if channels else (),
        batch=batch,
        fs=sampling_rate(rate, "--rate"),
        unit=unit,
        table=read_table(events) if events else None,
        split=split,
    )
    path, known = sets.find_set(source, chosen, Path.cwd())
    subjects = sets.recordings_in(path, chosen)
    free_place(target)
    about = sets.describe(path)
    with whole_set(target) as folder, share_bar("converting") as progress:
        account = convert_set(subjects, folder, chosen, wishes, progress)
        write_description(
            folder,
            {
                "track": chosen.name,
                "name": target.name,
                "origin": about.get("origin") or known,
                "summary": f"converted from {known}",
                "licence": about.get("licence"),
                "made": command_line(
                    "convert",
                    known,
                    target.name,
                    track=chosen.name,
                    events=events,
                    split=split,
                    channels=channels,
                    rate=rate,
                    unit=unit,
                    batch=batch,
                ),
                "notes": account.notes,
                "missing_channels": account.missing,
            },
        )
    told_set(target, account.notes)
