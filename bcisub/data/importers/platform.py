"""Recordings of the 2024 contest platform: `.dat` and `.yaml`, 40-target SSVEP, with whatever channels they have.

A Brain-Computer Development Engine Framework, IIN-EC Lab of BUPT, MIT licence; no publication with a DOI is known.
`S1/data1/data1.dat` is headerless float32, sample by sample, channels then trigger, in volts; triggers are 242, the
target 1 to 40, 241 five seconds later, and 243.

Channels are found by name; those that were not recorded read 0. Where at least 20 s of EEG lie before the first block
mark, idle trials of 5 s are marked in it, so that false alarms can be counted.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.converting.convert import Wishes, converted, write_official
from bcisub.data.importers.base import Importer, Made, Order
from bcisub.data.reading import read
from bcisub.data.sets import recordings_in

IDLE_CODE, TRIAL_END, BLOCK_START = 101, 241, 242
SETTLE, IDLE, STEP, ENOUGH = 2.0, 5.0, 6.5, 20.0
"""Seconds: left out at the beginning, of an idle trial, from one to the next, and from which on it is worth while."""


def import_blocks(order: Order) -> Made:
    """Every recording as a block of the track."""
    made = Made(
        real="Every sample, scaled to microvolts; flicker trials with the triggers they were recorded with.",
        joined="Nothing.",
    )
    subjects = recordings_in(order.path, order.track)
    made.tell_shared(subjects)
    numbers: Counter[str] = Counter()
    for person, subject in enumerate(subjects, 1):
        for block in subject.blocks:
            numbers[subject.name] += 1
            (data,) = converted(read(block.path), block.path, order.track, Wishes(), made)
            idle = mark_idle(data, order.track.fs)
            if idle:
                made.note(
                    f"{subject.name}/{block.name}: {idle} idle trials (101) were marked in the EEG before the block, "
                    "and its start (242) was moved before them."
                )
            write_official(order.folder, subject.name, numbers[subject.name], data, order.track, person)
        order.progress(person / len(subjects))
    return made


def mark_idle(data: NDArray[Any], fs: int) -> int:
    """Mark idle trials before the block's start, in place; how many there was room for."""
    row = data[-1]
    starts = np.flatnonzero(row == BLOCK_START)
    first = int(np.flatnonzero(row)[0]) if row.any() else 0
    if not starts.size or starts[0] != first or first < ENOUGH * fs:
        return 0
    row[first] = 0
    row[round((SETTLE - 1) * fs)] = BLOCK_START
    onsets = range(round(SETTLE * fs), first - round(STEP * fs), round(STEP * fs))
    for onset in onsets:
        row[onset] = IDLE_CODE
        row[onset + round(IDLE * fs)] = TRIAL_END
    return len(onsets)


IMPORTER = Importer(
    name="platform",
    title="Folders of the 2024 platform: .dat and .yaml",
    reference="IIN-EC-Lab-of-BUPT, A Brain-Computer Development Engine Framework",
    doi="",
    licence="MIT",
    run={"flicker": import_blocks},
)
