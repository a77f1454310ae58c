"""A data set as the replay sees it: subjects, their blocks, each loaded only when its turn comes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[Any]
"""Rows × samples of real numbers, the trigger the last row."""


@dataclass(frozen=True)
class Block:
    """One block of a subject. `load` reads it from disk; nothing is kept."""

    name: str
    path: Path
    load: Callable[[], Matrix]
    """Rows × samples as stored (any real dtype, not copied); checked by `data.reading`."""


@dataclass(frozen=True)
class Subject:
    """One subject and its blocks in natural order."""

    name: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class DataSet:
    """A set of subjects."""

    name: str
    path: Path
    subjects: Sequence[Subject]
    info: Mapping[str, Any] = field(default_factory=dict)
    """Content of `dataset.toml`, where there is one."""

    @property
    def block_count(self) -> int:
        """Blocks of all subjects."""
        return sum(len(subject.blocks) for subject in self.subjects)


def trigger_events(row: NDArray[Any]) -> tuple[tuple[int, int], ...]:
    """Sample and code of every non-zero trigger, in order."""
    places = np.flatnonzero(row)
    return tuple((int(at), round(float(row[at]))) for at in places)


def odd_triggers(row: NDArray[Any], highest: int = 255) -> NDArray[np.intp]:
    """Samples at which a row holds something that is no trigger; those are whole numbers from 0 to `highest`."""
    values = np.asarray(row, dtype=np.float64)
    return np.flatnonzero(~np.isfinite(values) | (values != np.round(values)) | (values < 0) | (values > highest))


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sorting key by which S2 comes before S10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return tuple((0, int(part), part) if part.isdecimal() else (1, 0, part.casefold()) for part in parts)
