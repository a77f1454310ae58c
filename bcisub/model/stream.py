"""How the stream of a run is made, so that a reading can say what it changes in it and nobody has to know its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    TriggerRow = NDArray[np.float64]


@dataclass(frozen=True)
class Stream:
    """What the host does with the blocks of a recording, and what it tells the worker's adapter to do."""

    mask: Callable[[TriggerRow], TriggerRow]
    """Stored trigger row to the row the algorithm sees."""
    joined: bool = False
    """All blocks of the run are served as one run of samples, so that packets may straddle two of them."""
    ends_empty: bool = False
    """A block whose length is a multiple of the packet ends with one more packet, of 0 samples."""
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


def tell(**options: Any) -> Change:
    """Hand these to the adapter."""
    return lambda stream: replace(stream, options={**stream.options, **options})
