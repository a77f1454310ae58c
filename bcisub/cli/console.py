"""The one place that owns output: rich on a terminal, plain in a pipe, safe on any code page."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from bcisub.model.errors import BcisubError, StoppedError
from bcisub.model.whole_files import write_whole


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, soft_wrap=False, emoji=False)
    if not console.is_terminal:
        console.width = 120
    return console


out = _console(stderr=False)
err = _console(stderr=True)


def render(problem: BcisubError) -> None:
    """What, where, what to do; not wrapped, so that a path or a command can be copied whole."""
    code = f" ({problem.code})" if problem.code else ""
    label = "" if isinstance(problem, StoppedError) else "error: "
    err.print(Text.assemble((label, "bold red"), problem.what, code), soft_wrap=True)
    if problem.where:
        err.print(Text.assemble(("where: ", "bold"), problem.where), soft_wrap=True)
    if problem.hint:
        err.print(Text.assemble(("to do: ", "bold"), problem.hint), soft_wrap=True)


def write_json(data: Mapping[str, Any], target: str) -> None:
    """Write `data` to standard output (`-`) or whole to a file."""
    # A set's description may hold dates, which TOML has and JSON has not.
    text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
    # A path may hold bytes that are no UTF-8; in JSON such a byte is written as its escape.
    raw = text.encode("utf-8", "backslashreplace") + b"\n"
    if target == "-":
        sys.stdout.buffer.write(raw)
        sys.stdout.flush()
    else:
        write_whole(Path(target), raw)
