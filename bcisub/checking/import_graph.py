"""Which sources of an upload run at all: those that the main file imports, and what they import."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from bcisub.model.track import Layout


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything a source may import by an absolute name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, one.name) for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{one.name}") for one in node.names)


def places(layout: Layout, module: str) -> Iterator[PurePosixPath]:
    """Where the server may look for a module below the submission, without an ending."""
    for entry in (*layout.path_entries, *layout.appended_entries):
        yield PurePosixPath(entry) / PurePosixPath(*module.split("."))


def reached(layout: Layout, sources: Mapping[str, Path]) -> dict[str, Path]:
    """The sources that run. Where a whole project is handed in, training scripts are among its files."""
    found: dict[str, Path] = {}
    waiting = [layout.entry]
    while waiting:
        name = waiting.pop()
        if name in found or name not in sources:
            continue
        found[name] = sources[name]
        for _, module in imported(ast.parse(sources[name].read_bytes(), name)):
            waiting += [f"{place}.py" for place in places(layout, module)]
    return found
