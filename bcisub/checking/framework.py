"""The server's own files in a submission: it replaces them, whatever the team wrote into them."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

from bcisub.model import resources
from bcisub.model.finding import INFO, Finding, declare
from bcisub.model.track import Layout, Track
from bcisub.replay.record import PROVIDED

FRAMEWORK_FILE_CHANGED = declare(
    "framework-file-changed", INFO, "The server puts its own file in its place; your changes do nothing."
)


def changed(root: Path, track: Track, layout: Layout) -> list[str]:
    """Files at `root` that the server replaces by something that does not do the same."""
    own = _own_files(root, layout)
    return [name for name, file in own.items() if not _alike(file, _reference(track, layout) / name)]


def remarks(names: list[str]) -> Iterator[Finding]:
    """One finding for every changed file."""
    for name in names:
        yield FRAMEWORK_FILE_CHANGED.found(
            "This is a file of the contest's framework, and not as the framework has it.",
            "Put your own code into files of your own.",
            place=name,
        )


def replace(root: Path, track: Track, layout: Layout) -> None:
    """Do to the files at `root` what the server does."""
    reference = _reference(track, layout)
    for name, file in _own_files(root, layout).items():
        if (reference / name).is_file():
            shutil.copyfile(reference / name, file)
        else:
            file.unlink()


def _own_files(root: Path, layout: Layout) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for own in layout.framework:
        place = root / own
        files = [place] if place.is_file() else sorted(place.rglob("*.py"))
        found.update((file.relative_to(root).as_posix(), file) for file in files)
    return found


def _reference(track: Track, layout: Layout) -> Path:
    return PROVIDED / layout.provided if layout.provided else resources.folder("templates") / track.name


def _alike(file: Path, reference: Path) -> bool:
    """The same program, whatever its comments, docstrings, annotations and spaces."""
    if not reference.is_file():
        return False
    first, second = file.read_bytes(), reference.read_bytes()
    if first == second:
        return True
    try:
        return _program(first) == _program(second)
    except (SyntaxError, ValueError):
        return False


def _program(source: bytes) -> str:
    return ast.dump(_Bare().visit(ast.parse(source)))


class _Bare(ast.NodeTransformer):
    """Takes out what does nothing when a program runs."""

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else ast.Assign([node.target], node.value, lineno=node.lineno)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if node.module in ("typing", "__future__") else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        return None if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_Pass(self, node: ast.Pass) -> None:
        return None
