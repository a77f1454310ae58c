"""`bcisub tracks`: the tracks and what each asks for."""

from __future__ import annotations

from rich.table import Table

from bcisub.cli.console import out
from bcisub.tracks import TRACKS


def command() -> None:
    """List the tracks: target Python, layout, score, sample sets."""
    table = Table(box=None, pad_edge=False)
    for column in ("track", "what it is", "Python", "layouts, the first by default", "score", "sample sets"):
        table.add_column(column, overflow="fold")
    for track in TRACKS.values():
        unit = "" if track.unit == track.metric else f", {track.unit}"
        better = "" if track.higher_is_better else " (lower is better)"
        table.add_row(
            track.name,
            track.summary,
            track.python,
            "\n".join(f"{layout.name}: {layout.summary}" for layout in track.layouts),
            f"{track.metric}{unit}{better}",
            ", ".join(track.sample_sets),
        )
    out.print(table)
