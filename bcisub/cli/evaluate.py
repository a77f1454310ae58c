"""`bcisub eval`: replay a data set through the submission and score it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.choices import JsonFile, LayoutOption, ProjectPath, ReadingOptions, Stage, TrackOption, TruthFile
from bcisub.cli.console import err, out, write_json
from bcisub.cli.progress import replay_bar, share_bar, steps
from bcisub.cli.screen import show
from bcisub.evaluation.launch import Launch, launch
from bcisub.evaluation.score_run import score_folder, write_result
from bcisub.history.answers import write_answers
from bcisub.history.hidden_truth import find_truth
from bcisub.history.interrupted import settle
from bcisub.model.errors import SubmissionError
from bcisub.model.shell import typed
from bcisub.model.track import Track
from bcisub.project.bundle import check_compiled_for, compiled_for, is_bundle, unpacked
from bcisub.project.project import open_project, require_entry
from bcisub.replay.limits import choose
from bcisub.replay.options import RunOptions
from bcisub.replay.source import open_source
from bcisub.scoring.readings import parse, resolve
from bcisub.targets import environments, interpreters


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
    truth: TruthFile = None,
    install_python: Annotated[bool, typer.Option("--install-python", help="Fetch a missing target with uv.")] = False,
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Show what the algorithm prints.")] = False,
) -> None:
    """Replay a data set through the submission, score it, and explain every verdict."""

    def tell(text: str) -> None:
        err.print(text, markup=False, style="dim", soft_wrap=True)

    home = project.resolve() if project.is_dir() else Path.cwd()
    for sentence in settle(home):
        err.print(sentence, markup=False, style="yellow")
    with _folder_of(project) as (root, stored_python):
        opened = open_project(root, track, layout)
        require_entry(opened)
        for note in opened.notes:
            tell(note)
        readings = resolve(opened.track, opened.readings, parse(reading or ()))
        choice = interpreters.choose(python, stored_python or opened.python, install=install_python)
        if choice.note:
            err.print(choice.note, markup=False, style="yellow", soft_wrap=True)
        if stored_python is not None:
            check_compiled_for(opened, stored_python, choice.interpreter.version)
        told = None if truth is None else find_truth(truth, opened.track, home)
        options = RunOptions(
            subjects=tuple(subject or ()),
            groups=tuple(group or ()),
            every=every,
            quick=quick,
            shuffle=shuffle,
            ignore_compute=ignore_compute,
            limits=choose(
                opened.settings.get("limits", {}),
                time_seconds=time_limit,
                memory_mb=memory_limit,
                report_chars=report_limit,
                log_mb=log_limit,
            ),
            readings=readings,
            stage=stage.value,
            batch=batch,
            resume=resume or run is not None,
        )
        with share_bar("generating the sample set") as progress:
            source = open_source(data or opened.data, opened, options, home, progress)
        for note in source.notes:
            tell(note)
        interpreter = choice.interpreter
        executable = interpreter.path
        if interpreter.found_by != "current":
            with steps() as step:
                executable = environments.for_submission(interpreter, root, opened.track, opened.python, step)
        how = Launch(
            opened,
            project,
            home,
            executable,
            interpreter.version,
            readings,
            quick,
            resume=(run or "last") if options.resume else None,
        )
        folder, record = launch(
            how,
            source,
            tell=tell,
            bar=lambda folder: replay_bar(source.blocks, source.running(readings, folder)),
            echo=(lambda text: err.print(text, end="", markup=False, soft_wrap=True)) if verbose else None,
        )
    result = score_folder(folder, truth=told)
    write_result(folder, result)
    answers = write_answers(folder, result) if result.unlabelled or told is not None else None
    if json_file != "-":
        show(result, out)
        if answers is not None:
            out.print(f"answers: {answers}", highlight=False, markup=False, soft_wrap=True)
    if json_file is not None:
        write_json(result.to_json(), json_file)
    if not record.end.complete:
        if record.end.detail:
            err.print(record.end.detail, markup=False, soft_wrap=True)
        raise SubmissionError(
            f"The run failed: {record.end.message}.",
            where=folder,
            hint=f"What was recorded is kept; score it with: bcisub score {typed(folder)}" + _go_on(opened.track),
            code=f"run-{record.end.how}",
        )
    if not result.valid and not result.unlabelled:
        raise typer.Exit(1)


def _go_on(track: Track) -> str:
    return ", or go on with it: the same command and --resume" if track.serves == "frames" else ""


@contextlib.contextmanager
def _folder_of(project: Path) -> Iterator[tuple[Path, str | None]]:
    """The submission's folder, and the Python a packed bundle was compiled for."""
    if is_bundle(project):
        with unpacked(project) as folder:
            yield folder, compiled_for(folder)
    else:
        yield project, None
