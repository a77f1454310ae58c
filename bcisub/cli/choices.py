"""Argument types that several commands share, with shell completion."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from bcisub.model.outputs import check_output, json_of
from bcisub.tracks import TRACKS


class Stage(str, Enum):
    """The contest's stages."""

    PRELIMINARY = "preliminary"
    FINAL = "final"


def _track_names(incomplete: str) -> list[str]:
    return [name for name in TRACKS if name.startswith(incomplete)]


def json_option(schema: str, what: str = "Write JSON here; - is standard output.") -> Any:
    """The option `--json` of a command; only JSON of the same schema is ever written over."""

    def checked(target: str | None) -> str | None:
        if target is not None and target != "-":
            check_output(Path(target), json_of(schema))
        return target

    return typer.Option("--json", metavar="FILE", help=what, callback=checked)


TrackName = Annotated[
    str, typer.Argument(metavar="TRACK", help="A name from `bcisub tracks`.", autocompletion=_track_names)
]
TrackOption = Annotated[
    str | None,
    typer.Option("--track", help="The track, where the folder does not tell it.", autocompletion=_track_names),
]
LayoutOption = Annotated[str | None, typer.Option("--layout", help="A layout of the track, where it has several.")]
ProjectPath = Annotated[Path, typer.Argument(metavar="PROJECT", help="Project folder or packed bundle.")]
JsonFile = Annotated[str | None, json_option("bcisub.result/1", "Write the JSON result here; - is standard output.")]
TruthFile = Annotated[
    str | None,
    typer.Option("--truth", metavar="FILE", help="Truth of a set that hides it: a truth.csv, or the set that has one."),
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="ENGINE", help="All readings of a public engine at once (the presets of `bcisub rules`)."
    ),
]
SlowerOption = Annotated[
    float, typer.Option("--slower", metavar="FACTOR", help="Times the recorded computing: a slower server.", min=0.1)
]
ReadingOptions = Annotated[
    list[str] | None, typer.Option("--reading", metavar="K=V", help="Choose a reading (see `bcisub rules`).")
]
