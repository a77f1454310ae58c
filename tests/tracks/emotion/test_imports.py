"""What public recordings of videos become: blocks of four (EMO-2)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bcisub.model.importing import Piece, Stretch
from bcisub.tracks.emotion.imports import triggers


def test_videos_stand_in_blocks_of_four_with_their_numbers_before() -> None:
    """EMO-2: 250/251 around all, 242/243 around four videos, the number 25 samples before 240."""
    videos = [Stretch("video", 1000 * place, 1000 * place + 500, 10 + place) for place in range(1, 6)]
    events = triggers(Piece(Path("x"), np.zeros((32, 7000)), 250.0, videos)).events
    assert [(at, code) for at, code in events if code >= 242] == [
        (0, 250), (750, 242), (4700, 243), (4750, 242), (5700, 243), (6999, 251),
    ]  # fmt: skip
    assert [(at, code) for at, code in events if code < 242][:3] == [(975, 11), (1000, 240), (1500, 241)]
