"""Channels picked and ordered by name, whatever the amplifier calls them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

OLD_NAMES = {"T3": "T7", "T4": "T8", "T5": "P7", "T6": "P8"}
"""The same places on the scalp in the old and the new naming."""
_PREFIX = re.compile(r"^(EEG|EOG|ECG)[ _:-]+(?=\w)")
_REFERENCE = re.compile(r"[-_ ](REF|LE|AR|A1|A2|M1|M2|AVG|CZ|0|1)$")


@dataclass(frozen=True)
class Pick:
    """Which stored row is which row of the track."""

    rows: tuple[int | None, ...]
    """For every channel wanted the stored row, or None where there is none."""
    missing: tuple[str, ...]
    """Channels wanted that are not there."""
    unused: tuple[str, ...]
    """Channels there that nobody wants."""


def canonical(name: str) -> str:
    """One spelling for all: `Fc5.`, `FC5`, `EEG FC5-REF` are FC5; T3 is T7; FZ, Fz are FZ."""
    text = name.strip().upper().strip(". ")
    text = _REFERENCE.sub("", _PREFIX.sub("", text))
    text = re.sub(r"[^A-Z0-9]", "", text)
    return OLD_NAMES.get(text, text)


def pick(stored: Sequence[str], wanted: Sequence[str]) -> Pick:
    """Match channels by name; where two stored names mean the same place, the one spelt as wanted wins."""
    places: dict[str, int] = {}
    for row, name in enumerate(stored):
        places.setdefault(canonical(name), row)
    exact = {name: row for row, name in enumerate(stored)}
    rows = tuple(exact.get(name, places.get(canonical(name))) for name in wanted)
    missing = tuple(name for name, row in zip(wanted, rows, strict=True) if row is None)
    unused = tuple(name for row, name in enumerate(stored) if row not in rows)
    return Pick(rows, missing, unused)


def coverage(missing: Collection[str], wanted: Sequence[str]) -> str:
    """How much of the head a recording has, in one sentence that names the shorter list."""
    there = [name for name in wanted if name not in missing]
    if len(there) < len(missing):
        return f"Only {len(there)} of {len(wanted)} channels were recorded, {', '.join(there)}; the others read 0."
    return f"{len(missing)} of {len(wanted)} channels were not recorded and read 0: {', '.join(missing)}."
