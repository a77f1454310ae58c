"""A command line as it is typed, in a process of its own, for fixtures that last longer than a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def bcisub(*words: object, at: Path) -> subprocess.CompletedProcess[str]:
    """One command line, typed in the folder `at`."""
    return subprocess.run(
        [sys.executable, "-m", "bcisub", *map(str, words)],
        cwd=at,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "NO_COLOR": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
