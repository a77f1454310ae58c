"""The progress bar as a terminal gets it, on a pseudo-terminal; a pipe gets none of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Said

pty = pytest.importorskip("pty", reason="Windows has no pseudo-terminals of this kind")
ERASE_LINE = "\x1b[2K"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


def on_a_terminal(place: Path, *words: object) -> tuple[int, str, str]:
    """Exit code, standard output (a pipe) and everything that a terminal on standard error received."""
    ours, theirs = pty.openpty()
    kept = {
        k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "BCISUB_DATA", "TTY_COMPATIBLE")
    }
    with (place / "out.txt").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "bcisub", *map(str, words)],
            cwd=place,
            env={**kept, "PYTHONPATH": str(REPOSITORY), "TERM": "xterm", "COLUMNS": "120"},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=theirs,
        )
    os.close(theirs)
    seen = b""
    try:
        while piece := os.read(ours, 65536):
            seen += piece
    except OSError:  # Linux's way of saying that nobody holds the other end any more
        pass
    finally:
        os.close(ours)
    return process.wait(), (place / "out.txt").read_text(encoding="utf-8"), seen.decode("utf-8", "replace")


def test_a_terminal_sees_every_block_with_its_rate_and_figures_and_then_nothing_of_it(
    project, algorithm, good_set, tmp_path
):
    algorithm("time.sleep(0.003)")  # a block of 300 packets stays long enough to be drawn, ten times a second
    code, out, seen = on_a_terminal(tmp_path, "eval", project, "--data", good_set, "--python", "current")
    assert code == 0, seen
    for place in ("block 1/3 S2/block_1", "block 2/3 S2/block_2", "block 3/3 S10/block_1"):
        assert place in seen
    assert "packets/s" in seen
    assert "ITR" in seen
    assert seen.count(HIDE_CURSOR) == seen.count(SHOW_CURSOR) > 0
    assert ERASE_LINE in seen[seen.rindex("packets/s") :], "the bar is taken away"
    assert "packets/s" not in out


def test_a_pipe_sees_no_bar(project: Path, good_set: Path, process: Callable[..., Said]) -> None:
    said = process("eval", project, "--data", good_set, "--python", "current", TERM="xterm")
    assert said.code == 0
    assert "packets/s" not in said.out + said.err
    assert "\x1b" not in said.out + said.err
