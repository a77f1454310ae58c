"""The index `frames.csv` of a set of near-eye pictures (GAZE-2), and the choice of a part of it."""

from __future__ import annotations

import csv
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bcisub.model.errors import BcisubError

INDEX = "frames.csv"
COLUMNS = ("subject", "group", "frame", "left", "right", "x", "y", "calibration")
YES, NO = {"1", "true", "yes"}, {"", "0", "false", "no"}


@dataclass(frozen=True, slots=True)
class Frame:
    """One pair of pictures."""

    subject: str
    group: str
    frame: str
    left: str
    """Path of the left eye's picture, relative to the index."""
    right: str
    label: tuple[float, ...] | None
    """Where the person looked: x and y, and z where the index has that column; None where it is hidden."""
    calibration: bool

    @property
    def key(self) -> tuple[str, str, str]:
        """What names the frame."""
        return self.subject, self.group, self.frame

    @property
    def place(self) -> str:
        """The name for messages."""
        return f"{self.subject}/{self.group}/{self.frame}"


@dataclass(frozen=True)
class FrameSet:
    """The frames of a set by subject and group, in the index's order within each group."""

    folder: Path
    groups: Mapping[tuple[str, str], tuple[Frame, ...]]
    depth: bool = False
    """The index has a column z, so a prediction may have three numbers."""

    @property
    def frames(self) -> Iterator[Frame]:
        """All frames, group by group."""
        for members in self.groups.values():
            yield from members

    @property
    def subjects(self) -> list[str]:
        """Every subject once."""
        return list(dict.fromkeys(subject for subject, _ in self.groups))

    @property
    def asked(self) -> Iterator[Frame]:
        """The frames that are to be predicted: all but those for calibration."""
        return (frame for frame in self.frames if not frame.calibration)

    def part(
        self, subjects: Collection[str] = (), groups: Collection[str] = (), every: int = 1, *, name: str = "the set"
    ) -> FrameSet:
        """Only these subjects and groups, and of their frames every n-th; calibration frames are always kept."""
        known_groups = {group for _, group in self.groups}
        for kind, asked, there in (("subject", subjects, set(self.subjects)), ("group", groups, known_groups)):
            unknown = [value for value in asked if value not in there]
            if unknown:
                raise BcisubError(
                    f"There is no {kind} {unknown[0]!r} in {name}.", hint=f"There are: {', '.join(sorted(there)[:30])}."
                )
        if every < 1:
            raise BcisubError(f"--every takes 1 or more, not {every}.")
        chosen = {}
        for (subject, group), members in self.groups.items():
            if (not subjects or subject in subjects) and (not groups or group in groups):
                asked_frames = [frame for frame in members if not frame.calibration]
                taken = {frame.frame for frame in asked_frames[::every]}
                chosen[subject, group] = tuple(f for f in members if f.calibration or f.frame in taken)
        if not chosen:
            raise BcisubError(f"No group of {name} is of the subjects and groups asked for.")
        return replace(self, groups=chosen)

    def in_order(self, subjects: Sequence[str]) -> FrameSet:
        """The same frames, subject by subject in this order (C9)."""
        ordered = sorted(self.groups.items(), key=lambda item: subjects.index(item[0][0]))
        return replace(self, groups=dict(ordered))

    def first(self, count: int | None = None) -> FrameSet:
        """The first group alone, and of it no more than that many frames to be predicted."""
        key, members = next(iter(self.groups.items()))
        asked = [frame.frame for frame in members if not frame.calibration][:count]
        return replace(self, groups={key: tuple(f for f in members if f.calibration or f.frame in asked)})

    def without_labels(self) -> FrameSet:
        """The same set as a test set: only calibration frames keep their labels."""
        hidden = {
            key: tuple(frame if frame.calibration else replace(frame, label=None) for frame in members)
            for key, members in self.groups.items()
        }
        return replace(self, groups=hidden)


def read_index(path: Path) -> FrameSet:
    """Read an index, or the index of a folder; every fault is named with its line."""
    file = path / INDEX if path.is_dir() else path
    if not file.is_file():
        raise BcisubError(
            f"There is no {INDEX} in the data set.",
            where=path,
            hint="`bcisub data index FOLDER --pattern '{subject}/{group}/{frame}_{eye}.png'` makes one.",
        )
    groups: dict[tuple[str, str], list[Frame]] = {}
    seen: dict[tuple[str, str, str], int] = {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            rows = csv.DictReader(text)
            header = [name.strip() for name in rows.fieldnames or ()]
            rows.fieldnames = header
            lacking = [name for name in COLUMNS if name not in header]
            if lacking:
                raise BcisubError(
                    f"The index lacks the column {lacking[0]!r}.",
                    where=file,
                    hint=f"Its first line must name: {','.join(COLUMNS)}.",
                )
            for row in rows:
                frame = _frame(row, file, rows.line_num, with_depth="z" in header)
                if frame.key in seen:
                    raise BcisubError(
                        f"Frame {frame.place} is in the index twice: lines {seen[frame.key]} and {rows.line_num}.",
                        where=f"{file}:{rows.line_num}",
                    )
                seen[frame.key] = rows.line_num
                groups.setdefault((frame.subject, frame.group), []).append(frame)
    except (UnicodeDecodeError, csv.Error) as error:
        raise BcisubError(f"The index cannot be read: {error}.", where=file, hint="Save it as UTF-8 CSV.") from error
    if not groups:
        raise BcisubError("The index holds no frame.", where=file)
    return FrameSet(file.parent, {key: tuple(members) for key, members in groups.items()}, "z" in header)


def _frame(row: Mapping[str, str | None], file: Path, line: int, *, with_depth: bool) -> Frame:
    where = f"{file}:{line}"
    if None in row.values() or None in row:
        raise BcisubError("The line has another number of columns than the first line.", where=where)
    cells = {name: (value or "").strip() for name, value in row.items()}
    for name in ("subject", "group", "frame", "left", "right"):
        if not cells[name]:
            raise BcisubError(f"The column {name!r} is empty.", where=where)
    axes = ("x", "y", "z") if with_depth else ("x", "y")
    words = [cells[axis] for axis in axes]
    label: tuple[float, ...] | None = None
    if any(words):
        try:
            label = tuple(float(word) for word in words)
        except ValueError:
            raise BcisubError(
                f"The label {', '.join(words)!r} is not {len(axes)} numbers.",
                where=where,
                hint="Hidden: leave all empty.",
            ) from None
        if not all(map(math.isfinite, label)):
            raise BcisubError(f"The label {', '.join(words)!r} is not finite.", where=where)
    mark = cells["calibration"].lower()
    if mark not in YES | NO:
        raise BcisubError(f"The column 'calibration' holds {mark!r}, not 0 or 1.", where=where)
    if mark in YES and label is None:
        raise BcisubError("A calibration frame has no label.", where=where)
    return Frame(cells["subject"], cells["group"], cells["frame"], cells["left"], cells["right"], label, mark in YES)
