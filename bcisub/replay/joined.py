"""All blocks of a run as one run of samples, so that packets may straddle two of them (`Stream.joined`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from bcisub.model.record import BlockTruth
from bcisub.model.recording import Block, Matrix


def joined_truth(truth: Sequence[BlockTruth]) -> BlockTruth:
    """The truth of all blocks as one; `BlockTruth.stored` leads back to the set's own."""
    firsts = np.cumsum([0, *(block.samples for block in truth)]).tolist()
    return BlockTruth(
        subject=truth[0].subject,
        block="flat",
        samples=firsts[-1],
        events=tuple(
            (first + at, code) for first, block in zip(firsts, truth, strict=False) for at, code in block.events
        ),
        extra={"joined": [[block.subject, block.block, first] for block, first in zip(truth, firsts, strict=False)]},
    )


def joined_block(parts: Sequence[Callable[[], Matrix]]) -> Block:
    """A block that reads as all of them, one behind the other."""

    def load() -> Matrix:
        return np.concatenate([part() for part in parts], axis=1)

    return Block("flat", Path(), load)
