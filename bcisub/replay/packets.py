"""A block on its way to the worker: triggers masked, cues blank, packets contiguous, in a file both sides map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.model.stream import Stream


def packet_count(samples: int, packet: int, *, ends_empty: bool = False) -> int:
    """Packets of a block (C2), with `ends_empty` one of 0 samples more where its length is a multiple of the packet."""
    if ends_empty:
        return samples // packet + 1
    return -(-samples // packet)


def write_packets(
    path: Path, data: NDArray[Any], packet: int, stream: Stream, order: Sequence[int] | None = None
) -> None:
    """Write `data` packet by packet, each row-major and whole, the trigger row as the algorithm may see it.

    `order` names the stored row for every row that is sent. It is applied piece by piece: a long recording must
    not lie in memory twice.
    """
    rows, samples = data.shape
    chosen = slice(None) if order is None else list(order)
    full = samples // packet
    stored = np.asarray(data[-1], dtype=np.float64)
    shown = stream.mask(stored)
    blank = None if stream.blank is None else stream.blank(stored)

    def seen(part: slice) -> NDArray[np.float64]:
        piece = np.array(data[:, part][chosen], dtype=np.float64, order="C")
        if blank is not None:
            piece[:-1, blank[part]] = 0.0
        piece[-1] = shown[part]
        return piece

    with path.open("wb") as file:
        step = max(1, 2_000_000 // (rows * packet))
        for first in range(0, full, step):
            last = min(first + step, full)
            piece = seen(slice(first * packet, last * packet))
            file.write(np.ascontiguousarray(piece.reshape(rows, last - first, packet).transpose(1, 0, 2)).data)
        if samples > full * packet:
            file.write(seen(slice(full * packet, samples)).data)
