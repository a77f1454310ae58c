"""`bcisub data list`: the sets that can be named."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from bcisub.cli.choices import json_option
from bcisub.cli.console import out, write_json
from bcisub.cli.data_options import TrackOption, plain_table
from bcisub.data import samples, sets
from bcisub.data.summary import extent
from bcisub.model.errors import BcisubError
from bcisub.model.recording import natural
from bcisub.tracks import TRACKS, get

_NOT_THERE: dict[str, Any] = dict.fromkeys(("path", "subjects", "blocks", "bytes", "error"))


def command(track: TrackOption = None, json: Annotated[str | None, json_option("bcisub.sets/1")] = None) -> None:
    """The sets that can be named: in $BCISUB_DATA, in the project's data/, and the sample sets of every track."""
    found: list[dict[str, Any]] = []
    for place in sets.places(Path.cwd()):
        for entry in sorted(place.iterdir(), key=lambda path: natural(path.name)) if place.is_dir() else ():
            if entry.is_dir() and not entry.name.startswith("."):
                found.append({"name": entry.name, "origin": "own", **_own(entry)})
    for known in [get(track)] if track else TRACKS.values():
        for name in samples.names(known.name):
            recipe = {"track": known.name, "summary": str(samples.recipe(known.name, name).get("summary", ""))}
            cached = samples.cached(known.name, name)
            found.append({"name": name, "origin": "sample", **(_own(cached) if cached else _NOT_THERE), **recipe})
    if track:
        found = [row for row in found if row["track"] in (track, None)]
    if json:
        write_json({"schema": "bcisub.sets/1", "sets": found}, json)
        return
    table = plain_table("set", "track", "kind", "subjects", "blocks", "on disk", "what it is")
    for row in found:
        counts = ("" if row[key] is None else str(row[key]) for key in ("subjects", "blocks"))
        size = "on first use" if row["path"] is None else "" if row["bytes"] is None else f"{row['bytes'] / 1e6:.1f} MB"
        what = f"unreadable: {row['error']}" if row["error"] else row["summary"]
        table.add_row(row["name"], row["track"] or "?", row["origin"], *counts, size, what)
    out.print(table, markup=False)


def _own(folder: Path) -> dict[str, Any]:
    """What `list` tells of a set on disk; one that cannot be read is a row that says why."""
    row = {**_NOT_THERE, "path": str(folder), "track": None, "summary": ""}
    try:
        info = sets.describe(folder)
        row |= {"track": info.get("track"), "summary": info.get("summary") or info.get("origin") or ""}
        row |= asdict(extent(folder))
    except (BcisubError, OSError) as error:
        row["error"] = str(error)
    return row
