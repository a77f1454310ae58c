"""From nothing to an uploadable bundle, each command shown as it is typed: `python docs/demo.py [FOLDER]`.

Works with bcisub from a checkout or from the wheel alone. Where the contest's Python can neither be found nor
fetched, the demo evaluates with the Python it runs on, packs for one that is there, and says what is missing.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from bcisub.model.errors import BcisubError
from bcisub.targets import interpreters
from bcisub.tracks import get

TRACK = get("ssvep-async")
STAND_INS = ("3.10", "3.11", "3.9")
"""Pythons for which the libraries of the contest's time exist too."""


def main() -> int:
    """Show the three commands; the exit code of the first that fails."""
    place = Path(sys.argv[1] if len(sys.argv) > 1 else "build/demo")
    project = place / "my-speller"
    # Only what an earlier demo made goes away.
    shutil.rmtree(project, ignore_errors=True)
    missing = fetch(TRACK.python)
    packing = () if missing is None else ("--python", stand_in())
    shown = project.as_posix()
    for command in (
        ("new", TRACK.name, shown, "--team", "demo"),
        ("eval", shown, "--data", "cali_A"),
        ("pack", shown, *packing),
    ):
        code = run(*command)
        if code:
            return code
    if missing is not None:
        print(f"\nMISSING: Python {TRACK.python}, which the contest runs, is not here and could not be fetched:")
        print(f"  {missing}")
        print(f"The score came from another Python, and the bundle, made for {packing[-1]}, is not one to upload.")
        print(f"To get it: uv python install {TRACK.python}   (or pyenv, conda, python.org), then this demo again.")
    return 0


def run(*arguments: str) -> int:
    """Type one bcisub command."""
    print(f"\n$ bcisub {shlex.join(arguments)}", flush=True)
    return subprocess.run([sys.executable, "-m", "bcisub", *arguments], check=False).returncode


def fetch(version: str) -> str | None:
    """Make sure the interpreter is there; what went wrong where it cannot be had."""
    if interpreters.find(version) is not None:
        return None
    print(f"\n$ uv python install {version}", flush=True)
    try:
        interpreters.choose(version, version, install=True)
    except BcisubError as problem:
        return problem.what.splitlines()[-1].strip()
    return None


def stand_in() -> str:
    """A Python to pack for in place of the contest's."""
    here = interpreters.current().minor
    return next((version for version in STAND_INS if interpreters.find(version) is not None), here)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONIOENCODING", "utf-8")
    sys.exit(main())
