"""The events of a recording, and the small table that turns another experiment's codes into the track's.

The table is a CSV file with the columns `from`, `to` and, where wanted, `seconds`::

    from,to,seconds
    T1,1,4
    T2,2,4
    33,242,
    34,0,

`from` is a stored code or the text of an annotation, `to` the track's code (0 leaves the event out), and `seconds`
the time after which the trial's end is put. With a table, events that it does not name are left out.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bcisub.data.formats.content import Recording
from bcisub.model.errors import BcisubError
from bcisub.model.recording import trigger_events


@dataclass(frozen=True)
class Target:
    """What an event becomes."""

    code: int
    seconds: float | None = None
    """Until the trial's end, where the table puts it."""


EventTable = Mapping[str, Target]


def read_table(path: Path) -> dict[str, Target]:
    """The table in a file, or an error with its line."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BcisubError(f"The table cannot be read: {error}.", where=path) from None
    kept = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    reader = csv.DictReader(line for _, line in kept)
    if not {"from", "to"} <= set(reader.fieldnames or ()):
        raise BcisubError("The table has no columns `from` and `to`.", where=path, hint="First line: from,to,seconds")
    table: dict[str, Target] = {}
    for (number, _), row in zip(kept[1:], reader, strict=False):
        try:
            code, duration = int(row["to"]), row.get("seconds")
            seconds = float(duration) if duration and duration.strip() else None
            table[row["from"].strip()] = Target(code, seconds)
        except (TypeError, ValueError):
            code, seconds = -1, None
        if not 0 <= code <= 255 or not math.isfinite(seconds or 0):
            raise BcisubError(
                "`to` is a code from 0 to 255, and `seconds` a number or nothing.", where=f"{path}, line {number}"
            )
    return table


def events_of(recording: Recording, has_trigger: bool = True) -> list[tuple[int, int]]:
    """Sample and code of every trigger; a code held over several samples is one event, where it begins."""
    if not has_trigger:
        return []
    found: list[tuple[int, int]] = []
    held = (-2, 0)
    for sample, code in trigger_events(recording.data[-1]):
        if (sample - 1, code) != held:
            found.append((sample, code))
        held = (sample, code)
    return found


def mapped(
    events: Iterable[tuple[int, int]], marks: Iterable[tuple[int, str]], table: EventTable, end: int, fs: float
) -> tuple[list[tuple[int, int]], list[str]]:
    """Events in the track's codes, at the recording's own rate, and the names of those left out."""
    names: dict[int, list[str]] = {}
    for sample, text in marks:
        names.setdefault(sample, []).append(text.strip())
    for sample, code in events:
        names.setdefault(sample, []).append(str(code))
    found: list[tuple[int, int]] = []
    left: list[str] = []
    for sample, texts in sorted(names.items()):
        target = next((table[text] for text in texts if text in table), None)
        if target is None:
            left.append(texts[0])
        elif target.code:
            found.append((sample, target.code))
            if target.seconds is not None:
                found.append((sample + round(target.seconds * fs), end))
    return sorted(found), list(dict.fromkeys(left))
