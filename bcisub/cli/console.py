"""The one place that owns output: rich on a terminal, plain in a pipe, safe on any code page."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console


def prepare() -> None:
    """A console that cannot show a character shows a question mark instead of failing (GBK consoles)."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _console(stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = 120
    return console


out = _console(stderr=False)
err = _console(stderr=True)


def write_json(data: Mapping[str, Any], target: str) -> None:
    """Write `data` to standard output (`-`) or whole to a file."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    if target == "-":
        sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
        sys.stdout.flush()
    else:
        from bcisub.data.writing import write_whole

        write_whole(Path(target), text.encode("utf-8") + b"\n")
