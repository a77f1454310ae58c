"""A team's project: the folder with the submission and, usually, a `bcisub.toml` beside it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bcisub import tracks
from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.parsing import parse_toml
from bcisub.model.track import Layout, Track
from bcisub.project.near import near
from bcisub.project.start_config import CONFIG_VALUE, NO_ENTRY, started

FILE_NAME = "bcisub.toml"

_KEYS: dict[str, tuple[str, ...]] = {
    "project": ("track", "name", "team"),
    "target": ("python", "layout"),
    "eval": ("data",),
}
"""Tables of the file whose keys are fixed, all of them text. `[readings]` is checked against the track."""


@dataclass(frozen=True)
class Project:
    """Where the submission lies and what the team has settled about it."""

    root: Path
    track: Track
    layout: Layout
    """The shape the submission's files have."""
    bundle: Layout
    """The shape `pack` gives them; another one where the team wants that (`[target] layout`, `--layout`)."""
    name: str
    team: str = ""
    python: str = ""
    """Target Python, `X.Y`."""
    data: str = "cali_A"
    """The set `eval` uses when none is named."""
    readings: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The whole of `bcisub.toml`, for `[limits]` and tables of a track's own."""
    origin: str = "layout"
    """How the track was found: `bcisub.toml`, `--track` or `layout`."""
    notes: tuple[str, ...] = ()
    """What the user should know about the project file, one sentence each."""


def open_project(path: Path, track: str | None = None, layout: str | None = None) -> Project:
    """The project in `path`: told by `track`, else by its `bcisub.toml`, else recognised by its files."""
    if not path.exists():
        raise BcisubError("There is no such folder.", where=path, hint="Make a project with: bcisub new TRACK")
    if not path.is_dir():
        raise BcisubError(
            "This is a file; a project is a folder, or a packed bundle (zip, tar.gz).",
            where=path,
            hint="Name the project's folder.",
        )
    root = path.resolve()
    file = root / FILE_NAME
    settings, notes = _read(file) if file.is_file() else ({}, ())
    found, official, origin = _recognise(root, settings, track, layout)
    shape = started(root, official)
    if (shape.entry, shape.class_name) != (official.entry, official.class_name):
        notes += (
            f"{shape.config} starts {shape.class_name} of {shape.entry}; the contest's own is "
            f"{official.class_name} of {official.entry}, and asks to keep it.",
        )
    # The file's Python belongs to the file's layout.
    own = layout in (None, _text(settings, "target", "layout"))
    python = (own and _text(settings, "target", "python")) or shape.python or found.python
    if shape.python not in (None, python):
        notes += (f"The layout {shape.name} was run on Python {shape.python}; {FILE_NAME} asks for {python}.",)
    if not re.fullmatch(r"3\.\d+", python):
        raise _wrong(file, "target.python", f"{python!r} is not a version such as 3.8")
    return Project(
        root=root,
        track=found,
        layout=_present(root, found, shape),
        bundle=shape,
        name=_text(settings, "project", "name") or root.name,
        team=_text(settings, "project", "team"),
        python=python,
        data=_data(root, settings),
        readings={**shape.readings, **_readings(file, settings, found)},
        settings=settings,
        origin=origin,
        notes=notes,
    )


def layout_named(track: Track, name: str) -> Layout:
    """The track's layout of that name."""
    found = track.layout(name)
    if found is None:
        known = ", ".join(one.name for one in track.layouts)
        raise BcisubError(f"{track.name} has no layout {name!r}.", hint=f"Its layouts are: {known}.")
    return found


def require_entry(project: Project) -> None:
    """Refuse a project without the participant's main file; the server asks for it by its name."""
    if entry_file(project.root, project.layout) is None:
        from bcisub import tracks

        raise SubmissionError(
            f"{project.layout.entry} is not there.",
            where=project.root,
            hint=" ".join(filter(None, [near(project.root, tracks.TRACKS.values()), "bcisub new makes one."])),
            code=NO_ENTRY.code,
        )


def require_python(project: Project) -> None:
    """Refuse a Python in the project file that the layout's own start configuration contradicts."""
    shape = project.bundle
    if shape.python in (None, project.python) or (shape.config and (project.root / shape.config).is_file()):
        return
    raise SubmissionError(
        f"{FILE_NAME} asks for Python {project.python}, but {shape.config} of the layout {shape.name} starts "
        f"an image of Python {shape.python}.",
        where=project.root / FILE_NAME,
        hint=f'Set [target] python = "{shape.python}", or leave that line out. '
        f"For another image write a {shape.config} of your own.",
        code=CONFIG_VALUE.code,
    )


def entry_file(root: Path, layout: Layout) -> Path | None:
    """The participant's main file, source before compiled; None where the layout does not fit."""
    source = root / layout.entry
    return next((file for file in (source, source.with_suffix(".pyc")) if file.is_file()), None)


def _recognise(
    root: Path, settings: Mapping[str, Any], track: str | None, layout: str | None
) -> tuple[Track, Layout, str]:
    """Track, layout and where the track was told."""
    name = track or _text(settings, "project", "track")
    if not name:
        fits = [one for one in tracks.TRACKS.values() if any(entry_file(root, shape) for shape in one.layouts)]
        names = [one.name for one in fits]
        if len(fits) == 1:
            return fits[0], _shape(root, fits[0], layout), "layout"
        hint = f"Name the track: --track {'|'.join(names or tracks.TRACKS)}, or write a {FILE_NAME}."
        if not names:
            close = near(root, tracks.TRACKS.values())
            hint = " ".join(filter(None, [close, "Go to your project's folder, or make one with: bcisub new TRACK"]))
        if names:
            raise BcisubError(f"The folder fits several tracks: {', '.join(names)}.", where=root, hint=hint)
        entries = ", ".join(dict.fromkeys(shape.entry for one in tracks.TRACKS.values() for shape in one.layouts))
        raise BcisubError(f"No submission is here: neither {FILE_NAME} nor any of {entries}.", where=root, hint=hint)
    found = tracks.get(name)
    # The file's layout belongs to the file's track.
    own = not track or track == _text(settings, "project", "track")
    return (
        found,
        _shape(root, found, layout or (own and _text(settings, "target", "layout")) or None),
        ("--track" if track else FILE_NAME),
    )


def _shape(root: Path, track: Track, name: str | None) -> Layout:
    """The layout of that name, or the first whose entry file is there."""
    if name is not None:
        return layout_named(track, name)
    return next((one for one in track.layouts if entry_file(root, one)), track.layouts[0])


def _present(root: Path, track: Track, wanted: Layout) -> Layout:
    """The shape the files have: the wanted one, or the track's first where that can be packed as the wanted one."""
    first = track.layouts[0]
    movable = wanted.moved and entry_file(root, wanted) is None and entry_file(root, first) is not None
    return first if movable else wanted


def _read(file: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Content of the project file, and remarks on keys nobody knows."""
    try:
        settings = parse_toml(file.read_text("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BcisubError(f"{FILE_NAME} is not UTF-8.", where=file, hint="Save it as UTF-8.") from error
    except ValueError as error:
        hint = "Mend that line; `bcisub new` in another folder shows how the file looks."
        raise BcisubError(f"{FILE_NAME} is not valid TOML: {error}.", where=file, hint=hint) from error
    notes: list[str] = []
    # Whoever uses the last ones checks them: a track that serves frames, and the limits.
    own = [track.frames.table for track in tracks.TRACKS.values() if track.frames is not None]
    known_tables = (*_KEYS, "readings", *own, "limits")
    for table, content in settings.items():
        if table not in known_tables:
            notes.append(_unknown(table, known_tables))
            continue
        if not isinstance(content, dict):
            raise _wrong(file, table, f"it must be a table, [{table}]")
        for key, value in content.items() if table in _KEYS else ():
            if key not in _KEYS[table]:
                notes.append(_unknown(f"{table}.{key}", [f"{table}.{one}" for one in _KEYS[table]]))
            elif not isinstance(value, str):
                raise _wrong(file, f"{table}.{key}", f'it must be text in quotes, not {value!r}: {key} = "{value}"')
    return settings, tuple(notes)


def _readings(file: Path, settings: Mapping[str, Any], track: Track) -> dict[str, str]:
    """The readings the team has settled, each one that the track has."""
    chosen: dict[str, str] = {}
    for name, value in settings.get("readings", {}).items():
        reading = next((one for one in track.readings if one.name == name), None)
        if reading is None:
            known = ", ".join(one.name for one in track.readings)
            raise _wrong(file, f"readings.{name}", f"{track.name} has no such reading; it has: {known}")
        if str(value) not in reading.choices:
            raise _wrong(file, f"readings.{name}", f"{value!r} is not one of: {', '.join(reading.choices)}")
        chosen[name] = str(value)
    return chosen


def _data(root: Path, settings: Mapping[str, Any]) -> str:
    """The set `eval` uses; a path in the project's file is seen from the project, wherever the command is typed."""
    named = _text(settings, "eval", "data") or "cali_A"
    path = Path(named).expanduser()
    return named if path.name == named else str(root / path)


def _text(settings: Mapping[str, Any], table: str, key: str) -> str:
    return str(settings.get(table, {}).get(key, ""))


def _wrong(file: Path, key: str, why: str) -> BcisubError:
    return BcisubError(f"{key}: {why}.", where=file)


def _unknown(key: str, known: Any) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f"{FILE_NAME}: {key} is not known and ignored." + (f" Did you mean {close[0]}?" if close else "")
