"""What becomes of public recordings: imagery of the fists with the triggers of training data (TURING-2)."""

from __future__ import annotations

from bcisub.model.importing import Marked, Piece, Take
from bcisub.tracks.turing.tables import BLOCK_END, BLOCK_START, TASK_NAMES, TRIAL_END, TRIAL_START

_TASKS = {name: task for task, name in TASK_NAMES.items()}
FISTS = {"fist left": _TASKS["left imagery"], "fist right": _TASKS["right imagery"]}
CUE = 3
"""Seconds from a trial's start to the imagery (TURING-2)."""


def triggers(piece: Piece) -> Marked:
    """Start, task and end of every fist, where their samples are free, between the marks of the block."""
    last = piece.samples - 1
    found = {0: BLOCK_START, last: BLOCK_END}
    for stretch in piece.stretches:
        if stretch.what not in FISTS:
            continue
        start, end = stretch.first - round(CUE * piece.fs), min(stretch.stop, last - 1)
        for sample, code in ((start, TRIAL_START), (stretch.first, FISTS[stretch.what]), (end, TRIAL_END)):
            if sample > 0:
                found.setdefault(sample, code)
    return Marked(list(found.items()))


IMPORTS = {
    "eegmmidb": Take(
        of="fists",
        triggers=triggers,
        real="Every sample, resampled from 160 to 250 Hz; 1 and 2 stand where the imagery of a fist begins.",
        joined=f"Nothing. A trial's start (240) is put {CUE} s before the imagery, its end (241) where rest begins.",
        notes=lambda taken, left: ["This is training data: train on it; `bcisub eval` needs recordings of the game."],
    )
}
