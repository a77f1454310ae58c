"""The one place that owns output: rich on a terminal, plain in a pipe, safe on any code page."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    out: Console
    err: Console


def prepare() -> None:
    """A console that cannot show a character shows a question mark instead of failing (GBK consoles)."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def __getattr__(name: str) -> Console:
    """`out` and `err`, made when a command first wants them: rich takes longer to load than `--help` to show."""
    if name in ("out", "err"):
        return _console(stderr=name == "err")
    raise AttributeError(name)


@cache
def _console(stderr: bool) -> Console:
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False, soft_wrap=False, emoji=False)
    if not console.is_terminal:
        console.width = 120
    return console


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
        from bcisub.model.writing import write_whole

        write_whole(Path(target), raw)
