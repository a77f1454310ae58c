"""What becomes of public recordings: videos with their numbers, in blocks of four (EMO-2)."""

from __future__ import annotations

from bcisub.model.importing import Marked, Piece, Take
from bcisub.tracks.emotion.session import (
    BLOCK_END,
    BLOCK_START,
    EXPERIMENT_END,
    EXPERIMENT_START,
    VIDEO_END,
    VIDEO_START,
)

PER_BLOCK = 4
NUMBER_BEFORE = 25
"""Samples from a video's number to its start (EMO-2)."""
BLOCK_BEFORE, BLOCK_AFTER = 250, 200
"""Samples from a block's start to its first video, and from its last to its end."""


def triggers(piece: Piece) -> Marked:
    """Number, start and end of every video, four a block, the experiment around all (EMO-2)."""
    events = [(0, EXPERIMENT_START)]
    for place, video in enumerate(piece.stretches):
        if place % PER_BLOCK == 0:
            events.append((video.first - BLOCK_BEFORE, BLOCK_START))
        events += [
            (video.first - NUMBER_BEFORE, int(video.value)),
            (video.first, VIDEO_START),
            (video.stop, VIDEO_END),
        ]
        if place % PER_BLOCK == PER_BLOCK - 1 or place == len(piece.stretches) - 1:
            events.append((video.stop + BLOCK_AFTER, BLOCK_END))
    return Marked([*events, (piece.samples - 1, EXPERIMENT_END)])


IMPORTS = {
    "faced": Take(
        of="videos",
        triggers=triggers,
        words={"blocks": f", {PER_BLOCK} a block", "fades": ", and are not scored (EMO-10)"},
    )
}
