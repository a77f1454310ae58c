"""What an importer finds in public data, in plain words, and what a track declares that it makes of it.

The importer knows the data and no contest; the track knows its triggers and no file. `data.importers.taking` stands
between the two: it matches channels, resamples and writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Stretch:
    """What went on in a part of a recording: `rest eyes-open`, `fist left`, `flicker`, `video`."""

    what: str
    first: int
    stop: int
    """Its first sample and the one after its last."""
    value: float = 0
    """The frequency of a flicker in Hz, the number of a video or of a person, the code of a recorded trigger."""


@dataclass(frozen=True)
class Piece:
    """A continuous recording."""

    path: Path
    """Where it is from, for errors."""
    data: NDArray[Any]
    """Channels × samples in microvolts, without triggers."""
    fs: float
    stretches: Sequence[Stretch]
    """In the order of their first samples."""
    channels: tuple[str, ...] = ()
    """Names of the rows; none where they lie in the order of the track or of a batch."""
    block: str = ""
    """Its name in the data, where it has one."""
    subject: str = ""
    """The folder it is written into."""
    person: int = 0
    """Which of the people it is of, from 1; 0 where several are mixed in it."""
    exact: bool = False
    """Its numbers are stored in their own type."""

    @property
    def samples(self) -> int:
        """Its length."""
        return int(self.data.shape[1])


@dataclass(frozen=True)
class Marked:
    """The stored triggers of a piece."""

    events: Sequence[tuple[int, int]]
    """Sample and code; of two on one sample the later one stays."""
    note: str = ""
    """What has to be told of them."""


@dataclass(frozen=True)
class Take:
    """What a track makes of a public data set."""

    of: str
    """What of its data, by the importer's word (`rest`)."""
    triggers: Callable[[Piece], Marked]
    """The stretches of a piece, at the track's rate, as stored triggers."""
    mixed: Callable[[Sequence[Piece], np.random.Generator], Iterator[Piece]] | None = None
    """All people's pieces, with the track's channels at its rate, as the pieces that are stored; None: as they are."""
    people: int | None = None
    """How many the track can tell apart; None: any number."""
    idle: float = 0
    """Seconds without a task, for importers that put such stretches together."""
    average: bool = False
    """Channels are taken against the mean of all that were recorded."""
    complete: bool = False
    """Every channel must have been recorded; otherwise those that were not read 0."""
    real: str = ""
    joined: str = ""
    """What is a recording as it was, and what was put together, where the track decides that and not the importer."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What the importer's own sentences about that call things in this track (`idle`: `101`)."""
    notes: Callable[[Sequence[str], Sequence[str]], Sequence[str]] = lambda taken, left: ()
    """Remarks on the set, given the names of the people taken and of those left out."""
