"""From project to proved bundle, step by step; nothing is left behind unless every step succeeds."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bcisub.checking import file_checks as checks
from bcisub.checking import static_checks as looks
from bcisub.checking.check import finding_json
from bcisub.evaluation.follower import SILENT, Follower
from bcisub.history.runs import hash_tree
from bcisub.history.scored import Scored, scored_by
from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.finding import Finding
from bcisub.model.outputs import BUNDLE, check_output
from bcisub.model.scratch import scratch
from bcisub.model.track import Layout
from bcisub.pack.examination import Examination
from bcisub.pack.prove import Proof, prove
from bcisub.project.archive import FORMATS, write_archive
from bcisub.project.contents import present_files, submission_files
from bcisub.project.project import Project, require_entry, require_python
from bcisub.project.relayout import relaid
from bcisub.targets import environments, interpreters
from bcisub.targets.compile import compile_sources

SCHEMA = "bcisub.bundle/1"


@dataclass(frozen=True)
class PackedFile:
    """One file of a bundle."""

    name: str
    size: int
    sha256: str
    magic: str | None = None
    """First four bytes of compiled code, as hex."""

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        fields = {"name": self.name, "size": self.size, "sha256": self.sha256}
        return fields if self.magic is None else {**fields, "magic": self.magic}


@dataclass(frozen=True)
class Bundle:
    """A bundle that was proved and written."""

    path: Path
    sha256: str
    size: int
    track: str
    layout: str
    python: str
    files: tuple[PackedFile, ...]
    proof: Proof
    submission_sha256: str
    """Hash of the code it was made of, by which runs are told apart."""
    faults: tuple[Finding, ...] = ()
    """Errors for which it would have been refused, had it not been forced."""
    evaluated: tuple[Scored, ...] = ()
    """What this very code scored, newest first."""
    predictions: Mapping[str, Any] | None = None
    """The file of predictions beside it, where the track asks for one."""

    def to_json(self) -> dict[str, Any]:
        """The contract `bcisub.bundle/1`."""
        content: dict[str, Any] = {
            "schema": SCHEMA,
            "path": str(self.path),
            "sha256": self.sha256,
            "size": self.size,
            "track": self.track,
            "layout": self.layout,
            "python": self.python,
            "files": [file.to_json() for file in self.files],
            "proof": self.proof.to_json(),
            "submission_sha256": self.submission_sha256,
            "faults": [finding_json(fault) for fault in self.faults],
            "evaluated": [scored.to_json() for scored in self.evaluated],
        }
        return content if self.predictions is None else {**content, "predictions": dict(self.predictions)}


@dataclass(frozen=True)
class PackOptions:
    """How the bundle was asked for."""

    output: Path | None = None
    python: str | None = None
    """A version or a path; the project's target where None."""
    form: str | None = None
    with_source: bool = False
    """Sources beside the compiled code."""
    only_source: bool = False
    """Sources instead of compiled code."""
    install_python: bool = False
    data: str | None = None
    """The test set whose predictions are handed in."""
    team: str | None = None
    date: str | None = None
    resume: bool = False
    """Go on with the predictions of a run that was interrupted."""
    force: bool = False
    """Make a bundle that would be refused, and tell its faults."""


def build(project: Project, options: PackOptions, follower: Follower = SILENT) -> Bundle:
    """Check, compile, archive and prove the submission; write the bundle only then."""
    target, form = _target(project, options)
    for name, value in (
        ("--data", options.data),
        ("--team", options.team),
        ("--date", options.date),
        ("--resume", options.resume),
    ):
        if value:
            raise BcisubError(f"{name} is for tracks that hand in predictions; {project.track.name} does not.")
    interpreter = choose_interpreter(project, options)
    with scratch() as staged:
        shaped = relaid(project, staged / "relaid")
        looked = Examination(project, staged / "relaid", force=options.force)
        files = submission_files(shaped.root, shaped.layout)
        looked.weigh(looks.by_files(project, shaped, files))
        sources = {name: file for name, file in files.items() if file.suffix == ".py"}
        compiled = staged / "compiled"
        # Compiled before the environment is made: a wrong syntax should not cost an installation.
        magic, wrong = compile_sources(sources, compiled, interpreter.path, interpreter.version)
        checks.refuse(wrong)  # there is nothing to be packed, whatever is forced
        looked.weigh(map(looks.of_fault, checks.magic_faults(files, magic, interpreter.version)))
        python = environments.for_submission(interpreter, project.root, project.track, project.python, follower.step)
        looked.weigh(looks.by_environment(shaped, sources, python, interpreter.version))
        keep = options.with_source or options.only_source
        content = {name: file for name, file in files.items() if name not in sources or keep}
        if environments.FILE_NAME in content:
            content[environments.FILE_NAME] = environments.portable(content[environments.FILE_NAME], staged)
        for name in () if options.only_source else sources:
            object_name = name[: -len(".py")] + ".pyc"
            content[object_name] = compiled / object_name
        packed = tuple(packed_file(name, content[name]) for name in sorted(content))
        bundle = staged / f"bundle.{form}"
        write_archive(content, bundle, form)
        proof = proved(looked, project, shaped.layout, bundle, Target(python, interpreter.version), follower)
        looked.run(shaped, files, python, follower)
        publish(bundle, target)
    return bundle_at(target, project, interpreter.version, packed, proof, tuple(looked.faults))


@dataclass(frozen=True)
class Target:
    """The interpreter that runs the bundle."""

    python: Path
    version: str


def proved(
    looked: Examination, project: Project, layout: Layout, bundle: Path, target: Target, follower: Follower
) -> Proof:
    """The proof of the bundle; a failed one is no proof, where that is forced."""
    try:
        return prove(project, layout, bundle, target.python, target.version, follower.step)
    except SubmissionError as fault:
        looked.forgive(fault)
        return Proof(0, same_as_source=False, ran=False)


def bundle_at(
    target: Path,
    project: Project,
    version: str,
    files: tuple[PackedFile, ...],
    proof: Proof,
    faults: tuple[Finding, ...],
    predictions: Mapping[str, Any] | None = None,
) -> Bundle:
    """What is told of the bundle that lies at `target` now."""
    raw = target.read_bytes()
    code = hash_tree(present_files(project.root, project.layout))
    return Bundle(
        path=target,
        sha256=hashlib.sha256(raw).hexdigest(),
        size=len(raw),
        track=project.track.name,
        layout=project.bundle.name,
        python=version,
        files=files,
        proof=proof,
        submission_sha256=code,
        faults=faults,
        evaluated=tuple(scored_by(code, project.root)),
        predictions=predictions,
    )


def choose_interpreter(project: Project, options: PackOptions) -> interpreters.Interpreter:
    """The Python the bundle is for; refused if the submission has no entry, or is started by another Python."""
    require_entry(project)
    if options.python is None:
        require_python(project)
    spec = options.python or project.python
    # `target` and `current` may fall back or differ from the contest's Python; a bundle must not.
    return interpreters.choose(
        project.python if spec == "target" else spec, project.python, options.install_python
    ).interpreter


def _target(project: Project, options: PackOptions) -> tuple[Path, str]:
    """Where the bundle goes and its format: wanted, or by the file's ending, or the layout's own."""
    wanted = options.output
    by_name = next((one for one in FORMATS if wanted is not None and wanted.name.endswith("." + one)), None)
    form = options.form or by_name or project.bundle.archive
    if form not in FORMATS:
        raise BcisubError(f"{form!r} is not an archive format.", hint=f"--format takes {' or '.join(FORMATS)}.")
    if by_name not in (None, form):
        raise BcisubError(
            f"The file is to be called .{by_name} and to be a {form}.", where=wanted, hint="Leave out --format, or -o."
        )
    name = re.sub(r"[^\w.\-]+", "-", project.name).strip("-.") or project.track.name
    if wanted is None:
        wanted = project.root / "dist"
        return check_output(wanted / f"{name}.{form}", BUNDLE), form
    return check_output((wanted / f"{name}.{form}" if wanted.is_dir() else wanted).absolute(), BUNDLE), form


def packed_file(name: str, file: Path) -> PackedFile:
    """What is told of one file of the bundle."""
    raw = file.read_bytes()
    magic = raw[:4].hex() if name.endswith(".pyc") else None
    return PackedFile(name, len(raw), hashlib.sha256(raw).hexdigest(), magic)


def publish(bundle: Path, target: Path) -> None:
    """Put the proved bundle in its place in one step."""
    part = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(bundle.read_bytes())
        part.replace(target)
    except OSError as error:
        raise BcisubError(f"The bundle cannot be written: {error.strerror}.", where=target) from error
    finally:
        part.unlink(missing_ok=True)
