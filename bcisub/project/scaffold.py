"""Makes a new project from a track's template: the whole tree, or nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from bcisub.model import resources
from bcisub.model.errors import BcisubError
from bcisub.model.track import Layout, Track

_WITH_NAMES = ("bcisub.toml", "README.md")
"""Files in which `{{name}}`, `{{team}}` and `{{layout}}` are filled in."""
_NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.pyc", ".bcisub", ".DS_Store")


def scaffold(track: Track, target: Path, name: str = "", team: str = "", layout: Layout | None = None) -> list[str]:
    """Copy the track's template to `target`, a folder that is empty or not there yet; the files made.

    A template may hold the start configurations of several layouts; only that of the chosen one is copied.
    """
    shape = layout or track.layouts[0]
    template = resources.folder("templates") / track.name
    if not all((template / part).is_file() for part in (shape.entry, shape.config) if part):
        raise BcisubError(
            f"There is no template of {track.name} in the layout {shape.name}.",
            where=template,
            hint=f"bcisub new {track.name} makes one in the layout {track.layouts[0].name}.",
        )
    others = {other.config for other in track.layouts if other.config not in (None, shape.config)}
    target = target.absolute()
    _refuse_occupied(target)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(template, part, ignore=_NOT_COPIED)
        for file in _WITH_NAMES:
            _fill(part / file, {"name": name or target.name, "team": team, "layout": shape.name})
        for config in others:
            (part / str(config)).unlink(missing_ok=True)
        if target.exists():
            target.rmdir()  # empty, as seen above; the renaming needs the place
        part.rename(target)
    except OSError as error:
        raise BcisubError(
            f"The project cannot be made: {_cause(error)}.",
            where=target,
            hint="Look at the place: is it full, or write-protected?",
        ) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return sorted(file.relative_to(target).as_posix() for file in target.rglob("*") if file.is_file())


def _refuse_occupied(target: Path) -> None:
    if target.is_dir():
        inside = sorted(entry.name for entry in target.iterdir())
        if not inside:
            return
        shown = ", ".join(inside[:5]) + (f" and {len(inside) - 5} more" if len(inside) > 5 else "")
        what = f"The folder is not empty: it holds {shown}."
    elif target.exists() or target.is_symlink():
        what = "There is a file of that name."
    else:
        return
    raise BcisubError(what, where=target, hint="Name another folder: bcisub new TRACK DIR", code="not-empty")


def _cause(error: OSError) -> str:
    """What the system said; of copying a tree it says it of each file, and the first will do."""
    if isinstance(error, shutil.Error) and error.args[0]:
        return str(error.args[0][0][2])
    return str(error.strerror or error)


def _fill(file: Path, words: Mapping[str, str]) -> None:
    if not file.is_file():
        return
    # In TOML the names stand between quotes.
    quoted = file.suffix == ".toml"
    text = file.read_text("utf-8")
    for key, value in words.items():
        if quoted:
            value = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
        text = text.replace("{{" + key + "}}", value)
    # A folder's name may hold bytes that are no UTF-8; no text file can.
    file.write_text(text, encoding="utf-8", errors="replace", newline="\n")
