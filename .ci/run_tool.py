"""Runs a tool of `.venv`, which lies in another folder on Windows: `python .ci/run_tool.py ruff check .`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

VENV = Path(__file__).resolve().parent.parent / ".venv"


def main() -> None:
    """Run it, and end as it ends."""
    name, *words = sys.argv[1:]
    places = (VENV / "bin" / name, VENV / "Scripts" / f"{name}.exe")
    tool = next((place for place in places if place.exists()), None)
    if tool is None:
        sys.exit(f"error: {name} is not in .venv\nto do: make setup")
    sys.exit(subprocess.run([tool, *words], check=False).returncode)


if __name__ == "__main__":
    main()
