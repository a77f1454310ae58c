"""Short synthetic sets in memory: labelled noise, flat zeros, blocks that end in packets of every length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from bcisub.model.recording import Block, DataSet, Matrix, Subject
from bcisub.model.track import Track

Maker = Callable[[int, np.random.Generator], Matrix]
"""A track's own: a few seconds whose last packet has so many samples."""


def noise_set(track: Track, maker: Maker) -> DataSet:
    """Two subjects of two blocks, all of whole packets: nothing awkward."""
    return _set("noise", maker, [[track.packet] * 2] * 2)


def zeros_set(track: Track, maker: Maker) -> DataSet:
    """A block of flat zeros between the triggers, then one that is noise again."""
    flat = _set("zeros", partial(_flat, maker), [[track.packet]])
    return DataSet("zeros", Path(), [*flat.subjects, *_set("", maker, [[track.packet]], first=2).subjects])


def tails_set(track: Track, maker: Maker) -> DataSet:
    """Blocks that end in packets of 1, 2, … n samples."""
    return _set("tails", maker, [list(range(1, track.packet + 1))])


def _set(name: str, maker: Maker, tails: Sequence[Sequence[int]], first: int = 1) -> DataSet:
    subjects = []
    for number, lasts in enumerate(tails, first):
        blocks = [
            # The number is the seed, so that a block is the same whenever and in whatever order it is loaded.
            Block(f"block_{at}", Path(), partial(_load, maker, last, 100 * number + at))
            for at, last in enumerate(lasts, 1)
        ]
        subjects.append(Subject(f"S{number}", blocks))
    return DataSet(name, Path(), subjects)


def _load(maker: Maker, last: int, seed: int) -> Matrix:
    return maker(last, np.random.default_rng(seed))


def _flat(maker: Maker, last: int, numbers: np.random.Generator) -> Matrix:
    data = maker(last, numbers)
    data[:-1] = 0.0
    return data
