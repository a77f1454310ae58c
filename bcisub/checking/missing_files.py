"""What the code uses and the upload does not hold: modules and files that lie elsewhere in the project."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from bcisub.checking.import_graph import imported, places
from bcisub.model.finding import ERROR, WARNING, Finding, declare
from bcisub.project.project import Project

IMPORT_NOT_PACKED = declare("import-not-packed", ERROR, "The module is not uploaded, and the import fails.")
FILE_NOT_PACKED = declare("file-not-packed", WARNING, "The file is not uploaded; reading it fails.")
_LONGEST = 200
"""Characters of a text that may be a path."""


def outside(project: Project, files: Mapping[str, Path]) -> Iterator[Finding]:
    """Imports and files named in the sources that are in the project and not in `files`, what is uploaded."""
    for name, file in files.items():
        if not name.endswith(".py"):
            continue
        try:
            tree = ast.parse(file.read_bytes(), name)
        except (SyntaxError, ValueError):
            continue  # told by the target's compiler
        yield from _imports(project, files, name, tree)
        yield from _texts(project, files, name, tree)


def _imports(project: Project, files: Mapping[str, Path], name: str, tree: ast.Module) -> Iterator[Finding]:
    seen: set[str] = set()
    for line, module in imported(tree):
        found = _local(project, files, module)
        if found is None or found in seen:
            continue
        seen.add(found)
        yield IMPORT_NOT_PACKED.found(
            f"{module} is {found}, which is not uploaded.",
            f"Put it into {project.layout.packed[0]}/, and import it from there.",
            place=f"{name}:{line}",
        )


def _local(project: Project, files: Mapping[str, Path], module: str) -> str | None:
    """The project's own file for a module, where the upload holds none for it and the server neither."""
    for place in places(project.layout, module):
        source = str(place) + ".py"
        if any(name in (source, str(place) + ".pyc") or name.startswith(f"{place}/") for name in files):
            return None
        if (project.root / source).is_file() and not _servers(project, source):
            return source
    return None


def _servers(project: Project, name: str) -> bool:
    """The server has a file of that name itself."""
    return any(PurePosixPath(name).is_relative_to(own) for own in project.layout.framework)


def _texts(project: Project, files: Mapping[str, Path], name: str, tree: ast.Module) -> Iterator[Finding]:
    folders = (PurePosixPath(), PurePosixPath(name).parent)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    seen: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in prose:
            continue
        text = node.value.replace("\\", "/")
        if not text or len(text) > _LONGEST or "\n" in text or "\0" in text or not PurePosixPath(text).suffix:
            continue
        for folder in folders:
            place = (project.root / folder / text).resolve()
            if not place.is_relative_to(project.root) or not place.is_file():
                continue
            found = place.relative_to(project.root).as_posix()
            if found in files or found in seen or _servers(project, found):
                continue
            seen.add(found)
            yield FILE_NOT_PACKED.found(
                f"{node.value!r} is {found}, which is not uploaded.",
                f"Put it into {project.layout.packed[0]}/, and build its path from __file__.",
                place=f"{name}:{node.lineno}",
            )
