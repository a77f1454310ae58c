"""What public recordings of rest become: trials of several people, mixed (META-2)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bcisub.model.importing import Piece, Stretch
from bcisub.tracks.metaverse.imports import PER_BLOCK, mixed, triggers


def rest(person: int, what: str, trials: int) -> Piece:
    """Rest a second longer than so many trials, every sample the number of its person."""
    samples = 2500 * trials + 250
    data = np.full((5, samples), float(person))
    return Piece(Path("x"), data, 250.0, [Stretch(what, 0, samples)], subject=f"S{person}", person=person)


def test_every_trial_tells_kind_and_person() -> None:
    """META-2: 128 or 192 and the person's number, 241 on the trial's last sample, zeros between trials."""
    pieces = [rest(1, "rest eyes-open", 13), rest(2, "rest eyes-closed", 12)]
    blocks = list(mixed(pieces, np.random.default_rng(1)))
    assert [(len(block.stretches), block.subject, block.person) for block in blocks] == [(24, "S01", 0), (1, "S01", 0)]
    assert PER_BLOCK == 24
    found: list[int] = []
    for block in blocks:
        events = sorted(triggers(block).events)
        assert (events[0], events[-1]) == ((0, 242), (block.samples - 1, 243))
        for (start, code), (end, closes) in zip(events[1:-1:2], events[2:-1:2], strict=True):
            assert (end - start, closes) == (2499, 241)
            assert (block.data[:, start : end + 1] == code % 64).all()
            assert not block.data[:, end + 1 : end + 251].any()
            found.append(code)
    assert sorted(found) == [129] * 13 + [194] * 12
    assert found != sorted(found)
