"""`bcisub score`: score a recorded run again, or a file of predictions, without running anything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub import tracks
from bcisub.cli.choices import EngineOption, JsonFile, ReadingOptions, SlowerOption, Stage, TruthFile
from bcisub.cli.console import err, out, write_json
from bcisub.cli.progress import share_bar
from bcisub.cli.screen import show
from bcisub.evaluation.predictions import score_predictions
from bcisub.evaluation.score_run import score_folder
from bcisub.history.hidden_truth import find_truth
from bcisub.history.interrupted import settle
from bcisub.history.runs import find_run, read_run
from bcisub.model.errors import BcisubError
from bcisub.model.result import Result
from bcisub.project.project import FILE_NAME, Project, open_project
from bcisub.replay.frame_source import FrameSource
from bcisub.replay.options import RunOptions
from bcisub.scoring.readings import parse
from bcisub.tracks import serving_frames

PREDICTED = ", ".join(track.name for track in serving_frames())
"""Tracks that hand in predictions."""


def command(
    run: Annotated[
        str | None, typer.Argument(metavar="[RUN]", help="A run folder, its id, or `last`, which is the default.")
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=f"Score this file of predictions instead of a run ({PREDICTED})."),
    ] = None,
    data: Annotated[str | None, typer.Option(help="The set the predictions are of, a name or a path.")] = None,
    reading: ReadingOptions = None,
    engine: EngineOption = None,
    slower: SlowerOption = 1.0,
    json_file: JsonFile = None,
    ignore_compute: Annotated[
        bool | None, typer.Option("--ignore-compute/--count-compute", help="As run, unless given.")
    ] = None,
    stage: Annotated[Stage | None, typer.Option(help="The contest's stage; as run, unless given.")] = None,
    truth: TruthFile = None,
) -> None:
    """Score a recorded run again, or a file of predictions, under any reading, without running anything."""
    for sentence in settle(Path.cwd()):
        err.print(sentence, markup=False, style="yellow")
    if csv is not None or data is not None:
        times = None if slower == 1 else slower
        for name, given in (
            ("RUN", run),
            ("--stage", stage),
            ("--truth", truth),
            ("--ignore-compute", ignore_compute),
            ("--as", engine),
            ("--slower", times),
        ):
            if given is not None:
                raise BcisubError(
                    f"{name} is for a recorded run, not for a file of predictions.",
                    hint="Give --csv FILE --data SET alone, with --reading and --json as you like.",
                )
        result = _predictions(csv, data, parse(reading or ()))
    else:
        changed = {"ignore_compute": ignore_compute, "stage": None if stage is None else stage.value}
        folder = find_run(run or "last", Path.cwd())
        truth_table = None if truth is None else find_truth(truth, tracks.get(read_run(folder)["track"]), Path.cwd())
        result = score_folder(folder, parse(reading or ()), changed, truth_table, engine=engine, slower=slower)
    if json_file is not None:
        write_json(result.to_json(), json_file)
    if json_file != "-":
        show(result, out)
    if not result.valid and not result.unlabelled:
        raise typer.Exit(1)


def _predictions(file: Path | None, data: str | None, readings: dict[str, str]) -> Result:
    """The result of a file of predictions, by the settings of the project in this folder if it is one of the track."""
    if file is None or data is None:
        raise BcisubError("A file of predictions is scored with both: --csv FILE --data SET.")
    here = Path.cwd()
    project = open_project(here) if (here / FILE_NAME).is_file() else None
    if project is None or project.track.serves != "frames":
        track, *others = serving_frames()
        if others:
            raise BcisubError(
                f"Predictions are of several tracks: {PREDICTED}.", hint="Score them in the folder of your project."
            )
        project = Project(here, track, track.layouts[0], track.layouts[0], here.name)
    with share_bar("generating the sample set") as progress:
        source = FrameSource(data, project, RunOptions(), here, progress)
    for note in source.notes:
        err.print(note, markup=False, style="dim")
    return score_predictions(file, project, source, readings)
