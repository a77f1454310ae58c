"""Recordings of the 2024 contest platform: `.dat` and `.yaml`, 40-target SSVEP, with whatever channels they have.

A Brain-Computer Development Engine Framework, IIN-EC Lab of BUPT, MIT licence; no publication with a DOI is known.
`S1/data1/data1.dat` is headerless float32, sample by sample, channels then trigger, in volts; triggers are 242, the
target 1 to 40, 241 five seconds later, and 243.

Channels are found by name; those that were not recorded read 0. The triggers are handed on as they were recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bcisub.data.converting.convert import Wishes, converted
from bcisub.data.importers.base import Importer, Order, Person, Source
from bcisub.data.reading import read
from bcisub.data.sets import recordings_in
from bcisub.model.importing import Piece, Stretch
from bcisub.model.recording import Subject, trigger_events


def find_blocks(order: Order) -> Source:
    """Every recording with the triggers it has."""
    subjects = recordings_in(order.path, order.track)
    order.account.tell_shared(subjects)
    return Source(
        people=[Person(subject.name, partial(_pieces, subject, order)) for subject in subjects],
        real="Every sample, scaled to microvolts; flicker trials with the triggers they were recorded with.",
        joined="Nothing.",
    )


def _pieces(subject: Subject, order: Order) -> Iterator[Piece]:
    for block in subject.blocks:
        (data,) = converted(read(block.path), block.path, order.track, Wishes(), order.account)
        recorded = [Stretch("trigger", sample, sample + 1, code) for sample, code in trigger_events(data[-1])]
        yield Piece(block.path, data[:-1], order.track.fs, recorded, order.track.channels, block=block.name, exact=True)


IMPORTER = Importer(
    name="platform",
    title="Folders of the 2024 platform: .dat and .yaml",
    reference="IIN-EC-Lab-of-BUPT, A Brain-Computer Development Engine Framework",
    doi="",
    licence="MIT",
    run={"flicker": find_blocks},
)
