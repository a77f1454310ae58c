"""`bcisub data info`: what a set or a recording holds, the timeline of one block, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from bcisub.cli.choices import json_option
from bcisub.cli.console import err, out, write_json
from bcisub.cli.data_options import SetName, TrackOption, chosen_track, plain_table
from bcisub.cli.progress import share_bar
from bcisub.data import sets
from bcisub.data.plotting import plot_block
from bcisub.data.reading import read
from bcisub.data.summary import BlockSummary, events_in, summarise, summarise_frames
from bcisub.data.timeline import draw, trial_spans
from bcisub.model.errors import BcisubError
from bcisub.model.frames import INDEX
from bcisub.model.outputs import PICTURE, check_output
from bcisub.model.recording import Block, Subject
from bcisub.model.track import Track

FS = 250
"""Hz of files that do not say, where no track is meant."""


def command(
    name: SetName,
    track: TrackOption = None,
    subject: Annotated[str | None, typer.Option("--subject", "-s", help="Draw a block of this subject.")] = None,
    block: Annotated[str | None, typer.Option("--block", "-b", help="Draw this block; by default the first.")] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE.png", help="Draw channels, spectrum and triggers of the block; needs bcisub[plot]."),
    ] = None,
    json: Annotated[str | None, json_option("bcisub.set/1")] = None,
) -> None:
    """Subjects, blocks, trials, seconds and size of a set or a recording of any format, and one block's timeline."""
    if plot is not None:
        check_output(plot, PICTURE)
    chosen = _meant_track(track, name)
    if chosen is None:
        path, known = Path(name).expanduser(), Path(name).resolve().name
    else:
        with share_bar(f"generating {name}") as progress:
            path, known = sets.find_set(name, chosen, Path.cwd(), progress)
    about = sets.describe(path)
    drawn: dict[str, Any] | None = None
    lines: list[str] = []
    frames = (path / INDEX).is_file()
    if frames:
        rows = list(summarise_frames(path))
    else:
        subjects = sets.recordings_in(path, chosen)
        fs = chosen.fs if chosen else FS
        rows = list(summarise(subjects, fs))
        whose, picked = _pick(subjects, path, subject, block)
        drawn, lines = _timeline(whose, picked, fs, plot, chosen)
    if json:
        write_json(
            {
                "schema": "bcisub.set/1",
                "name": known,
                "track": chosen.name if chosen else None,
                "path": str(path),
                "about": about,
                "blocks": [row.as_dict() for row in rows],
                "timeline": drawn,
            },
            json,
        )
        return
    out.print(f"{known} ({chosen.name if chosen else 'no track'}), {path}", markup=False, soft_wrap=True)
    if about.get("origin"):
        out.print(f"{about['origin']}: {about.get('summary', '')}", markup=False, soft_wrap=True)
    out.print(_frame_table(rows) if frames else _summary_table(rows), markup=False)
    if drawn:
        out.print(f"\n{drawn['subject']}/{drawn['block']}, {len(drawn['trials'])} trials", markup=False)
        for line in lines:
            out.print(line, highlight=False, markup=False, soft_wrap=True)
    if (
        chosen
        and not frames
        and any(row.rows not in (None, chosen.rows) or row.fs not in (None, chosen.fs) for row in rows)
    ):
        err.print(
            f"{chosen.name} takes {chosen.rows} rows at {chosen.fs} Hz: `bcisub data convert` makes such a set.",
            style="yellow",
        )


def _meant_track(given: str | None, name: str) -> Track | None:
    """The track that is meant, or none: a recording on disk can be looked at without one."""
    try:
        return chosen_track(given, name)
    except BcisubError:
        if given is None and Path(name).expanduser().exists():
            return None
        raise


def _timeline(
    whose: str, picked: Block, fs: int, plot: Path | None, track: Track | None
) -> tuple[dict[str, Any], list[str]]:
    """One block's trials, their drawing as text and, where asked for, its picture."""
    recording = read(picked.path)
    events = events_in(recording)
    rate = recording.fs or fs
    if plot is not None:
        names = recording.electrodes or (track.channels if track and recording.data.shape[0] == track.rows else ())
        plot_block(recording.data, events, rate, names, f"{whose}/{picked.name}", plot)
    spans = [{"start": span.start, "code": span.code, "end": span.end} for span in trial_spans(events)]
    return {"subject": whose, "block": picked.name, "trials": spans}, draw(events, recording.data.shape[1], rate)


def _pick(subjects: Sequence[Subject], path: Path, subject: str | None, block: str | None) -> tuple[str, Block]:
    for one in subjects:
        for candidate in one.blocks:
            if subject in (None, one.name) and block in (None, candidate.name):
                return one.name, candidate
    raise BcisubError(
        f"The set has no {subject or 'subject'}/{block or 'block'}.",
        where=path,
        hint=f"Subjects: {', '.join(one.name for one in subjects)}.",
    )


def _summary_table(rows: list[BlockSummary]) -> Any:
    table = plain_table("subject", "block", "trials", "seconds", "rows", "Hz", "MB")
    for row in rows:
        seconds = "" if row.seconds is None else f"{row.seconds:.1f}"
        rate = "" if row.fs is None else f"{row.fs:g}"
        size = f"{row.size / 1e6:.1f}"
        table.add_row(row.subject, row.block, str(row.trials), seconds, str(row.rows or ""), rate, size)
    total = sum(row.seconds or 0 for row in rows)
    subjects = len({row.subject for row in rows})
    table.add_section()
    table.add_row(
        f"{subjects} in all",
        str(len(rows)),
        str(sum(row.trials for row in rows)),
        f"{total:.1f}" if total else "",
        "",
        "",
        f"{sum(row.size for row in rows) / 1e6:.1f}",
    )
    return table


def _frame_table(rows: list[BlockSummary]) -> Any:
    table = plain_table("subject", "group", "frames", "with label", "calibration", "MB")
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
