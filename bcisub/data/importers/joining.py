"""Epochs joined into a continuous stream: each fades into the next where they overlap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def joined(pieces: Sequence[NDArray[Any]], overlap: int) -> tuple[Array, list[int]]:
    """Channels × samples of all pieces in a row, and the sample at which each begins.

    Each piece loses its own mean: epochs lie at different offsets, and a step between them would ring in every filter.
    """
    centred = [np.asarray(piece, np.float64) for piece in pieces]
    centred = [piece - piece.mean(axis=1, keepdims=True) for piece in centred]
    starts = np.cumsum([0, *(piece.shape[1] - overlap for piece in centred[:-1])])
    stream = np.zeros((centred[0].shape[0], int(starts[-1]) + centred[-1].shape[1]))
    rise = np.sin(np.pi / 2 * (np.arange(overlap) + 0.5) / overlap) ** 2 if overlap else np.ones(0)
    for number, (start, piece) in enumerate(zip(starts, centred, strict=True)):
        shaped = piece.copy()
        if overlap and number:
            shaped[:, :overlap] *= rise
        if overlap and number < len(centred) - 1:
            shaped[:, -overlap:] *= rise[::-1]
        stream[:, start : start + piece.shape[1]] += shaped
    return stream, [int(start) for start in starts]
