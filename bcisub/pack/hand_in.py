"""What a team of a frames track hands in: the file of predictions of a test set, and the ZIP of what made them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from bcisub.checking import static_checks as looks
from bcisub.evaluation.follower import SILENT, Follower
from bcisub.evaluation.launch import Launch, launch
from bcisub.model.errors import BcisubError, StoppedError, SubmissionError
from bcisub.model.outputs import BUNDLE, check_output, table_of
from bcisub.model.scratch import scratch
from bcisub.model.serving import HandIn
from bcisub.pack.build import (
    Bundle,
    PackOptions,
    Target,
    bundle_at,
    choose_interpreter,
    packed_file,
    proved,
    publish,
)
from bcisub.pack.examination import Examination
from bcisub.project.code_zip import write_code_zip
from bcisub.project.project import Project
from bcisub.replay.frame_source import FrameSource
from bcisub.replay.limits import choose
from bcisub.replay.options import RunOptions
from bcisub.scoring.readings import resolve
from bcisub.targets import environments

PREDICTIONS = table_of("subject", "group", "frame", "x", "y")
"""What an earlier file of predictions is recognised by."""


def hand_in(project: Project, options: PackOptions, follower: Follower = SILENT) -> Bundle:
    """Archive and prove the code, predict the test set; both files are written only if both are right."""
    files_of = _files_of(project)
    team = _team(project, options)
    name, date = files_of.zip_name(team), files_of.check_date(options.date)
    folder = _folder(project, options)
    target, table = folder / name, folder / files_of.table_name(team, date)
    check_output(target, BUNDLE)
    check_output(table, PREDICTIONS)
    source = None if options.data is None else _open(project, options, options.data)
    interpreter = choose_interpreter(project, options)
    predictions = None
    looked = Examination(project, project.root, force=options.force)
    with scratch() as staged:
        archive = staged / name
        files = write_code_zip(project.root, project.layout, archive)
        looked.weigh(looks.by_files(project, project, files))
        found, sources = looks.by_compiler(files, interpreter)
        looked.weigh(found)
        python = environments.for_submission(interpreter, project.root, project.track, project.python, follower.step)
        looked.weigh(looks.by_environment(project, sources, python, interpreter.version))
        runner = Target(python, interpreter.version)
        proof = proved(looked, project, project.bundle, archive, runner, follower)
        looked.run(project, files, python, follower)
        if source is None:
            follower.step("No test set was named, so there is no file of predictions: bcisub pack --data SET")
        else:
            before = files_of.last_upload(folder, team, date)
            last = f"was made on {before}, by the files in {folder.name}/" if before else "left no file here"
            follower.note(f"The upload before this one {last}; the contest takes {files_of.pace}.")
            predictions = {**_predict(project, options, source, table, runner, follower), "last_upload": before}
        publish(archive, target)
    packed = tuple(packed_file(name, file) for name, file in files.items())
    return bundle_at(target, project, interpreter.version, packed, proof, tuple(looked.faults), predictions)


def _team(project: Project, options: PackOptions) -> str:
    team = options.team if options.team is not None else project.team
    if not team:
        raise BcisubError(
            "The files are named by the team, and none is given.",
            where=project.root,
            hint="Give --team NAME, or write it into bcisub.toml: [project] team.",
        )
    return team


def _files_of(project: Project) -> HandIn:
    """How the track wants the two files."""
    assert project.track.frames is not None, f"{project.track.name} is handed in as a bundle"
    return project.track.frames.hand_in


def _folder(project: Project, options: PackOptions) -> Path:
    """Where both files go; their names are the contest's."""
    if options.form not in (None, "zip"):
        raise BcisubError(f"{project.track.name} is handed in as a ZIP, not as {options.form}.")
    if options.output is None:
        return project.root / "dist"
    if options.output.suffix in {".zip", ".csv"} or options.output.is_file():
        raise BcisubError("The contest names the files; --output takes the folder for them.", where=options.output)
    return options.output.absolute()


def _open(project: Project, options: PackOptions, data: str) -> FrameSource:
    limits = choose(project.settings.get("limits", {}))
    asked = RunOptions(readings=resolve(project.track, project.readings), limits=limits, resume=options.resume)
    return FrameSource(data, project, asked, project.root, None)


def _predict(
    project: Project, options: PackOptions, source: FrameSource, table: Path, target: Target, follower: Follower
) -> dict[str, Any]:
    """Predict every frame of the test set and write the file, which is then read again as its receiver would."""
    follower.step(f"Predicting {sum(1 for _ in source.frames.asked)} frames of {source.name} …")
    how = Launch(
        project,
        project.root,
        project.root,
        target.python,
        target.version,
        source.readings,
        resume="last" if options.resume else None,
        same_code=True,
    )
    folder, record = launch(how, source, follower)
    on = "What was predicted is kept: the same command with --resume goes on behind it."
    if record.end.how == "interrupted":
        raise StoppedError("You stopped the prediction of the test set.", where=folder, hint=on, code="run-interrupted")
    if not record.end.complete:
        detail = f"\n{record.end.detail.rstrip()}" if record.end.detail else ""
        raise SubmissionError(
            f"The prediction of the test set failed: {record.end.message or record.end.how}{detail}",
            where=folder,
            hint=on,
            code=f"run-{record.end.how}",
        )
    files_of = _files_of(project)
    files_of.write(table, source.frames, record)
    written = files_of.read(table, source.frames)
    raw = table.read_bytes()
    return {
        "path": str(table),
        "sha256": hashlib.sha256(raw).hexdigest(),
        "size": len(raw),
        "rows": len(written),
        "data": source.name,
        "run": folder.name,
    }
