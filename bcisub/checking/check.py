"""`bcisub check` without its screen: look at the project, then try it on synthetic streams."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bcisub.checking import framework
from bcisub.checking import static_checks as looks
from bcisub.checking.inputs import Place
from bcisub.checking.scenarios import trials_of
from bcisub.checking.trial_runs import Tried, Tries
from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.finding import ERROR, WARNING, Finding, declare, gravest_first
from bcisub.model.scratch import scratch
from bcisub.project.contents import submission_files
from bcisub.project.project import Project, require_entry, require_python
from bcisub.project.relayout import relaid
from bcisub.targets import environments
from bcisub.targets.interpreters import Choice

SCHEMA = "bcisub.check/1"
OTHER_PYTHON = declare("other-python", WARNING, "The server's Python was not tried: what only it refuses was not seen.")


@dataclass
class Checked:
    """What a check found and what it tried."""

    track: str
    layout: str
    python: str
    files: int = 0
    size: int = 0
    """Bytes of the files that are uploaded, before compression."""
    findings: list[Finding] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    untried: str | None = None
    """Why nothing was run, where nothing was."""

    @property
    def good(self) -> bool:
        """Nothing was found that loses points on the server."""
        return all(finding.level != ERROR for finding in self.findings)

    def to_json(self) -> dict[str, Any]:
        """The contract `bcisub.check/1`."""
        return {
            "schema": SCHEMA,
            "ok": self.good,
            "track": self.track,
            "layout": self.layout,
            "python": self.python,
            "upload": {"files": self.files, "size": self.size},
            "findings": [finding_json(one) for one in self.findings],
            "tried": [
                {"what": one.what, "seconds": one.seconds, "reports": one.reports, "ended": one.ended}
                for one in self.tried
            ],
            "untried": self.untried,
        }


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as the contracts have it, that of `check` and that of `pack`."""
    return {
        "code": finding.code,
        "level": finding.level,
        "place": finding.place,
        "message": finding.message,
        "meaning": finding.meaning,
        "fix": finding.hint,
    }


def check(project: Project, choice: Choice, note: Callable[[str], None]) -> Checked:
    """Look at the project and try it; nothing is written into it."""
    interpreter = choice.interpreter
    checked = Checked(project.track.name, project.bundle.name, interpreter.version)
    if interpreter.minor != project.python:
        checked.findings.append(
            OTHER_PYTHON.found(
                f"This was checked with Python {interpreter.version}; the server runs {project.python}.",
                f"Install it with: uv python install {project.python}",
            )
        )
    with scratch() as place:
        _check(project, choice, note, checked, place)
        roots = (project.root, place / "relaid")
        checked.findings = gravest_first(inside(finding, roots) for finding in checked.findings)
    return checked


def _check(project: Project, choice: Choice, note: Callable[[str], None], checked: Checked, place: Path) -> None:
    interpreter = choice.interpreter
    shaped, files = _gather(project, place, checked)
    checked.files, checked.size = len(files), sum(file.stat().st_size for file in files.values())
    checked.findings += looks.by_files(project, shaped, files)
    found, sources = looks.by_compiler(files, interpreter)
    checked.findings += found
    python = interpreter.path
    if interpreter.found_by != "current":
        try:
            python = environments.for_submission(interpreter, project.root, project.track, project.python, note)
        except BcisubError as problem:
            if problem.code != environments.REQUIREMENTS_FAILED.code:
                raise
            checked.findings.append(looks.of_fault(problem))
            checked.untried = "its requirements cannot be installed"
            return
    checked.findings += looks.by_environment(shaped, sources, python, interpreter.version)
    fatal = {"no-entry", "part-missing", "class-missing", "layout-fixed", "linked-folder"}
    if any(finding.code in fatal for finding in checked.findings):
        checked.untried = "it is not whole"
        return
    tries = Tries(project, python, note)
    trials = trials_of(project.track, tries.usual, place)
    if trials is None:
        checked.untried = f"{project.track.name} does not say how its data looks"
    else:
        upload = upload_of(shaped, files, place / "upload")
        replaced = None
        if framework.changed(upload.root, project.track, upload.layout):
            replaced = upload_of(shaped, files, place / "replaced")
            framework.replace(replaced.root, project.track, replaced.layout)
        tries.all(trials, Place(project.root, project.layout), upload, replaced)
        checked.findings += tries.findings
        checked.tried = tries.tried


def _gather(project: Project, place: Path, checked: Checked) -> tuple[Project, dict[str, Path]]:
    """The project as it is uploaded and its files, as far as they are there; what is not is a finding."""
    shaped = project
    try:
        require_entry(project)
        shaped = relaid(project, place / "relaid")
        require_python(project)
    except SubmissionError as fault:
        checked.findings.append(looks.of_fault(fault))
    files: dict[str, Path] = {}
    for part in shaped.layout.packed:
        if part == shaped.layout.config and not (shaped.root / part).exists():
            continue  # told in more detail by the look at the configuration
        try:
            files.update(submission_files(shaped.root, replace(shaped.layout, packed=(part,))))
        except SubmissionError as fault:
            checked.findings.append(looks.of_fault(fault))
    return shaped, dict(sorted(files.items()))


def inside(finding: Finding, roots: Sequence[Path]) -> Finding:
    """A finding whose place is seen from the project's folder, where it is in there."""
    for root in roots:
        if finding.place is not None and Path(finding.place).is_relative_to(root):
            return replace(finding, place=Path(finding.place).relative_to(root).as_posix())
    return finding


def upload_of(shaped: Project, files: Mapping[str, Path], folder: Path) -> Place:
    """A folder that holds what is uploaded and nothing else."""
    for name, file in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return Place(folder, shaped.layout)
