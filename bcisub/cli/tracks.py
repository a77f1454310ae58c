"""`bcisub tracks`: the tracks and what each asks for."""

from __future__ import annotations


def command() -> None:
    """List the tracks: target Python, layout, score, sample sets."""
    from rich.table import Table

    from bcisub.cli.console import out
    from bcisub.tracks import TRACKS

    table = Table("track", "what it is", "Python", "layout", "score", "sample sets", box=None, pad_edge=False)
    for track in TRACKS.values():
        better = "" if track.higher_is_better else " (lower is better)"
        table.add_row(
            track.name,
            track.summary,
            track.python,
            track.layouts[0].summary,
            f"{track.metric}, {track.unit}{better}",
            ", ".join(track.sample_sets),
        )
    out.print(table)
