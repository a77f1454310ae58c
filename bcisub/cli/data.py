"""`bcisub data`: the sample sets and the team's own sets. Wires its commands; list, make and index are here."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from bcisub.cli import data_check, data_convert, data_import, data_info
from bcisub.cli.data_options import JsonOption, TrackOption, chosen_track, plain_table

app = typer.Typer(
    help="Data sets: list, look into, check, convert, import, make, index.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command("list")
def list_sets(track: TrackOption = None, json: JsonOption = None) -> None:
    """The sets that can be named: in $BCISUB_DATA, in the project's data/, and the sample sets of every track."""
    from bcisub.cli.console import out, write_json
    from bcisub.data import samples, sets
    from bcisub.model.recording import natural
    from bcisub.tracks import TRACKS, get

    found: list[dict[str, Any]] = []
    for place in sets.places(Path.cwd()):
        for entry in sorted(place.iterdir(), key=lambda path: natural(path.name)) if place.is_dir() else ():
            if entry.is_dir() and not entry.name.startswith("."):
                found.append({"name": entry.name, "origin": "own", **_own(entry)})
    for known in [get(track)] if track else TRACKS.values():
        for name in samples.names(known.name):
            told = {"track": known.name, "summary": str(samples.recipe(known.name, name).get("summary", ""))}
            cached = samples.cached(known.name, name)
            found.append({"name": name, "origin": "sample", **(_own(cached) if cached else _NOT_THERE), **told})
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


_NOT_THERE: dict[str, Any] = dict.fromkeys(("path", "subjects", "blocks", "bytes", "error"))


def _own(folder: Path) -> dict[str, Any]:
    """What `list` tells of a set on disk; one that cannot be read is a row that says why."""
    from bcisub.data import sets
    from bcisub.data.summary import extent
    from bcisub.model.errors import BcisubError

    row = {**_NOT_THERE, "path": str(folder), "track": None, "summary": ""}
    try:
        info = sets.describe(folder)
        row |= {"track": info.get("track"), "summary": info.get("summary") or info.get("origin") or ""}
        row |= asdict(extent(folder))
    except (BcisubError, OSError) as error:
        row["error"] = str(error)
    return row


app.command("info")(data_info.command)
app.command("check")(data_check.command)
app.command("convert")(data_convert.command)
app.command("import")(data_import.command)


@app.command("make")
def make(
    name: Annotated[str, typer.Argument(metavar="SET", help="A sample set.")],
    track: TrackOption = None,
    target: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write it to this folder, not to the cache.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Generate it again even if it is in the cache.")] = False,
) -> None:
    """Generate a sample set."""
    from bcisub.cli.console import out
    from bcisub.cli.progress import share_bar
    from bcisub.data import samples
    from bcisub.data.making import free_place

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


@app.command("index")
def index(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of near-eye pictures.")],
    pattern: Annotated[
        str, typer.Option(help="Path of a picture below FOLDER, with {subject}, {group}, {frame} and {eye}.")
    ] = "{subject}/{group}/{frame}_{eye}.png",
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV: subject, group, frame, x, y, calibration.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over an index that holds labels, even without --labels.")
    ] = False,
) -> None:
    """Build the index frames.csv of a folder of pictures (gaze), and name the pictures that cannot be used."""
    from bcisub.cli.console import err, out
    from bcisub.cli.progress import share_bar
    from bcisub.data.frame_index import build_index

    with share_bar("reading the pictures") as progress:
        report = build_index(folder, pattern, labels, force=force, progress=progress)
    for name, why in report.broken:
        err.print(f"broken: {name}: {why}", markup=False)
    for name, eye in report.lonely:
        err.print(f"without partner: {name}: the {eye} eye is missing or broken", markup=False)
    for name in report.without_frame:
        err.print(f"label without pictures: {name}", markup=False)
    if report.unmatched:
        err.print(f"{report.unmatched} picture(s) do not fit the pattern", markup=False)
    counts = f"{report.frames} frames, {report.labelled} with labels, {report.calibration} for calibration"
    out.print(f"{report.path}: {counts}", markup=False, soft_wrap=True)
    if report.broken or report.lonely:
        raise typer.Exit(1)
