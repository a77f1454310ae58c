"""How the stream of a run is made, so that a reading can say what it changes in it and nobody has to know its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    TriggerRow = NDArray[np.float64]


Numbering = Callable[[Sequence[str]], list[int]]
"""Subjects, in natural order, to the number the algorithm gets as each one's `subject_id`."""


def by_place(names: Sequence[str]) -> list[int]:
    """The place in natural order, from 1."""
    return list(range(1, len(names) + 1))


def by_text(names: Sequence[str]) -> list[int]:
    """The place among the names sorted as text, from 1, as the engine of 2022: S1, S10, S2."""
    places = {name: place for place, name in enumerate(sorted(names), 1)}
    return [places[name] for name in names]


def by_number(names: Sequence[str]) -> list[int]:
    """The number in the name, as the engine of 2021: S05 is 5; the place where there is none."""
    numbers = [re.findall(r"\d+", name) for name in names]
    return [int(found[-1]) if found else place for place, found in enumerate(numbers, 1)]


@dataclass(frozen=True)
class Stream:
    """What the host does with the blocks of a recording, and what it tells the worker's adapter to do."""

    mask: Callable[[TriggerRow], TriggerRow]
    """Stored trigger row to the row the algorithm sees."""
    blank: Callable[[TriggerRow], NDArray[np.bool_]] | None = None
    """Stored trigger row to the samples in which the data rows read 0; None: the algorithm sees all of them."""
    joined: bool = False
    """All blocks of the run are served as one run of samples, so that packets may straddle two of them."""
    ends_empty: bool = False
    """A block whose length is a multiple of the packet ends with one more packet, of 0 samples."""
    numbering: Numbering = by_place
    options: Mapping[str, Any] = field(default_factory=dict)
    """What the adapter needs beside the packets, handed to it as it is."""


Change = Callable[[Stream], Stream]
"""What a value of a reading makes of the stream that would be served without it."""


def join(stream: Stream) -> Stream:
    """Serve all blocks as one run of samples."""
    return replace(stream, joined=True)


def end_empty(stream: Stream) -> Stream:
    """End blocks of whole packets with one of 0 samples."""
    return replace(stream, ends_empty=True)


def number(numbering: Numbering) -> Change:
    """Number the subjects so."""
    return lambda stream: replace(stream, numbering=numbering)


def tell(**options: Any) -> Change:
    """Hand these to the adapter."""
    return lambda stream: replace(stream, options={**stream.options, **options})
