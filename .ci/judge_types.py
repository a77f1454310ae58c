"""Judges the types with mypy: for Python 3.10 and its libraries, for Linux and Windows, whatever Python runs this.

What mypy reads of other people's packages lies in an environment of its own, filled from `.ci/locks/types.txt` with the
files made for Python 3.10. Nothing in it is ever run, so that interpreter need not be there.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
LOCK = HOUSE / ".ci" / "locks" / "types.txt"
PLACE = HOUSE / ".venv" / "types"
PYTHON = "3.10"
SYSTEMS = ("linux", "win32")


def main() -> None:
    """Make the environment if the lock changed, then judge once for every system."""
    python = PLACE / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = PLACE / "lock.txt"
    if not stamp.is_file() or stamp.read_bytes() != LOCK.read_bytes():
        print(f"Making .venv/types: what mypy reads, as it is for Python {PYTHON} …", flush=True)
        _make(python)
        shutil.copyfile(LOCK, stamp)
    ended = 0
    for system in SYSTEMS:
        cache = HOUSE / ".mypy_cache" / system
        command = [sys.executable, "-m", "mypy", "--platform", system, "--cache-dir", str(cache)]
        print(f"mypy for Python {PYTHON}, {system}: ", end="", flush=True)
        ended |= subprocess.run([*command, "--python-executable", str(python)], cwd=HOUSE, check=False).returncode
    sys.exit(ended)


def _make(python: Path) -> None:
    venv.create(PLACE, clear=True, with_pip=False)
    ask = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    target = subprocess.run(ask, check=True, capture_output=True, text=True, encoding="utf-8").stdout.strip()
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", target, "--python-version", PYTHON]
    # The list is whole, and pip would judge a package's markers by the Python that runs it.
    subprocess.run([*command, "--only-binary", ":all:", "--no-deps", "-r", str(LOCK)], check=True)


if __name__ == "__main__":
    main()
