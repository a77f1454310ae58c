"""Environments for the team's code: one per interpreter and requirements, made by uv, cached and reused."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from bcisub.model.cache import cache_folder
from bcisub.model.errors import BcisubError
from bcisub.model.finding import ERROR, declare
from bcisub.model.parsing import parse_json
from bcisub.model.track import Track
from bcisub.targets import uv
from bcisub.targets.interpreters import Interpreter

FILE_NAME = "requirements.txt"
REQUIREMENTS_FAILED = declare(
    "requirements-failed", ERROR, "The server cannot have these libraries on that Python either."
)
TOOLS = ("pip", "setuptools", "wheel")
"""What every image of the contest's time had, and code relies on without asking for it: `pkg_resources` above all."""
_STAMP = "bcisub-environment.json"
_CONDA = re.compile(r"^\s*([A-Za-z0-9][\w.\-]*)\s*@\s*file:/+.*$")
_INCLUDE = re.compile(r"^(?:-r|--requirement)[ =]\s*(\S+)$")
_NAME = re.compile(r"^\s*([A-Za-z0-9][\w.\-]*)")

Note = Callable[[str], None]


def _silent(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Cached:
    """An environment in the cache."""

    folder: Path
    python: str
    """Full version."""
    requirements: tuple[str, ...]
    holds: tuple[str, ...]
    """What is installed in it, `name==version` each."""


def folder() -> Path:
    """Where the environments lie."""
    return cache_folder() / "environments"


def ensure(
    interpreter: Interpreter, requirements: Sequence[str], constraints: Sequence[str] = (), note: Note = _silent
) -> Path:
    """Python of the environment with these requirements; made now if it is not in the cache.

    An environment cannot be moved once made, so it is made at its place, under a lock, and counts only once its
    stamp is written: what an interrupted call left behind is made again.
    """
    what = [str(interpreter.path), interpreter.version, *requirements, "--constraints", *constraints]
    what += ["--lock", _lock_of(interpreter)]
    key = hashlib.sha256("\n".join(what).encode()).hexdigest()[:16]
    place = folder() / f"{interpreter.version}-{key}"
    python = _python(place)
    if _complete(place):
        return python
    with _waited_for(place, note):
        if not _complete(place):
            wanted = ", ".join(requirements) or "nothing"
            note(f"Making the environment: Python {interpreter.version} with {wanted} (once, then kept) …")
            shutil.rmtree(place, ignore_errors=True)
            _make(place, interpreter, requirements, constraints)
    return python


def for_submission(interpreter: Interpreter, root: Path, track: Track, target: str, note: Note = _silent) -> Path:
    """Python of the environment for the submission at `root`.

    On the target the libraries are those of the contest's time; for a newer Python those were never built.
    """
    constraints = track.constraints if interpreter.minor == target else ()
    return ensure(interpreter, requirements_of(root, track, note), constraints, note)


class BusyError(Exception):
    """Another bcisub is making this environment."""


@contextmanager
def alone(place: Path) -> Iterator[None]:
    """One bcisub at a time makes or removes an environment; the system lifts the lock when its holder dies."""
    place.parent.mkdir(parents=True, exist_ok=True)
    lock = _lock(place)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise BusyError from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _waited_for(place: Path, note: Note) -> Iterator[None]:
    """The same, as soon as the other one is done."""
    with ExitStack() as held:
        try:
            held.enter_context(alone(place))
        except BusyError:
            note("Waiting for another bcisub to finish the environment …")
            held.enter_context(_lock(place))
        yield


def _lock(place: Path) -> FileLock:
    return FileLock(place.with_name(f"{place.name}.lock"))


def cached() -> list[Cached]:
    """Every whole environment of the cache."""
    return [made for made in _stamped().values() if made is not None]


def damaged() -> list[Path]:
    """Folders of environments whose stamp cannot be read, so that nobody knows what they hold."""
    return [place for place, made in _stamped().items() if made is None]


def _stamped() -> dict[Path, Cached | None]:
    stamps = sorted(folder().glob(f"*/{_STAMP}"))
    return {stamp.parent: _described(stamp) for stamp in stamps if _complete(stamp.parent)}


def _described(stamp: Path) -> Cached | None:
    try:
        stamped = parse_json(stamp.read_text("utf-8"))
        return Cached(stamp.parent, str(stamped["python"]), tuple(stamped["requirements"]), tuple(stamped["holds"]))
    except (ValueError, LookupError, TypeError):
        return None


def requirements_of(root: Path, track: Track, note: Note = _silent) -> list[str]:
    """Requirements of the submission at `root`; those of the server's image where it names none.

    numpy is always among them, because packets are numpy arrays, and so are the image's tools.
    """
    file = root / FILE_NAME
    lines = list(_lines(file, note, ())) if file.is_file() else list(track.requirements)
    named = {name_of(line) for line in lines}
    return [*lines, *(name for name in ("numpy", *TOOLS) if name not in named)]


def portable(file: Path, folder: Path) -> Path:
    """The requirements as another machine can read them: the file itself, or a cleaned one in `folder`."""
    text = _text(file)
    if not any(_CONDA.match(line) or _INCLUDE.match(line.strip()) for line in text.splitlines()):
        return file
    cleaned = folder / FILE_NAME
    cleaned.write_text("\n".join(_lines(file, _silent, ())) + "\n", encoding="utf-8", newline="\n")
    return cleaned


def name_of(requirement: str) -> str | None:
    """Normalised name of the package a requirement line asks for; None for options and paths."""
    match = _NAME.match(requirement)
    return None if match is None else re.sub(r"[-_.]+", "-", match[1]).lower()


def _lines(file: Path, note: Note, above: tuple[Path, ...]) -> Iterator[str]:
    """Requirement lines of a file: comments gone, `-r` followed, conda's local files turned into plain names."""
    for number, raw in enumerate(_text(file).splitlines(), 1):
        line = re.sub(r"(^|\s)#.*$", "", raw).strip()
        included = _INCLUDE.match(line)
        if included is not None:
            other = file.parent / included[1]
            if not other.is_file():
                raise BcisubError(f"{line!r} names a file that is not there.", where=f"{file}:{number}")
            if other.resolve() not in above:
                yield from _lines(other, note, (*above, file.resolve(), other.resolve()))
            continue
        local = _CONDA.match(line)
        if local is not None:
            note(f"{file.name}:{number}: {line!r} names a file of conda's build machine; taken as {local[1]!r}.")
            line = local[1]
        if line:
            yield line


def _text(file: Path) -> str:
    """PowerShell's `>` writes UTF-16, Chinese editors GBK."""
    raw = file.read_bytes()
    codings = ("utf-16",) if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "gbk")
    for coding in codings:
        try:
            return raw.decode(coding)
        except UnicodeDecodeError:
            continue
    raise BcisubError("The file is not text.", where=file, hint="Save it as UTF-8.")


def _make(place: Path, interpreter: Interpreter, requirements: Sequence[str], constraints: Sequence[str]) -> None:
    made = uv.run("venv", "--no-project", "--python", str(interpreter.path), str(place))
    if made.failed:
        raise BcisubError(
            f"uv could not make an environment with Python {interpreter.version}:\n{made.last_lines}",
            where=place,
            hint="`bcisub doctor` shows what is there; --python current needs no environment.",
            code="environment-failed",
        )
    holds = _install(place, interpreter, requirements, constraints) if requirements else []
    stamp = {
        "python": interpreter.version,
        "requirements": [*requirements],
        "constraints": [*constraints],
        "holds": holds,
    }
    unfinished = place / (_STAMP + ".part")
    unfinished.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    unfinished.replace(place / _STAMP)


def _install(
    place: Path, interpreter: Interpreter, requirements: Sequence[str], constraints: Sequence[str]
) -> list[str]:
    """Install the requirements in the versions of the lock that comes with bcisub, wherever they allow those.

    So the same requirements give the same versions tomorrow and elsewhere. uv takes what stands in the file it is to
    write as its first choice, not as a condition: a team that asks for another version gets it.
    """
    listed, limits, lock = place / "requirements.txt", place / "constraints.txt", place / "requirements.lock"
    listed.write_text("\n".join(requirements) + "\n", encoding="utf-8")
    limits.write_text("# Versions of the contest's time.\n" + "\n".join(constraints) + "\n", encoding="utf-8")
    lock.write_text(_lock_of(interpreter), encoding="utf-8")
    python = ("--python", str(_python(place)))
    plain = ("--no-header", "--no-annotate", "--quiet", "-c", str(limits))
    done = uv.run("pip", "compile", *python, *plain, "--output-file", str(lock), str(listed))
    if not done.failed:
        done = uv.run("pip", "install", *python, "--no-deps", "-r", str(lock))
    if done.failed:
        shutil.rmtree(place, ignore_errors=True)
        raise BcisubError(
            f"The requirements cannot be installed for Python {interpreter.version}:\n{done.last_lines}",
            where=FILE_NAME,
            hint=f"Ask only for what exists for Python {interpreter.minor}, or check the network.",
            code=REQUIREMENTS_FAILED.code,
        )
    return [line for line in lock.read_text("utf-8").splitlines() if "==" in line or "@" in line]


def _lock_of(interpreter: Interpreter) -> str:
    """Exact versions of the libraries submissions use, for a Python of the contest; for another of the tools alone."""
    locks = Path(__file__).parent / "locks"
    lock = locks / f"{interpreter.minor}.txt"
    if lock.is_file():
        return lock.read_text("utf-8")
    # Later setuptools have no `pkg_resources`, whatever the Python.
    lines = (locks / "3.10.txt").read_text("utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if name_of(line) in TOOLS)


def _complete(place: Path) -> bool:
    """Stamped, and the interpreter it stands on is still there."""
    return (place / _STAMP).is_file() and _python(place).exists()


def _python(place: Path) -> Path:
    return place / "Scripts" / "python.exe" if sys.platform == "win32" else place / "bin" / "python"
