"""What public recordings become: labels of frequencies, idle trials (SSVEP-2, SSVEP-4, SSVEP-13)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bcisub.model.errors import BcisubError
from bcisub.model.importing import Piece, Stretch
from bcisub.tracks.ssvep_async.imports import label, labelled, with_idle


def piece(samples: int, *stretches: Stretch) -> Piece:
    return Piece(Path("S1.mat"), np.zeros((64, samples)), 250.0, stretches, block="data1", subject="S1")


def test_a_label_counts_the_frequencies() -> None:
    """SSVEP-4: 8 Hz is 1, each 0.2 Hz one more; what lies between or beyond is refused, with its file."""
    assert [label(hertz) for hertz in (8, 8.2, 15.8)] == [1, 2, 40]
    for hertz in (7.8, 9.1, 16):
        with pytest.raises(BcisubError) as caught:
            labelled(piece(2000, Stretch("flicker", 100, 1350, hertz)))
        assert caught.value.where == "S1.mat"


def test_flicker_and_idling_become_trials_of_a_block() -> None:
    """SSVEP-2."""
    found = labelled(piece(4000, Stretch("idle", 100, 1350), Stretch("flicker", 1500, 2750, 8.4)))
    assert sorted(found.events) == [(0, 242), (100, 101), (1350, 241), (1500, 3), (2750, 241), (3999, 243)]


@pytest.mark.parametrize(("lead", "idle"), [(4999, 0), (5000, 2)])
def test_idle_trials_are_marked_where_there_is_room(lead: int, idle: int) -> None:
    """SSVEP-13: from 20 s before the block's start on."""
    recorded = [(lead, 242), (lead + 250, 7), (lead + 1500, 241), (lead + 2000, 243)]
    found = with_idle(piece(lead + 2100, *(Stretch("trigger", at, at + 1, code) for at, code in recorded)))
    assert [code for _, code in found.events].count(101) == idle
    assert sorted(found.events)[-3:] == recorded[1:]
    assert sorted(found.events)[0] == ((250, 242) if idle else recorded[0])
    assert ("S1/data1: 2 idle trials (101)" in found.note) == bool(idle)
