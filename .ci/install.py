"""Puts bcisub and the development tools into the environment this runs in.

`locked` takes the exact versions of .ci/locks, as `make test` and CI do; `newest` what is newest today; `lowest` the
lowest versions that pyproject.toml allows for what it names.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
WHAT = ("--editable", ".[dev]")


def main() -> None:
    """Install as the one argument says."""
    versions = sys.argv[1]
    if versions == "lowest":
        _pip("uv")
        limits = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
        if "PIP_FIND_LINKS" in limits:  # uv does not read pip's settings
            limits.setdefault("UV_FIND_LINKS", limits["PIP_FIND_LINKS"])
        command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable]
        subprocess.run([*command, "--resolution", "lowest-direct", *WHAT], cwd=HOUSE, env=limits, check=True)
        return
    lock = HOUSE / ".ci" / "locks" / "{}.{}.txt".format(*sys.version_info)
    limited: tuple[str, ...] = ("--constraint", str(lock))
    if versions == "newest":
        limited = ()
    elif not lock.is_file():
        print(f"There is no lock for Python {lock.stem} yet: the newest versions are taken.")
        limited = ()
    _pip(*limited, "hatchling", "editables")
    _pip(*limited, "--no-build-isolation", *WHAT)


def _pip(*arguments: str) -> None:
    ended = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *arguments], cwd=HOUSE, check=False)
    if ended.returncode != 0:
        sys.exit(f"error: pip could not install {' '.join(arguments)}\nto do: check the network, then: make setup")


if __name__ == "__main__":
    main()
