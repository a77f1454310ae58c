"""What can be seen without running anything: syntax, imports, names, paths, configuration, files, size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from bcisub.checking import file_checks as checks
from bcisub.checking.framework import changed, remarks
from bcisub.checking.import_graph import reached
from bcisub.checking.missing_files import outside
from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.finding import KINDS, WARNING, Finding, declare
from bcisub.model.scratch import scratch
from bcisub.project import archive
from bcisub.project.code_zip import write_code_zip
from bcisub.project.project import Project
from bcisub.targets.compile import compile_sources, run_script
from bcisub.targets.interpreters import Interpreter

LARGE = 500_000_000
"""Bytes of an upload that are worth a word where the contest names no limit."""
SHADOWED_BY_INSTALLED = declare(
    "shadowed-by-installed", WARNING, "Whichever comes first on the server's path is imported."
)
LARGE_UPLOAD = declare("large-upload", WARNING, "No limit is published; a large upload may be refused or time out.")

_INSTALLED = """
import importlib.util, json, sys
json.dump([name for name in json.load(sys.stdin) if importlib.util.find_spec(name) is not None], sys.stdout)
"""


def of_fault(fault: BcisubError) -> Finding:
    """A fault for which `pack` refuses a submission."""
    return KINDS[str(fault.code)].found(fault.what, fault.hint, place=fault.where)


def by_files(project: Project, shaped: Project, files: Mapping[str, Path]) -> Iterator[Finding]:
    """What the files of the upload tell. `shaped` is the project in the layout it is uploaded in."""
    yield from map(of_fault, checks.config_faults(shaped))
    yield from map(of_fault, checks.name_faults(shaped, files))
    yield from map(of_fault, archive.name_faults(files))
    yield from remarks(changed(shaped.root, shaped.track, shaped.layout))
    if shaped is project:
        # Of a project in another layout only what is uploaded was laid out, so nothing lies outside of it.
        yield from outside(project, files)
    yield from _hand_in(shaped) if shaped.layout.packs == "hand-in" else _size(files)


def by_compiler(files: Mapping[str, Path], interpreter: Interpreter) -> tuple[list[Finding], dict[str, Path]]:
    """What the target's compiler says, and the sources it understands."""
    sources = {name: file for name, file in files.items() if file.suffix == ".py"}
    with scratch() as folder:
        magic, wrong = compile_sources(sources, folder, interpreter.path, interpreter.version)
        found = [of_fault(fault) for fault in wrong]
    found += map(of_fault, checks.magic_faults(files, magic, interpreter.version))
    failed = {str(fault.where).rpartition(":")[0] for fault in wrong}
    return found, {name: file for name, file in sources.items() if name not in failed}


def by_environment(shaped: Project, sources: Mapping[str, Path], python: Path, version: str) -> Iterator[Finding]:
    """What the target's environment lacks or hides."""
    if shaped.layout.packs == "hand-in":
        sources = reached(shaped.layout, sources)
    yield from map(of_fault, checks.source_faults(shaped, sources, python, version))
    yield from _shadowed(shaped, sources, python)


def _shadowed(shaped: Project, sources: Mapping[str, Path], python: Path) -> Iterator[Finding]:
    """Modules on the server's path that bear the name of something installed; the standard library is told before."""
    layout = shaped.layout
    standard = {fault.where for fault in checks.name_faults(shaped, sources)}
    tops: dict[str, str] = {}
    for entry in (*layout.path_entries, *layout.appended_entries):
        for name in sources:
            path = PurePosixPath(name)
            if path.is_relative_to(entry) and path.relative_to(entry).parts and name not in standard:
                top = path.relative_to(entry).parts[0]
                tops.setdefault(PurePosixPath(top).stem, name)
    for module in run_script(python, _INSTALLED, sorted(tops)):
        yield SHADOWED_BY_INSTALLED.found(
            f"Python has a module {module!r} of its own; `import {module}` gives one of the two.",
            "Give the file or folder another name.",
            place=tops[module],
        )


def _hand_in(project: Project) -> Iterator[Finding]:
    """What the ZIP of a whole project is refused for (GAZE-21)."""
    with scratch() as folder:
        try:
            write_code_zip(project.root, project.layout, folder / "code.zip")
        except SubmissionError as fault:
            yield of_fault(fault)


def _size(files: Mapping[str, Path]) -> Iterator[Finding]:
    sizes = {name: file.stat().st_size for name, file in files.items()}
    total = sum(sizes.values())
    if total > LARGE:
        largest = max(sizes, key=lambda name: sizes[name])
        yield LARGE_UPLOAD.found(
            f"The upload holds {total / 1e6:.0f} MB, {sizes[largest] / 1e6:.0f} MB of it in one file.",
            "Leave out what the algorithm does not read (.bcisubignore), or store models in fewer bits.",
            place=largest,
        )
