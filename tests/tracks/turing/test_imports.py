"""What public recordings of imagery become: training data (TURING-2)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bcisub.model.importing import Piece, Stretch
from bcisub.tracks.turing.imports import triggers


def test_a_fist_has_start_task_and_end_where_they_are_free() -> None:
    """TURING-2: 240 is 3 s before the task; a start before the recording, and one on a taken sample, is left out."""
    stretches = [
        Stretch("fist left", 500, 1200),
        Stretch("rest", 1200, 1950),
        Stretch("fist right", 1950, 3000),
    ]
    found = triggers(Piece(Path("x"), np.zeros((64, 3000)), 250.0, stretches))
    assert sorted(found.events) == [(0, 242), (500, 1), (1200, 241), (1950, 2), (2998, 241), (2999, 243)]
