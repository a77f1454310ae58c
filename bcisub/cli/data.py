"""`bcisub data`: the sample sets and the team's own sets."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from bcisub.data.summary import BlockSummary
    from bcisub.tracks.base import Track

app = typer.Typer(
    help="Data sets: list, look into, make.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

SetName = Annotated[str, typer.Argument(metavar="SET", help="Name of a set, or its path.")]
TrackOption = Annotated[
    str | None, typer.Option("--track", "-t", help="Track; by default that of the project in this folder.")
]
JsonOption = Annotated[str | None, typer.Option("--json", metavar="FILE", help="Write JSON; - is standard output.")]


@app.command("list")
def list_sets(track: TrackOption = None, json: JsonOption = None) -> None:
    """The sets that can be named: in $BCISUB_DATA, in the project's data/, and the sample sets of every track."""
    from bcisub.cli.console import out, write_json
    from bcisub.data import samples, sets
    from bcisub.tracks import TRACKS, get

    found: list[dict[str, Any]] = []
    for place in sets.places(Path.cwd()):
        for entry in sorted(place.iterdir(), key=lambda path: sets.natural(path.name)) if place.is_dir() else ():
            if entry.is_dir() and not entry.name.startswith("."):
                info = sets.describe(entry)
                found.append(
                    {
                        "name": entry.name,
                        "track": info.get("track"),
                        "origin": "own",
                        "path": str(entry),
                        "summary": str(info.get("summary") or info.get("origin") or ""),
                    }
                )
    for known in [get(track)] if track else TRACKS.values():
        for name in samples.names(known.name):
            cached = samples.cached(known.name, name)
            found.append(
                {
                    "name": name,
                    "track": known.name,
                    "origin": "sample",
                    "path": str(cached) if cached else None,
                    "summary": str(samples.recipe(known.name, name).get("summary", "")),
                }
            )
    if track:
        found = [row for row in found if row["track"] in (track, None)]
    if json:
        write_json({"schema": "bcisub.sets/1", "sets": found}, json)
        return
    table = _table("set", "track", "kind", "on disk", "what it is")
    for row in found:
        table.add_row(
            row["name"], row["track"] or "?", row["origin"], "yes" if row["path"] else "on first use", row["summary"]
        )
    out.print(table)


@app.command("info")
def info(
    name: SetName,
    track: TrackOption = None,
    subject: Annotated[str | None, typer.Option("--subject", "-s", help="Draw a block of this subject.")] = None,
    block: Annotated[str | None, typer.Option("--block", "-b", help="Draw this block; by default the first.")] = None,
    json: JsonOption = None,
) -> None:
    """Subjects, blocks, trials, seconds and size of a set, and the timeline of one block."""
    from bcisub.cli.console import out, write_json
    from bcisub.cli.progress import share_bar
    from bcisub.data import sets
    from bcisub.data.recording import trigger_events
    from bcisub.data.summary import summarise, summarise_frames
    from bcisub.data.timeline import draw, trial_spans

    chosen = _track(track, name)
    with share_bar(f"generating {name}") as progress:
        path, known = sets.find_set(name, chosen, Path.cwd(), progress)
    about = sets.describe(path)
    drawn: dict[str, Any] | None = None
    lines: list[str] = []
    if chosen.serves == "frames":
        rows = list(summarise_frames(path))
    else:
        dataset = sets.open_set(name, chosen, Path.cwd())
        rows = list(summarise(dataset, chosen.fs))
        picked = _pick(dataset, subject, block)
        data = picked[1].load()
        events = trigger_events(data[-1])
        lines = draw(events, data.shape[1], chosen.fs)
        spans = [{"start": span.start, "code": span.code, "end": span.end} for span in trial_spans(events)]
        drawn = {"subject": picked[0], "block": picked[1].name, "trials": spans}
    if json:
        write_json(
            {
                "schema": "bcisub.set/1",
                "name": known,
                "track": chosen.name,
                "path": str(path),
                "about": about,
                "blocks": [row.as_dict() for row in rows],
                "timeline": drawn,
            },
            json,
        )
        return
    out.print(f"{known} ({chosen.name}), {path}", highlight=False, soft_wrap=True)
    if about.get("origin"):
        out.print(f"{about['origin']}: {about.get('summary', '')}", highlight=False, soft_wrap=True)
    out.print(_frame_table(rows) if chosen.serves == "frames" else _summary_table(rows))
    if drawn:
        out.print(f"\n{drawn['subject']}/{drawn['block']}, {len(drawn['trials'])} trials", highlight=False)
        for line in lines:
            out.print(line, highlight=False, markup=False, soft_wrap=True)


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
    from bcisub.errors import BcisubError

    chosen = _track(track, None)
    if target is not None and target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BcisubError(
            "There is something already.", where=target, hint="Choose a folder that is empty or not there."
        )
    with share_bar(f"generating {name}") as progress:
        if target is not None:
            if target.is_dir():
                target.rmdir()  # empty; a set takes its place whole
            samples.make(chosen, name, target, progress)
        else:
            old = samples.cached(chosen.name, name)
            if force and old:
                shutil.rmtree(old)
            target = samples.ensure(chosen, name, progress)
    out.print(str(target), highlight=False, markup=False, soft_wrap=True)


def _track(given: str | None, name: str | None) -> Track:
    """The track by option, by the set's own description, or by the project in the current folder."""
    from bcisub.data import sets
    from bcisub.errors import BcisubError
    from bcisub.project import open_project
    from bcisub.tracks import TRACKS, get

    if given:
        return get(given)
    if name is not None:
        for folder in [*(place / name for place in sets.places(Path.cwd())), Path(name).expanduser()]:
            told = sets.describe(folder).get("track") if folder.is_dir() else None
            if told in TRACKS:
                return get(told)
    try:
        return open_project(Path.cwd()).track
    except BcisubError as error:
        raise BcisubError(
            "It is not clear which track is meant.", hint=f"Give --track, one of: {', '.join(TRACKS)}."
        ) from error


def _pick(dataset: Any, subject: str | None, block: str | None) -> tuple[str, Any]:
    from bcisub.errors import BcisubError

    for one in dataset.subjects:
        for candidate in one.blocks:
            if subject in (None, one.name) and block in (None, candidate.name):
                return one.name, candidate
    raise BcisubError(
        f"The set has no {subject or 'subject'}/{block or 'block'}.",
        where=dataset.path,
        hint=f"Subjects: {', '.join(one.name for one in dataset.subjects)}.",
    )


def _table(*columns: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _summary_table(rows: list[BlockSummary]) -> Any:
    table = _table("subject", "block", "trials", "seconds", "rows", "MB")
    for row in rows:
        seconds = "" if row.seconds is None else f"{row.seconds:.1f}"
        table.add_row(row.subject, row.block, str(row.trials), seconds, str(row.rows or ""), f"{row.size / 1e6:.1f}")
    total = sum(row.seconds or 0 for row in rows)
    subjects = len({row.subject for row in rows})
    table.add_section()
    table.add_row(
        f"{subjects} in all",
        str(len(rows)),
        str(sum(row.trials for row in rows)),
        f"{total:.1f}" if total else "",
        "",
        f"{sum(row.size for row in rows) / 1e6:.1f}",
    )
    return table


def _frame_table(rows: list[BlockSummary]) -> Any:
    table = _table("subject", "group", "frames", "with label", "calibration", "MB")
    for row in rows:
        counts = (row.trials, row.labelled, row.calibration)
        table.add_row(row.subject, row.block, *map(str, counts), f"{row.size / 1e6:.1f}")
    table.add_section()
    sums = (
        sum(each) for each in zip(*((row.trials, row.labelled or 0, row.calibration or 0) for row in rows), strict=True)
    )
    size = sum(row.size for row in rows) / 1e6
    table.add_row(f"{len({row.subject for row in rows})} in all", str(len(rows)), *map(str, sums), f"{size:.1f}")
    return table


@app.command("index")
def index(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of near-eye pictures.")],
    pattern: Annotated[
        str, typer.Option(help="Path of a picture below FOLDER, with {subject}, {group}, {frame} and {eye}.")
    ] = "{subject}/{group}/{frame}_{eye}.png",
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV: subject, group, frame, x, y, calibration.")
    ] = None,
) -> None:
    """Build the index frames.csv of a folder of pictures (gaze), and name the pictures that cannot be used."""
    from bcisub.cli.console import err, out
    from bcisub.cli.progress import share_bar
    from bcisub.data.frame_index import build_index

    with share_bar("reading the pictures") as progress:
        report = build_index(folder, pattern, labels, progress=progress)
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
