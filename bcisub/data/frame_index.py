"""Making `frames.csv` (GAZE-2) from folders of pictures named any way."""

from __future__ import annotations

import contextlib
import csv
import io
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bcisub.data.pictures import read_picture
from bcisub.model.errors import BcisubError
from bcisub.model.frames import COLUMNS, INDEX, NO, YES, read_index
from bcisub.model.outputs import check_output, table_of
from bcisub.model.whole_files import write_whole

_FIELDS = ("subject", "group", "frame", "eye")
_EYES = {"left": "left", "l": "left", "0": "left", "right": "right", "r": "right", "1": "right"}

Key = tuple[str, str, str]


@dataclass
class IndexReport:
    """What was found: the frames that are in the index, and the files that are not, each with why."""

    path: Path
    frames: int = 0
    labelled: int = 0
    calibration: int = 0
    broken: list[tuple[str, str]] = field(default_factory=list)
    """Pictures that cannot be used: file and why."""
    lonely: list[tuple[str, str]] = field(default_factory=list)
    """Pictures whose partner is missing or broken: file and the eye that lacks."""
    unmatched: int = 0
    """Picture files whose names the pattern does not fit."""
    without_frame: list[str] = field(default_factory=list)
    """Labels of frames that have no pictures."""


@dataclass(frozen=True)
class Label:
    """A row of a file of labels."""

    point: tuple[str, ...]
    calibration: bool


def build_index(
    folder: Path,
    pattern: str,
    labels: Path | None = None,
    *,
    check: bool = True,
    force: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> IndexReport:
    """Write `frames.csv` into the folder. With `check` every picture is decoded once, so that none fails later.

    An index that holds labels is not made anew without them, unless with `force`.
    """
    if not folder.is_dir():
        raise BcisubError("The folder of pictures does not exist.", where=folder)
    matcher = compile_pattern(pattern)
    report = IndexReport(check_output(folder / INDEX, table_of(*COLUMNS[:3])))
    if labels is not None and labels.resolve() == report.path.resolve():
        raise BcisubError(
            "The index cannot be made from itself.", where=labels, hint="Copy it, and give the copy as --labels."
        )
    if labels is None and not force and report.path.is_file():
        _check_without_labels(report.path)
    pairs: dict[Key, dict[str, str]] = {}
    for name in _pictures(folder):
        match = matcher.fullmatch(name)
        eye = _EYES.get(match["eye"].lower()) if match else None
        if match is None or eye is None:
            report.unmatched += 1
            continue
        key = (match["subject"], match.groupdict().get("group") or "1", match["frame"])
        pair = pairs.setdefault(key, {})
        if eye in pair:
            raise BcisubError(
                f"Two files are the {eye} eye of frame {'/'.join(key)}: {pair[eye]} and {name}.",
                where=folder,
                hint="Make the pattern tell them apart.",
            )
        pair[eye] = name
    if not pairs:
        raise BcisubError(
            f"The pattern {pattern!r} fits none of the {report.unmatched} pictures.",
            where=folder,
            hint="Write the path below the folder with {subject}, {group}, {frame} and {eye} (left/right, l/r or 0/1).",
        )
    truth, depth = read_labels(labels) if labels else ({}, False)
    rows = []
    for done, (key, pair) in enumerate(sorted(pairs.items(), key=lambda item: tuple(map(_natural, item[0])))):
        if check:
            _drop_broken(folder, pair, report)
        if len(pair) == 2:
            rows.append(_row(key, pair, truth.get(key), depth, report))
        for eye, name in pair.items() if len(pair) == 1 else ():
            report.lonely.append((name, "right" if eye == "left" else "left"))
        progress((done + 1) / len(pairs))
    report.without_frame = ["/".join(key) for key in truth if key not in pairs]
    write_whole(report.path, _text([*COLUMNS, "z"] if depth else COLUMNS, rows).encode())
    return report


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A path with fields in braces as a regular expression; a field that comes twice must read the same."""
    parts, used = [], set()
    for piece in re.split(r"(\{[^{}]*\})", pattern.replace("\\", "/")):
        name = piece[1:-1] if piece.startswith("{") else None
        if name is None:
            parts.append(re.escape(piece))
        elif name == "*":
            parts.append("[^/]*")
        elif name not in _FIELDS:
            raise BcisubError(
                f"The pattern's field {piece} is unknown.",
                hint="Fields are {subject}, {group}, {frame}, {eye} and {*}.",
            )
        elif name in used:
            parts.append(f"(?P={name})")
        else:
            used.add(name)
            parts.append("(?P<eye>left|right|l|r|0|1)" if name == "eye" else f"(?P<{name}>[^/]+?)")
    lacking = [name for name in ("subject", "frame", "eye") if name not in used]
    if lacking:
        raise BcisubError(
            f"The pattern lacks {{{lacking[0]}}}.", hint="For example '{subject}/{group}/{frame}_{eye}.png'."
        )
    return re.compile("".join(parts), re.IGNORECASE)


def read_labels(path: Path) -> tuple[dict[Key, Label], bool]:
    """A CSV with subject, group, frame, x, y and, as it likes, z and calibration; and whether it has z."""
    if not path.is_file():
        raise BcisubError("The file of labels does not exist.", where=path)
    try:
        return _labels(path)
    except csv.Error as error:
        raise BcisubError(f"The file of labels cannot be read: {error}.", where=path) from error


def _labels(path: Path) -> tuple[dict[Key, Label], bool]:
    found: dict[Key, Label] = {}
    rows = csv.DictReader(io.StringIO(_decoded(path), newline=""))
    header = [name.strip() for name in rows.fieldnames or ()]
    rows.fieldnames = header
    lacking = [name for name in ("subject", "frame", "x", "y") if name not in header]
    if lacking:
        raise BcisubError(f"The file of labels lacks the column {lacking[0]!r}.", where=path)
    axes = ("x", "y", "z") if "z" in header else ("x", "y")
    for row in rows:
        cells = {name: (value or "").strip() for name, value in row.items() if name is not None}
        key = (cells["subject"], cells.get("group") or "1", cells["frame"])
        where = f"{path}:{rows.line_num}"
        if key in found:
            raise BcisubError(f"Frame {'/'.join(key)} is labelled twice.", where=where)
        point = tuple(cells[axis] for axis in axes)
        if any(point) and not all(map(_is_number, point)):
            raise BcisubError(f"The label {', '.join(point)!r} is not {len(axes)} finite numbers.", where=where)
        mark = cells.get("calibration", "").lower()
        if mark not in YES | NO:
            raise BcisubError(f"The column 'calibration' holds {mark!r}, not 0 or 1.", where=where)
        if mark in YES and not any(point):
            raise BcisubError(f"The calibration frame {'/'.join(key)} has no label.", where=where)
        found[key] = Label(point, mark in YES)
    return found, "z" in header


def _decoded(path: Path) -> str:
    """The text of the file: UTF-8, or GBK as Excel writes it in China."""
    raw = path.read_bytes()
    for coding in ("utf-8-sig", "gbk"):
        with contextlib.suppress(UnicodeDecodeError):
            return raw.decode(coding)
    raise BcisubError("The file of labels is neither UTF-8 nor GBK.", where=path, hint="Save it as UTF-8 CSV.")


def _check_without_labels(index: Path) -> None:
    try:
        labelled = any(frame.label is not None for frame in read_index(index).frames)
    except BcisubError:
        labelled = True  # Nobody can say what is in it.
    if labelled:
        raise BcisubError(
            "There is an index already that holds labels, or that cannot be read; a new one would hold none.",
            where=index,
            hint="Give --labels FILE, or --force to make it without labels.",
        )


def _pictures(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.suffix.lower() in {".png", ".jpg", ".jpeg", ".bmp"}:
            yield path.relative_to(folder).as_posix()


def _drop_broken(folder: Path, pair: dict[str, str], report: IndexReport) -> None:
    for eye, name in list(pair.items()):
        try:
            read_picture(folder / name)
        except BcisubError as error:
            report.broken.append((name, error.what))
            del pair[eye]


def _row(key: Key, pair: Mapping[str, str], label: Label | None, depth: bool, report: IndexReport) -> list[str]:
    point = label.point if label else ("",) * (3 if depth else 2)
    calibration = bool(label and label.calibration)
    report.frames += 1
    report.labelled += all(point)
    report.calibration += calibration
    return [*key, pair["left"], pair["right"], *point[:2], str(int(calibration)), *point[2:]]


def _text(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def _natural(name: str) -> list[tuple[int, str]]:
    """`S2` before `S10`."""
    return [(int(piece), "") if piece.isdigit() else (-1, piece) for piece in re.split(r"(\d+)", name)]


def _is_number(word: str) -> bool:
    try:
        return math.isfinite(float(word))
    except ValueError:
        return False
