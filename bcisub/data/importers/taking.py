"""From what an importer found to a track's set: its channels, its rate, the triggers it declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.channel_names import coverage, pick
from bcisub.data.converting import resample
from bcisub.data.converting.convert import write_official
from bcisub.data.importers.base import Importer, Made, Order
from bcisub.model.errors import BcisubError
from bcisub.model.importing import Piece, Stretch, Take
from bcisub.simulate.eeg import stream


def import_set(importer: Importer, order: Order) -> Made:
    """Write everybody's recordings as the track wants them, one in memory at a time unless it mixes them."""
    take, made = order.take(importer.name), order.account
    source = importer.run[take.of](order)
    made.real, made.joined = (
        text.format_map(take.words) for text in (take.real or source.real, take.joined or source.joined)
    )
    people = source.people[: take.people]
    numbers: Counter[str] = Counter()
    pool: list[Piece] = []
    for person, one in enumerate(people, 1):
        for piece in one.pieces():
            found = fitted(replace(piece, subject=one.name, person=person), order, take, made)
            if take.mixed is None:
                _write(found, order, take, made, numbers)
            else:
                pool.append(found)
        order.progress(person / len(people))
    if take.mixed is not None:
        made.people = [one.name for one in people]
        for piece in take.mixed(pool, stream(order.seed, importer.name, take.of)):
            _write(piece, order, take, made, numbers)
    names = [one.name for one in source.people]
    for note in (*source.notes, *take.notes(names[: len(people)], names[len(people) :])):
        made.note(note)
    return made


def fitted(piece: Piece, order: Order, take: Take, made: Made) -> Piece:
    """The piece with the track's channels in its order, at its rate; what was not recorded reads 0."""
    rows, track = _rows(piece, order, take, made), order.track
    change = resample.ratio(piece.fs, track.fs)
    size = resample.length(piece.samples, change)
    mean = piece.data.mean(axis=0) if take.average else None
    data = np.zeros((len(rows), size), piece.data.dtype if piece.exact else np.float32)
    for place, row in enumerate(rows):
        if row is not None:
            values = piece.data[row] if mean is None else piece.data[row] - mean
            data[place] = values if change == 1 else resample.resampled(values, change)
    stretches = _moved(piece.stretches, change, size)
    return replace(piece, data=data, fs=float(track.fs), channels=track.channels, stretches=stretches)


def _rows(piece: Piece, order: Order, take: Take, made: Made) -> Sequence[int | None]:
    """The piece's row for every channel of the track."""
    if not piece.channels:
        return order.track.batches[order.row_order][:-1] if order.row_order else range(len(order.track.channels))
    chosen = pick(piece.channels, order.track.channels)
    if chosen.missing and take.complete:
        raise BcisubError(f"The file lacks {', '.join(chosen.missing)}.", where=piece.path)
    if chosen.missing:
        made.note(coverage(chosen.missing, order.track.channels))
        made.missing += [name for name in chosen.missing if name not in made.missing]
    return chosen.rows


def _moved(stretches: Sequence[Stretch], change: Fraction, samples: int) -> list[Stretch]:
    """The stretches at the new rate; one that ends where the next begins still does."""
    firsts = [at for at, _ in resample.moved([(one.first, 0) for one in stretches], change, samples)]
    made: list[Stretch] = []
    for place, (one, first) in enumerate(zip(stretches, firsts, strict=True)):
        meets = place + 1 < len(stretches) and stretches[place + 1].first == one.stop
        made.append(replace(one, first=first, stop=firsts[place + 1] if meets else resample.length(one.stop, change)))
    return made


def _write(piece: Piece, order: Order, take: Take, made: Made, numbers: Counter[str]) -> None:
    """Store a piece as the next block of its subject."""
    numbers[piece.subject] += 1
    stored: NDArray[Any] = np.zeros((len(piece.data) + 1, piece.samples), piece.data.dtype)
    stored[:-1] = piece.data
    marked = take.triggers(piece)
    for sample, code in marked.events:
        stored[-1, sample] = code
    if marked.note:
        made.note(marked.note)
    write_official(order.folder, piece.subject, numbers[piece.subject], stored, order.track, piece.person)
