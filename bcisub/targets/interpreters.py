"""Finds the interpreter a submission has to run on: on PATH, from pyenv, conda, the Windows registry (`py`), uv."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bcisub.model.errors import BcisubError
from bcisub.targets.uv import run

_VERSION = re.compile(r"3\.\d+(\.\d+)?")
_PROBE = "import sys; print(sys.implementation.name, '%d.%d.%d' % sys.version_info[:3])"


@dataclass(frozen=True)
class Interpreter:
    """A Python that starts."""

    path: Path
    version: str
    """Full version, e.g. `3.8.18`."""
    found_by: str
    """Where it was found: `pyenv`, `path`, `conda`, `winreg`, `uv`, … or `current`, `given`."""

    @property
    def minor(self) -> str:
        """Version without the patch, `3.8`."""
        return ".".join(self.version.split(".")[:2])


@dataclass(frozen=True)
class Choice:
    """The interpreter taken, and what the user should know about it."""

    interpreter: Interpreter
    note: str | None = None


def current() -> Interpreter:
    """The interpreter bcisub itself runs on."""
    return Interpreter(Path(sys.executable), "{}.{}.{}".format(*sys.version_info[:3]), "current")


@functools.cache
def find(version: str) -> Interpreter | None:
    """The newest CPython of that version, `3.8` or `3.8.18`, or None.

    Executables named after the version are tried first: starting every Python of a machine takes seconds.
    """
    named = (f"python{version}", f"python{version}.exe")
    later: list[tuple[str, Path]] = []
    found: list[Interpreter] = []
    for origin, path in _candidates():
        if path.name in named or _folder_names(path, version):
            found += _matching(path, origin, version)
        elif not re.search(r"\d\.\d", path.name):
            later.append((origin, path))
    for origin, path in later if not found else ():
        found += _matching(path, origin, version)
        if found:
            break
    return max(found, key=lambda one: tuple(map(int, one.version.split("."))), default=None)


def choose(spec: str, target: str, install: bool = False) -> Choice:
    """The interpreter for `spec`: `target`, `current`, a version or a path.

    Where `target` is missing the current interpreter stands in, with a note; a version asked for by number
    must be there.
    """
    if spec == "current":
        return Choice(current())
    if spec == "target":
        interpreter = find(target) or (_install(target) if install else None)
        if interpreter is not None:
            return Choice(interpreter)
        here = current()
        return Choice(
            here,
            f"Python {target}, which the contest runs, is not on this machine: using {here.version} instead. "
            f"To have it: uv python install {target}",
        )
    if _VERSION.fullmatch(spec):
        interpreter = find(spec) or (_install(spec) if install else None)
        if interpreter is None:
            raise missing(spec)
        return Choice(interpreter)
    return Choice(_at(Path(spec).expanduser()))


def missing(version: str) -> BcisubError:
    """The error for an interpreter that is not on this machine."""
    return BcisubError(
        f"Python {version} is not on this machine.",
        hint=f"Install it with: uv python install {version}   (or give --install-python)",
        code="python-missing",
    )


def _install(version: str) -> Interpreter:
    """Fetch the interpreter with uv."""
    finished = run("python", "install", version)
    if finished.failed:
        raise BcisubError(
            f"uv could not install Python {version}: {finished.last_lines}",
            hint=f"Check the network, then: uv python install {version}",
            code="python-missing",
        )
    find.cache_clear()
    interpreter = find(version)
    if interpreter is None:
        raise missing(version)
    return interpreter


def _at(path: Path) -> Interpreter:
    """The interpreter at a path the user gave: an executable, or the folder of an environment."""
    places = [path]
    if path.is_dir():
        places = [path / "bin" / "python", path / "Scripts" / "python.exe", path / "python.exe"]
    for place in places:
        if place.is_file():
            version = _probe(place)
            if version is not None:
                return Interpreter(Path(os.path.abspath(place)), version, "given")  # noqa: PTH100 - keeps a venv's link
    raise BcisubError(
        f"There is no working CPython at {path}.",
        where=path,
        hint="--python takes target, current, a version such as 3.8, or the path of an interpreter.",
        code="interpreter-missing",
    )


def _matching(path: Path, origin: str, version: str) -> list[Interpreter]:
    full = _probe(path)
    if full is None or not (full + ".").startswith(version + "."):
        return []
    return [Interpreter(path, full, origin)]


@functools.cache
def _probe(path: Path) -> str | None:
    """Version of the CPython at `path`; None if it does not start (a pyenv shim without a version, a broken link)."""
    try:
        finished = subprocess.run(
            [str(path), "-I", "-c", _PROBE], capture_output=True, text=True, timeout=20, check=True
        )
        name, version = finished.stdout.split()
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return version if name == "cpython" else None


def _folder_names(path: Path, version: str) -> bool:
    """The installation's folder tells the version, as those of pyenv, uv and Windows do, and the file is `python`."""
    compact = version.replace(".", "")
    return path.stem == "python" and any(
        re.search(rf"(^|\D){re.escape(version)}(\D|$)", part) or part.lower() == f"python{compact}"
        for part in path.parts[-4:-1]
    )


def _candidates() -> Iterator[tuple[str, Path]]:
    """Executables that may be a Python, with where they come from, each once. pyenv's shims are left out."""
    from findpython.providers import ALL_PROVIDERS

    seen: set[Path] = set()
    order = sorted(ALL_PROVIDERS, key=lambda name: name == "path")
    for name in order:
        provider = ALL_PROVIDERS[name].create()
        for python in provider.find_pythons() if provider is not None else ():
            path = Path(python.executable)
            if path not in seen and path.parent.name != "shims":
                seen.add(path)
                yield name, path
    for path in _conda_pythons():
        if path not in seen:
            seen.add(path)
            yield "conda", path


def _conda_pythons() -> Iterator[Path]:
    """Pythons of conda's environments; findpython does not look there."""
    home = Path.home()
    folders: list[Path] = []
    register = home / ".conda" / "environments.txt"
    if register.is_file():
        folders += [Path(line.strip()) for line in register.read_text("utf-8", "replace").splitlines() if line.strip()]
    roots = [Path(os.environ["CONDA_EXE"]).parent.parent] if os.environ.get("CONDA_EXE") else []
    roots += [home / name for name in ("miniconda3", "anaconda3", "miniforge3", "mambaforge")]
    for root in roots:
        if root.is_dir():
            folders += [root, *sorted(root.glob("envs/*"))]
    for folder in dict.fromkeys(folders):
        for place in (folder / "bin" / "python", folder / "python.exe"):
            if place.is_file():
                yield place
