"""Opening a data set by path or by name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bcisub.data import samples
from bcisub.data.channel_names import coverage
from bcisub.data.making import DESCRIPTION
from bcisub.data.reading import READERS, is_recording, load_block
from bcisub.model.errors import BcisubError
from bcisub.model.parsing import parse_toml
from bcisub.model.recording import Block, DataSet, Subject, natural
from bcisub.model.track import Track

_TEXTS = frozenset({"track", "name", "origin", "summary", "licence", "made", "real", "joined"})
_LISTS = frozenset({"subjects", "notes", "missing_channels"})
"""What a description's entries are; others may be anything."""
_IGNORED = frozenset({"__pycache__", "__MACOSX"})


def open_set(
    name: str, track: Track, project: Path | None = None, progress: Callable[[float], None] | None = None
) -> DataSet:
    """The set at a path, or of a name: in `$BCISUB_DATA`, then the project's `data/`, then among the sample sets."""
    path, known = find_set(name, track, project, progress)
    info = check_made_for(path, track)
    return DataSet(name=known, path=path, subjects=recordings_in(path, track), info=info)


def recordings_in(path: Path, track: Track | None = None) -> tuple[Subject, ...]:
    """The subjects of the set at a path, whatever their files' rows; at least one."""
    subjects = tuple(_subjects(path, track))
    if not subjects:
        raise BcisubError(
            "The set holds no block.",
            where=path,
            hint=f"Expected <subject>/<block> files, or <block> files, ending in {', '.join(READERS)}.",
            code="empty-set",
        )
    return subjects


def remarks(dataset: DataSet, track: Track) -> Iterator[str]:
    """What must be said wherever a score on this set is shown."""
    missing = [str(name) for name in dataset.info.get("missing_channels", ())]
    if missing:
        yield f"{coverage(missing, track.channels)} The score holds for an algorithm that picks its channels by name."


def find_set(
    name: str, track: Track, project: Path | None = None, progress: Callable[[float], None] | None = None
) -> tuple[Path, str]:
    """Folder (or file) and name of a set; a sample set is generated if need be."""
    simple = re.fullmatch(r"[^/\\]+", name) is not None and name not in (".", "..")
    if simple:
        for place in places(project):
            if (place / name).exists():
                return place / name, name
        if name in samples.names(track.name):
            return samples.ensure(track, name, progress), name
    path = Path(name).expanduser()
    if path.exists():
        return path, path.resolve().name
    raise BcisubError(
        f"There is no data set {name!r} for {track.name}.",
        where=None if simple else path,
        hint=f"Give a path, or one of: {', '.join(known_names(track, project)) or 'nothing is known'}.",
        code="unknown-set",
    )


def places(project: Path | None = None) -> list[Path]:
    """Folders in which sets are looked up by name, in order."""
    found = [Path(part).expanduser() for part in os.environ.get("BCISUB_DATA", "").split(os.pathsep) if part]
    if project is not None:
        found.append(project / "data")
    return found


def known_names(track: Track, project: Path | None = None) -> list[str]:
    """Every name `open_set` would take for a track."""
    own = [entry.name for place in places(project) if place.is_dir() for entry in _entries(place)]
    return list(dict.fromkeys([*own, *samples.names(track.name)]))


def describe(path: Path) -> dict[str, Any]:
    """The content of `dataset.toml`, where there is one."""
    place = path / DESCRIPTION
    if not place.is_file():
        return {}
    try:
        info: dict[str, Any] = parse_toml(place.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BcisubError(f"The description is no TOML: {error}.", where=place, hint="Mend or delete it.") from None
    for key, value in info.items():
        wanted, form = ("text", '"…"') if key in _TEXTS else ("list of texts", '["…"]')
        is_list = isinstance(value, list) and all(isinstance(part, str) for part in value)
        if (key in _TEXTS and not isinstance(value, str)) or (key in _LISTS and not is_list):
            raise BcisubError(f"`{key}` is no {wanted}.", where=place, hint=f"Write {key} = {form}, or leave it out.")
    return info


def check_made_for(path: Path, track: Track) -> dict[str, Any]:
    """The set's description, if it says nothing against the track."""
    info = describe(path)
    made_for = info.get("track")
    if made_for not in (None, track.name):
        raise BcisubError(
            f"The set is one of {made_for}, not of {track.name}.", where=path, hint=f"Use --track {made_for}."
        )
    return info


def _subjects(path: Path, track: Track | None) -> Iterator[Subject]:
    """The subjects of a set. A file alone is one block of one subject; files in the set's folder are one subject."""
    if path.is_file():
        yield Subject(path.parent.name or path.stem, (_block(path, path.stem, track),))
        return
    own = _blocks(path, track)
    if own:
        yield Subject(path.resolve().name, own)
    for folder in _entries(path):
        if not folder.is_dir():
            continue
        blocks = _blocks(folder, track)
        if blocks:
            yield Subject(folder.name, blocks)
        # Batches of subjects (EMO-1: TrainSet_first_batch/sub1/sub1.pkl) and the platform's S1/data1/data1.dat.
        inner = [
            (entry.name, found) for entry in _entries(folder) if entry.is_dir() and (found := _blocks(entry, track))
        ]
        if not blocks and inner:
            if all(_named_like(folder_name, found) for folder_name, found in inner) and _is_batch(folder, inner):
                yield from (Subject(name, found) for name, found in inner)
            else:
                yield Subject(folder.name, tuple(block for _, found in inner for block in found))


def _named_like(folder_name: str, blocks: tuple[Block, ...]) -> bool:
    return len(blocks) == 1 and blocks[0].name == folder_name


def _is_batch(folder: Path, inner: list[tuple[str, tuple[Block, ...]]]) -> bool:
    """A folder of subjects rather than a subject with a folder a block: its inner names are those of subjects."""
    return all(re.match(r"(?i)(s|sub|subject)[-_ ]?\d+$", name) for name, _ in inner) and not re.match(
        r"(?i)(s|sub|subject)[-_ ]?\d+$", folder.name
    )


def _blocks(folder: Path, track: Track | None) -> tuple[Block, ...]:
    files = [path for path in _entries(folder) if path.is_file() and is_recording(path)]
    stems = [path.stem for path in files]
    return tuple(_block(path, path.stem if stems.count(path.stem) == 1 else path.name, track) for path in files)


def _block(path: Path, name: str, track: Track | None) -> Block:
    wanted = (None, None) if track is None else (track.rows, track.fs)
    return Block(name=name, path=path, load=partial(load_block, path, *wanted))


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder, in natural order, without hidden things."""
    found = (path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in _IGNORED)
    return sorted(found, key=lambda path: natural(path.name))
