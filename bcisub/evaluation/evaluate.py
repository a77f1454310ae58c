"""One evaluation: a submission, a set and how they are run in; a run folder and a result out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bcisub.evaluation.follower import SILENT, Follower
from bcisub.evaluation.launch import Launch, launch
from bcisub.evaluation.score_run import score_folder, write_result
from bcisub.history.answers import write_answers
from bcisub.history.hidden_truth import find_truth
from bcisub.model.record import RunEnd
from bcisub.model.result import Result
from bcisub.project.bundle import check_compiled_for, compiled_for, is_bundle, unpacked
from bcisub.project.missing_module import advice_on
from bcisub.project.project import Project, open_project, require_entry
from bcisub.replay.limits import choose
from bcisub.replay.options import RunOptions
from bcisub.replay.source import open_source
from bcisub.scoring.readings import of_engine, resolve
from bcisub.targets import environments, interpreters


@dataclass(frozen=True)
class Request:
    """What is evaluated and how; plain values, so that it can be sent to another process."""

    submission: Path
    """The project's folder, or a packed bundle."""
    data: str | None = None
    """A set's name or path; the project's own where None."""
    home: Path | None = None
    """Folder whose `.bcisub` keeps the run; that of the submission where None."""
    python: str = "target"
    """`target`, `current`, a version or the path of an interpreter."""
    install_python: bool = False
    """Fetch a missing interpreter."""
    track: str | None = None
    layout: str | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    """Readings that go over the project's, and over those of `engine`."""
    engine: str | None = None
    """A preset of the track: every reading as that public engine has it."""
    slower: float = 1.0
    """Times the computing when the run is scored."""
    subjects: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    every: int = 1
    quick: bool = False
    shuffle: int | None = None
    ignore_compute: bool = False
    stage: str = "preliminary"
    batch: str | None = None
    resume: str | None = None
    """The run to be taken up: a folder, an id or `last`."""
    truth: str | None = None
    """Truth of a set that hides it: a table, or the set that has one."""
    time_seconds: float | None = None
    memory_mb: float | None = None
    report_chars: int | None = None
    log_mb: float | None = None

    def options(self, project: Project, readings: Mapping[str, str]) -> RunOptions:
        """How the project is run; its limits stand where the request names none."""
        return RunOptions(
            subjects=self.subjects,
            groups=self.groups,
            every=self.every,
            quick=self.quick,
            shuffle=self.shuffle,
            ignore_compute=self.ignore_compute,
            limits=choose(
                project.settings.get("limits", {}),
                time_seconds=self.time_seconds,
                memory_mb=self.memory_mb,
                report_chars=self.report_chars,
                log_mb=self.log_mb,
            ),
            readings=readings,
            stage=self.stage,
            batch=self.batch,
            resume=self.resume is not None,
        )


@dataclass(frozen=True)
class Evaluation:
    """What an evaluation left."""

    folder: Path
    """The run: its event log, truth and result."""
    result: Result
    end: RunEnd
    """A run that failed is scored too, as far as it came."""
    answers: Path | None = None
    """The table of answers, where the set hides its truth."""
    advice: str | None = None
    """What to do about a module that was not found, where the run ended for that."""


def home_of(submission: Path) -> Path:
    """Where the runs of a submission are kept: in the project, or for a bundle in the current folder."""
    return submission.resolve() if submission.is_dir() else Path.cwd()


def evaluate(request: Request, follower: Follower = SILENT) -> Evaluation:
    """Replay the set through the submission, score what it reported, and keep both in a run folder."""
    home = request.home or home_of(request.submission)
    with _folder_of(request.submission) as (root, stored_python):
        project = open_project(root, request.track, request.layout)
        require_entry(project)
        for note in project.notes:
            follower.note(note)
        engine = {} if request.engine is None else of_engine(project.track, request.engine)
        readings = resolve(project.track, project.readings, engine, request.readings)
        choice = interpreters.choose(request.python, stored_python or project.python, install=request.install_python)
        if choice.note:
            follower.warn(choice.note)
        interpreter = choice.interpreter
        if stored_python is not None:
            check_compiled_for(project, stored_python, interpreter.version)
        truth = None if request.truth is None else find_truth(request.truth, project.track, home)
        options = request.options(project, readings)
        with follower.share("generating the sample set") as progress:
            source = open_source(request.data or project.data, project, options, home, progress)
        for note in source.notes:
            follower.note(note)
        python = interpreter.path
        if interpreter.found_by != "current":
            python = environments.for_submission(interpreter, root, project.track, project.python, follower.step)
        how = Launch(
            project,
            request.submission,
            home,
            python,
            interpreter.version,
            readings,
            request.quick,
            resume=request.resume,
        )
        folder, record = launch(how, source, follower)
        advice = advice_on(record.end, project)
    result = score_folder(folder, truth=truth, record=record, slower=request.slower)
    write_result(folder, result)
    answers = write_answers(folder, result) if result.unlabelled or truth is not None else None
    return Evaluation(folder, result, record.end, answers, advice)


@contextlib.contextmanager
def _folder_of(submission: Path) -> Iterator[tuple[Path, str | None]]:
    """The submission's folder, and the Python a packed bundle was compiled for."""
    if is_bundle(submission):
        with unpacked(submission) as folder:
            yield folder, compiled_for(folder)
    else:
        yield submission, None
