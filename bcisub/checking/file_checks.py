"""What a bundle is refused for before anything runs: each with file, line, reason and what to do.

A look yields every fault it finds. `pack` raises the first, `check` shows them all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from bcisub.checking.scan import SCRIPT
from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, NEVER_STARTS, declare
from bcisub.project.missing_module import advice
from bcisub.project.project import Project
from bcisub.project.start_config import CONFIG_KEY_MISSING, CONFIG_VALUE, read_config, value_at
from bcisub.targets.compile import run_script

Faults = Iterator[SubmissionError]

CONFIG_MISSING = declare("config-missing", ERROR, NEVER_STARTS)
SHADOWS_STANDARD_LIBRARY = declare(
    "shadows-standard-library", ERROR, "Libraries that import the standard module get the wrong one."
)
WRONG_MAGIC = declare("wrong-magic", ERROR, "Python refuses the file: bad magic number.")
IMPORT_MISSING = declare("import-missing", ERROR, "The import fails there as it does in this environment.")
ABSOLUTE_PATH = declare("absolute-path", ERROR, "The file is not there, and the call fails.")
CLASS_MISSING = declare("class-missing", ERROR, NEVER_STARTS)

_GONE = {"imp", "distutils", "asyncore", "asynchat", "smtpd", "cgi", "pipes", "telnetlib", "crypt", "lib2to3"}
"""Modules the target's standard library has and the host's may not."""


def refuse(faults: Iterable[SubmissionError]) -> None:
    """Raise the first fault, if there is one, and say how many follow."""
    found = list(faults)
    if len(found) > 1:
        found[0].hint = f"{found[0].hint or ''} (and {len(found) - 1} more: bcisub check lists them)".strip()
    if found:
        raise found[0]


def config_faults(project: Project) -> Faults:
    """The start configuration is not there, not readable, or lacks its keys."""
    layout = project.layout
    if layout.config is None:
        return
    file = project.root / layout.config
    if not file.is_file():
        yield SubmissionError(
            f"{layout.config} is missing; in the layout {layout.name} the server starts the submission by it.",
            where=file,
            hint=f"It needs the keys {', '.join(layout.config_keys)}. Another layout of the track: --layout NAME.",
            code=CONFIG_MISSING.code,
        )
        return
    try:
        content = read_config(file)
    except SubmissionError as fault:
        yield fault
        return
    for key in layout.config_keys:
        value = value_at(content, key)
        if value is None or value in ("", []):
            yield SubmissionError(
                f"{layout.config} lacks the key {key}.",
                where=file,
                hint=f"It needs the keys {', '.join(layout.config_keys)}.",
                code=CONFIG_KEY_MISSING.code,
            )
            continue
        if isinstance(value, (bool, int, float)) and key not in layout.config_values:
            yield SubmissionError(
                f"{layout.config} has {key} = {value}, which is no text.",
                where=file,
                hint=f'Write it in quotes: {key} = "…"',
                code=CONFIG_VALUE.code,
            )
            continue
        wanted = layout.config_values.get(key, value)
        if value != wanted:
            yield SubmissionError(
                f"{layout.config} has {key}: {value}, where the contest has {wanted}.",
                where=file,
                hint=f"Set {key} to {wanted}.",
                code=CONFIG_VALUE.code,
            )


def name_faults(project: Project, files: Mapping[str, Path]) -> Faults:
    """A module bears the name of one of the standard library.

    Looked at are the folders on the server's path, and there also what is not uploaded, because `eval` meets it; and
    the folder of the entry, which is on the path wherever the entry itself is started.
    """
    standard = set(sys.stdlib_module_names) | _GONE
    layout = project.layout
    beside = str(PurePosixPath(layout.entry).parent)
    for entry in dict.fromkeys((*layout.path_entries, *({beside} - set(layout.appended_entries)))):
        named: set[str] = set()
        base = PurePosixPath(entry)
        on_path = entry in layout.path_entries
        for name in (*files, *(_modules_in(project.root, base) if on_path else ())):
            path = PurePosixPath(name)
            if not path.is_relative_to(base):
                continue
            top = path.relative_to(base).parts[0]
            module = PurePosixPath(top).stem if path == base / top else top
            python = path.suffix in (".py", ".pyc")
            if python and module in standard - named:
                named.add(module)
                yield SubmissionError(
                    f"{module!r} is a module of Python's standard library; {'' if on_path else 'on some paths '}"
                    "one hides the other.",
                    where=name,
                    hint="Give the file or folder another name.",
                    code=SHADOWS_STANDARD_LIBRARY.code,
                )


def _modules_in(root: Path, folder: PurePosixPath) -> list[str]:
    """Modules and packages directly in a folder of the project, uploaded or not."""
    place = root / folder
    found = [*place.glob("*.py"), *(package.parent / "__init__.py" for package in place.glob("*/__init__.py"))]
    return [file.relative_to(root).as_posix() for file in sorted(found)]


def magic_faults(files: Mapping[str, Path], magic: str, version: str) -> Faults:
    """Compiled code in the submission that another Python made."""
    for name, file in files.items():
        if name.endswith(".pyc") and _first_bytes(file) != magic:
            yield SubmissionError(
                f"It was compiled by another Python than {version}.",
                where=name,
                hint="Put its source there, or compile it with the target interpreter.",
                code=WRONG_MAGIC.code,
            )


def source_faults(project: Project, sources: Mapping[str, Path], python: Path, version: str) -> Faults:
    """An import the environment lacks, a class that is not there, a call that loads from a place on this machine."""
    answers = run_script(python, SCRIPT, _question(project, sources))
    for name, line, module in answers["missing"]:
        yield SubmissionError(
            f"Python {version} has no module {module!r} in the submission's environment.",
            where=f"{name}:{line}",
            hint=advice(module, project),
            code=IMPORT_MISSING.code,
        )
    for name, line, call, path in answers["absolute"]:
        yield SubmissionError(
            f"{call}(…) loads {path!r}, a place on this machine that the server does not have.",
            where=f"{name}:{line}",
            hint="Put the file beside the code and build its path from __file__: "
            'os.path.join(os.path.dirname(__file__), "model.npz")',
            code=ABSOLUTE_PATH.code,
        )
    entry = project.layout.entry
    if entry in answers["bound"] and project.layout.class_name not in answers["bound"][entry]:
        classes = ", ".join(answers["classes"][entry]) or "none"
        yield SubmissionError(
            f"The class {project.layout.class_name} is not there; the file has: {classes}.",
            where=entry,
            hint=f"The server asks for the class by its name: class {project.layout.class_name}(…).",
            code=CLASS_MISSING.code,
        )


def _first_bytes(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(4).hex()


def _question(project: Project, sources: Mapping[str, Path]) -> dict[str, Any]:
    layout = project.layout
    folders = [str(project.root / entry) for entry in layout.path_entries]
    folders.append(str((project.root / layout.entry).parent))
    if layout.provided:
        provided = Path(__file__).resolve().parent.parent / "worker" / "provided" / layout.provided
        folders.append(str(provided))
    return {"sources": {name: str(file) for name, file in sources.items()}, "folders": folders}
