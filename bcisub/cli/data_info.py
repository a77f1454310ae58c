"""`bcisub data info`: what a set holds, and the timeline of one block."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bcisub.cli.data_options import JsonOption, SetName, TrackOption, chosen_track, generating, plain_table

if TYPE_CHECKING:
    from bcisub.data.summary import BlockSummary


def command(
    name: SetName,
    track: TrackOption = None,
    subject: Annotated[str | None, typer.Option("--subject", "-s", help="Draw a block of this subject.")] = None,
    block: Annotated[str | None, typer.Option("--block", "-b", help="Draw this block; by default the first.")] = None,
    json: JsonOption = None,
) -> None:
    """Subjects, blocks, trials, seconds and size of a set, and the timeline of one block."""
    from bcisub.cli.console import out, write_json
    from bcisub.data import sets
    from bcisub.data.recording import trigger_events
    from bcisub.data.summary import FRAME_INDEX, summarise, summarise_frames
    from bcisub.data.timeline import draw, trial_spans

    chosen = chosen_track(track, name)
    with generating(name) as progress:
        path, known = sets.find_set(name, chosen, Path.cwd(), progress)
    about = sets.describe(path)
    drawn: dict[str, Any] | None = None
    lines: list[str] = []
    if (path / FRAME_INDEX).is_file():
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
    out.print(_summary_table(rows))
    if drawn:
        out.print(f"\n{drawn['subject']}/{drawn['block']}, {len(drawn['trials'])} trials", highlight=False)
        for line in lines:
            out.print(line, highlight=False, markup=False, soft_wrap=True)


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


def _summary_table(rows: list[BlockSummary]) -> Any:
    table = plain_table("subject", "block", "trials", "seconds", "rows", "MB")
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
