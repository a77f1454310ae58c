"""`bcisub eval`: replay a data set through the submission and score it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub import tracks
from bcisub.cli.choices import (
    EngineOption,
    JsonFile,
    LayoutOption,
    ProjectPath,
    ReadingOptions,
    SlowerOption,
    Stage,
    TrackOption,
    TruthFile,
)
from bcisub.cli.console import err, out, write_json
from bcisub.cli.progress import ScreenFollower, steps
from bcisub.cli.screen import show
from bcisub.evaluation.evaluate import Evaluation, Request, evaluate, home_of
from bcisub.history.interrupted import settle
from bcisub.model.errors import BcisubError, StoppedError, SubmissionError
from bcisub.model.shell import typed
from bcisub.scoring.readings import parse


def command(
    project: ProjectPath = Path(),
    data: Annotated[str | None, typer.Option(help="A set's name or path; cali_A if the project names none.")] = None,
    python: Annotated[str, typer.Option(help="target, current, X.Y or the path of an interpreter.")] = "target",
    json_file: JsonFile = None,
    track: TrackOption = None,
    layout: LayoutOption = None,
    subject: Annotated[list[str] | None, typer.Option(help="Only this subject; may be given several times.")] = None,
    group: Annotated[list[str] | None, typer.Option(help="Only this group of frames; may be given again.")] = None,
    every: Annotated[int, typer.Option(metavar="N", help="Of a set of frames only every N-th.", min=1)] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the newest run, which was interrupted.")] = False,
    run: Annotated[str | None, typer.Option(metavar="RUN", help="Go on with this run: its folder or id.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="First block only: not a score.")] = False,
    shuffle: Annotated[int | None, typer.Option(metavar="SEED", help="Shuffle the order of the subjects.")] = None,
    ignore_compute: Annotated[
        bool, typer.Option("--ignore-compute", help="Leave computing time out, on machines too noisy to time.")
    ] = False,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="Ends the run; by default 3× the data, or 1 s a frame, + 60 s.", min=0.1),
    ] = None,
    memory_limit: Annotated[
        float | None, typer.Option(metavar="MB", help="Ends a run that takes more; 8000 by default.", min=1)
    ] = None,
    report_limit: Annotated[
        int | None, typer.Option(metavar="CHARS", help="Longest report that is looked at; 4096 by default.", min=1)
    ] = None,
    log_limit: Annotated[
        float | None,
        typer.Option(metavar="MB", help="Kept of the algorithm's prints; 10 by default.", min=0.01),
    ] = None,
    stage: Annotated[
        Stage, typer.Option(help="The contest's stage; the final limits a judgement's computing where the track does.")
    ] = Stage.PRELIMINARY,
    batch: Annotated[
        str | None, typer.Option(help="Batch of the recordings, where rows lie in another order: first or second.")
    ] = None,
    reading: ReadingOptions = None,
    engine: EngineOption = None,
    slower: SlowerOption = 1.0,
    truth: TruthFile = None,
    install_python: Annotated[bool, typer.Option("--install-python", help="Fetch a missing target with uv.")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Show what the algorithm prints.")] = False,
) -> None:
    """Replay a data set through the submission, score it, and explain every verdict."""
    home = home_of(project)
    for sentence in settle(home):
        err.print(sentence, markup=False, style="yellow")
    request = Request(
        submission=project,
        data=data,
        home=home,
        python=python,
        install_python=install_python,
        track=track,
        layout=layout,
        readings=parse(reading or ()),
        engine=engine,
        slower=slower,
        subjects=tuple(subject or ()),
        groups=tuple(group or ()),
        every=every,
        quick=quick,
        shuffle=shuffle,
        ignore_compute=ignore_compute,
        stage=stage.value,
        batch=batch,
        resume=(run or "last") if resume or run is not None else None,
        truth=truth,
        time_seconds=time_limit,
        memory_mb=memory_limit,
        report_chars=report_limit,
        log_mb=log_limit,
    )
    with steps() as step:
        done = evaluate(request, ScreenFollower(step, verbose=verbose))
    if json_file != "-":
        show(done.result, out)
        if done.answers is not None:
            out.print(f"answers: {done.answers}", highlight=False, markup=False, soft_wrap=True)
    if json_file is not None:
        write_json(done.result.to_json(), json_file)
    if not done.end.complete:
        raise _failed(done)
    if not done.result.valid and not done.result.unlabelled:
        raise typer.Exit(1)


def _failed(done: Evaluation) -> BcisubError:
    if done.end.detail:
        err.print(done.end.detail, markup=False, soft_wrap=True)
    hint = "" if done.advice is None else f"{done.advice} "
    hint += f"What was recorded is kept; score it with: bcisub score {typed(done.folder)}"
    if tracks.get(done.result.track).serves == "frames":
        hint += ", or go on with it: the same command and --resume"
    if done.end.how == "interrupted":
        return StoppedError("You stopped the run.", where=done.folder, hint=hint, code="run-interrupted")
    return SubmissionError(
        f"The run failed: {done.end.message}.", where=done.folder, hint=hint, code=f"run-{done.end.how}"
    )
