"""`bcisub score RUN`: score a recorded run again, without running anything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.choices import JsonFile, ReadingOptions, Stage


def command(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run folder, its id, or `last`.")],
    reading: ReadingOptions = None,
    json_file: JsonFile = None,
    ignore_compute: Annotated[
        bool | None, typer.Option("--ignore-compute/--count-compute", help="As run, unless given.")
    ] = None,
    stage: Annotated[Stage | None, typer.Option(help="The contest's stage; as run, unless given.")] = None,
) -> None:
    """Score a recorded run again, under any reading, without running anything."""
    from bcisub.cli.console import err, out, write_json
    from bcisub.cli.screen import show
    from bcisub.results.evaluate import score_folder
    from bcisub.results.leftovers import settle
    from bcisub.results.runs import find_run
    from bcisub.scoring.readings import parse

    for sentence in settle(Path.cwd()):
        err.print(sentence, markup=False, style="yellow")
    changed = {"ignore_compute": ignore_compute, "stage": None if stage is None else stage.value}
    result = score_folder(find_run(run, Path.cwd()), parse(reading or ()), changed)
    if json_file is not None:
        write_json(result.to_json(), json_file)
    if json_file != "-":
        show(result, out)
    if not result.valid:
        raise typer.Exit(1)
