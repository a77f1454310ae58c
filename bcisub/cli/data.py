"""`bcisub data`: the sample sets and the team's own sets."""

from __future__ import annotations

import typer

from bcisub.cli.lazy import lazy

COMMANDS = {
    "list": ("bcisub.cli.data_list", "The sets that can be named."),
    "info": ("bcisub.cli.data_info", "What a set or a recording holds, and one block's timeline."),
    "check": ("bcisub.cli.data_check", "Check a set: rows, rate, signals, triggers."),
    "convert": ("bcisub.cli.data_convert", "Make any recordings a set in a track's shape."),
    "import": ("bcisub.cli.data_import", "Turn a public data set into a set of a track."),
    "make": ("bcisub.cli.data_make", "Generate a sample set."),
    "index": ("bcisub.cli.data_index", "Build the index of a folder of pictures."),
}

app = typer.Typer(
    cls=lazy(COMMANDS),
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _root() -> None:
    """Data sets: list, look into, check, convert, import, make, index."""
