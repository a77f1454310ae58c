"""Writes the locks: exact versions of all that the suite runs with, one file per Python, and that types are judged by.

    python .ci/lock.py            # renew all of them
    python .ci/lock.py --check    # fail if a direct dependency of pyproject.toml is in no lock

A lock is a constraint file of plain `name==version` lines: it installs nothing by itself, holds no address, and says
the same on every system, because a package that only Windows needs is listed for all.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import tomlkit
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from uv import find_uv_bin

HOUSE = Path(__file__).resolve().parent.parent
LOCKS = HOUSE / ".ci" / "locks"
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
TYPES = "types"
JUDGES = ("mypy", "ruff", "import-linter")
"""Tools whose verdict must not depend on the Python they run on: every lock has the version of the lowest Python's."""
STUBS = {"scipy-stubs", "types-psutil", "types-pyyaml"}
"""In the lock of the types alone."""
TARGETS = HOUSE / "bcisub" / "targets" / "locks"
TARGET_PYTHONS = ("3.8", "3.10")
SYSTEMS = (("linux", "Linux", "posix"), ("win32", "Windows", "nt"), ("darwin", "Darwin", "posix"))


def main() -> None:
    """Renew the locks, or only look whether they are complete."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a direct dependency is not locked")
    if parser.parse_args().check:
        sys.exit(_check())
    LOCKS.mkdir(exist_ok=True)
    project = HOUSE / "pyproject.toml"
    lowest = _compile(project, PYTHONS[0], "--extra", "dev")
    judges = "".join(f"{name}=={version}\n" for name, version in lowest.items() if name in JUDGES)
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder) / "judges.txt"
        limits.write_text(judges, encoding="utf-8")
        for python in PYTHONS:
            _write(LOCKS / f"{python}.txt", _compile(project, python, "--extra", "dev", "-c", str(limits)))
    # mypy reads scipy's types from scipy-stubs, so the library itself need not be fetched.
    _write(LOCKS / f"{TYPES}.txt", _compile(project, PYTHONS[0], "--extra", TYPES, "--no-emit-package", "scipy"))
    for python in TARGET_PYTHONS:
        _write(TARGETS / f"{python}.txt", _compile(TARGETS / "libraries.in", python))


def _compile(source: Path, python: str, *options: str) -> dict[str, str]:
    """Exact version of every package that `source` needs on that Python, on any system."""
    command = [find_uv_bin(), "pip", "compile", "--quiet", "--universal", "--fork-strategy", "fewest", "--upgrade"]
    command += ["--python-version", python, "--no-header", "--no-annotate", "--no-emit-index-url"]
    command += ["--no-emit-find-links", *options, str(source)]
    finished = subprocess.run(command, cwd=HOUSE, check=False, capture_output=True, text=True, encoding="utf-8")
    if finished.returncode != 0:
        sys.exit(f"uv could not resolve {source.name} for Python {python}:\n{finished.stderr}")
    locked: dict[str, str] = {}
    for line in finished.stdout.splitlines():
        wanted = Requirement(line)
        version = str(wanted.specifier).removeprefix("==")
        if _asked_for(wanted, python) and locked.setdefault(wanted.name, version) != version:
            sys.exit(f"Python {python} needs {wanted.name} as {locked[wanted.name]} and {version}; a lock holds one.")
    return locked


def _asked_for(wanted: Requirement, python: str) -> bool:
    """Whether that Python needs the package on any system; uv resolves for all later Pythons too."""
    if wanted.marker is None:
        return True
    version = {"python_version": python, "python_full_version": f"{python}.18"}
    return any(
        wanted.marker.evaluate({**version, "sys_platform": system, "platform_system": name, "os_name": kind})
        for system, name, kind in SYSTEMS
    )


def _write(path: Path, locked: dict[str, str]) -> None:
    """The whole file, or the old one."""
    unfinished = path.with_suffix(".part")
    lines = [f"{name}=={version}" for name, version in sorted(locked.items())]
    unfinished.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    unfinished.replace(path)
    print(f"{path.relative_to(HOUSE).as_posix()}: {len(locked)} packages")


def _check() -> int:
    """1 if a direct dependency is missing from a lock, with its name."""
    project = tomlkit.parse((HOUSE / "pyproject.toml").read_text("utf-8")).unwrap()["project"]
    lines = [*project["dependencies"], *(line for extra in project["optional-dependencies"].values() for line in extra)]
    direct = {canonicalize_name(Requirement(line).name) for line in lines} - {project["name"]}
    missing = 0
    for python in PYTHONS:
        locked = {line.split("==")[0] for line in (LOCKS / f"{python}.txt").read_text("utf-8").split()}
        for name in sorted(direct - locked - STUBS):
            print(f"{name} is not in .ci/locks/{python}.txt; to do: make lock")
            missing = 1
    return missing


if __name__ == "__main__":
    main()
