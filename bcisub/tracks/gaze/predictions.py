"""The file of predictions a team uploads (GAZE-20): writing, reading and checking it row by row."""

from __future__ import annotations

import csv
import datetime
import io
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.frames import FrameSet
from bcisub.model.whole_files import write_whole
from bcisub.tracks.gaze.verdicts import finite_numbers

COLUMNS = ("subject", "group", "frame", "x", "y")
Key = tuple[str, str, str]

_FORBIDDEN = '<>:"/\\|?*'
_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10))}


@dataclass
class Predictions:
    """What a file of predictions says, and what is wrong with it."""

    answers: dict[Key, tuple[float, ...]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    """One sentence each, with the line where there is one."""


def check_team(team: str) -> str:
    """The team's name if it can be part of a file name everywhere."""
    why = None
    if not team.strip():
        why = "it is empty"
    elif bad := next((letter for letter in team if letter in _FORBIDDEN or ord(letter) < 32), None):
        why = f"the character {bad!r} cannot stand in a file name"
    elif team != team.strip() or team.endswith("."):
        why = "a file name cannot begin or end with a space, nor end with a dot"
    elif team.split(".")[0].upper() in _DEVICES:
        why = "Windows keeps this name for a device"
    elif len(f"{team}_Test_20220501.csv".encode()) > 255:
        why = "the file name would be longer than 255 bytes"
    if why:
        raise BcisubError(
            f"The team name {team!r} cannot be used: {why}.", hint="Give another with --team NAME or in bcisub.toml."
        )
    return team


def check_date(text: str | None) -> str:
    """The date of the submission as YYYYMMDD, today's if none is given."""
    if text is None:
        return datetime.date.today().strftime("%Y%m%d")
    compact = re.fullmatch(r"(\d{4})-?(\d{2})-?(\d{2})", text.strip())
    try:
        if compact is None:
            raise ValueError
        return datetime.date(*(int(part) for part in compact.groups())).strftime("%Y%m%d")
    except ValueError:
        raise BcisubError(f"{text!r} is no date.", hint="Write it as YYYYMMDD.") from None


def csv_name(team: str, date: str) -> str:
    """Name of the file of predictions (GAZE-20)."""
    return f"{check_team(team)}_Test_{date}.csv"


def last_upload(folder: Path, team: str, date: str) -> str | None:
    """The date of the newest file of predictions in the folder that is older than `date`, as its name tells it."""
    start, end = f"{check_team(team)}_Test_", ".csv"
    names = (file.name for file in folder.glob("*.csv")) if folder.is_dir() else ()
    dates = (name[len(start) : -len(end)] for name in names if name.startswith(start))
    return max((one for one in dates if re.fullmatch(r"\d{8}", one) and one < date), default=None)


def zip_name(team: str) -> str:
    """Name of the ZIP (GAZE-21)."""
    return f"{check_team(team)}_Test.zip"


def write_predictions(path: Path, frames: FrameSet, answers: Mapping[Key, object]) -> None:
    """Write a row for every frame in the index's order, calibration ones with their known labels (GAZE-20).

    Refused whole if a frame has no finite answer.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    faults = []
    for frame in frames.frames:
        answer = frame.label if frame.calibration else answers.get(frame.key)
        answer = finite_numbers(answer, depth=frames.depth)
        if answer is None:
            faults.append(
                f"{frame.place}: " + ("no prediction" if answer is None else f"{answer!r} is not two finite numbers")
            )
        else:
            writer.writerow([*frame.key, *(repr(float(value)) for value in answer[:2])])
    refuse(path, faults)
    write_whole(path, text.getvalue().encode())


def read_predictions(path: Path, frames: FrameSet) -> Predictions:
    """Read a file made by whatever tool, and compare it with the test frames, calibration ones too (GAZE-20)."""
    if not path.is_file():
        raise BcisubError("The file of predictions does not exist.", where=path)
    wanted = {frame.key for frame in frames.frames}
    found = Predictions()
    lines: dict[Key, int] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as text:
            rows = csv.DictReader(text)
            rows.fieldnames = [name.strip().lower() for name in rows.fieldnames or ()]
            lacking = [name for name in COLUMNS if name not in rows.fieldnames]
            if lacking:
                raise BcisubError(
                    f"The file of predictions lacks the column {lacking[0]!r}.",
                    where=path,
                    hint=f"Its first line must name: {','.join(COLUMNS)}.",
                )
            for row in rows:
                key = _key(row)
                name, line = "/".join(key), rows.line_num
                if key in lines:
                    found.faults.append(f"line {line}: frame {name} comes twice, first in line {lines[key]}")
                    continue
                lines[key] = line
                if key not in wanted:
                    found.faults.append(f"line {line}: frame {name} is not in the set")
                    continue
                cells = [row[axis] for axis in ("x", "y", "z") if axis in row]
                point = tuple(number for number in map(_number, cells) if number is not None)
                place = f"line {line}: frame {name} has"
                if None in row:
                    found.faults.append(f"{place} more cells than the first line")
                elif len(point) < len(cells):
                    words = {2: "two", 3: "three"}[len(cells)]
                    found.faults.append(f"{place} {', '.join(map(repr, cells))}: not {words} finite numbers")
                elif len(cells) == 3 and not frames.depth:
                    found.faults.append(f"{place} a z, which the set does not have")
                else:
                    found.answers[key] = point
    except (UnicodeDecodeError, csv.Error) as error:
        raise BcisubError(f"The file of predictions cannot be read: {error}.", where=path) from error
    found.faults += [
        f"frame {frame.place} has no row{' with its known label' if frame.calibration else ''}"
        for frame in frames.frames
        if frame.key not in lines
    ]
    return found


def refuse(path: Path, faults: Iterable[str], shown: int = 20) -> None:
    """Raise if there are faults, naming the rows."""
    listed = list(faults)
    if listed:
        more = f"\n… and {len(listed) - shown} more" if len(listed) > shown else ""
        raise SubmissionError(
            f"The file of predictions is refused (GAZE-20), {len(listed)} row(s):\n" + "\n".join(listed[:shown]) + more,
            where=path,
            hint="Every test frame needs exactly one row with two finite numbers.",
            code="predictions-refused",
        )


def _number(word: str | None) -> float | None:
    """A finite number as files write it. Python alone reads `1_0` as ten, and digits of other scripts."""
    if word is None or "_" in word or not word.isascii():
        return None
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _key(row: Mapping[str, str | None]) -> Key:
    subject, group, frame = ((row[name] or "").strip() for name in ("subject", "group", "frame"))
    return subject, group, frame
