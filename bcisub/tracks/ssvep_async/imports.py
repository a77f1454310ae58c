"""What becomes of public recordings: flicker with the label of its frequency, and idle trials (SSVEP-2, SSVEP-4)."""

from __future__ import annotations

from pathlib import Path

from bcisub.model.errors import BcisubError
from bcisub.model.importing import Marked, Piece, Take
from bcisub.tracks.ssvep_async.tables import BLOCK_END, BLOCK_START, FLICKER, IDLE, TRIAL_END

SETTLE, IDLE_TRIAL, STEP, ENOUGH = 2.0, 5.0, 6.5, 20.0
"""Seconds: left out at the beginning, of an idle trial, from one to the next, and from which on it is worth while."""


def label(hertz: float, where: Path | None = None) -> int:
    """The contest's label of a frequency (SSVEP-4)."""
    number = round((hertz - 8) / 0.2) + 1
    if number not in FLICKER or abs(8 + 0.2 * (number - 1) - hertz) > 0.01:
        raise BcisubError(f"{hertz:g} Hz is none of the 40 frequencies 8, 8.2, … 15.8 Hz.", where=where)
    return number


def labelled(piece: Piece) -> Marked:
    """Every stretch of flicker and of idling as a trial, the whole piece as a block (SSVEP-2)."""
    events = [(0, BLOCK_START)]
    for stretch in piece.stretches:
        code = label(stretch.value, piece.path) if stretch.what == "flicker" else IDLE.start
        events += [(stretch.first, code), (stretch.stop, TRIAL_END)]
    return Marked([*events, (piece.samples - 1, BLOCK_END)])


def with_idle(piece: Piece) -> Marked:
    """The triggers as they were recorded, which are the track's, and idle trials where EEG lies before the block.

    The block's start moves before them, so that false alarms can be counted (SSVEP-13).
    """
    events = {stretch.first: int(stretch.value) for stretch in piece.stretches}
    first = next(iter(events), 0)
    if events.get(first) != BLOCK_START or first < ENOUGH * piece.fs:
        return Marked(list(events.items()))
    del events[first]
    events[round((SETTLE - 1) * piece.fs)] = BLOCK_START
    onsets = range(round(SETTLE * piece.fs), first - round(STEP * piece.fs), round(STEP * piece.fs))
    for onset in onsets:
        events[onset] = IDLE.start
        events[onset + round(IDLE_TRIAL * piece.fs)] = TRIAL_END
    note = (
        f"{piece.subject}/{piece.block}: {len(onsets)} idle trials ({IDLE.start}) were marked in the EEG before the "
        f"block, and its start ({BLOCK_START}) was moved before them."
    )
    return Marked(list(events.items()), note if onsets else "")


_EPOCHS = Take(of="flicker", triggers=labelled, idle=IDLE_TRIAL, words={"idle": str(IDLE.start)})
IMPORTS = {"benchmark": _EPOCHS, "beta": _EPOCHS, "platform": Take(of="flicker", triggers=with_idle)}
