"""What becomes of public recordings: real trials of people at rest, in the form of `cali_*` (META-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bcisub.model.importing import Marked, Piece, Stretch, Take
from bcisub.tracks.metaverse.triggers import BLOCK_END, BLOCK_START, KINDS, SUBJECTS, TRIAL_END

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_RESTS = {"rest eyes-open": "real-open", "rest eyes-closed": "real-closed"}
_ADDED = {_RESTS[rest]: code for rest in _RESTS for code, kind in KINDS.items() if kind == _RESTS[rest]}
TRIAL, GAP = 10, 1
"""Seconds of a trial, and of zeros between two."""
PER_BLOCK = 24


def mixed(pieces: Sequence[Piece], numbers: np.random.Generator) -> Iterator[Piece]:
    """All people's rest cut into trials, in a drawn order, as blocks with zeros between the trials."""
    trials: list[tuple[Piece, Stretch, NDArray[Any]]] = []
    for piece in pieces:
        size = round(TRIAL * piece.fs)
        for rest in piece.stretches:
            parts = range(rest.first, rest.stop - size + 1, size)
            trials += [(piece, rest, piece.data[:, first : first + size]) for first in parts]
    trials = [trials[int(place)] for place in numbers.permutation(len(trials))]
    for first in range(0, len(trials), PER_BLOCK):
        yield _block(trials[first : first + PER_BLOCK])


def _block(trials: Sequence[tuple[Piece, Stretch, NDArray[Any]]]) -> Piece:
    import numpy as np

    one = trials[0][0]
    size, gap = round(TRIAL * one.fs), round(GAP * one.fs)
    data = np.zeros((one.data.shape[0], len(trials) * (size + gap) + gap), np.float32)
    stretches: list[Stretch] = []
    for place, (piece, rest, part) in enumerate(trials):
        start = gap + place * (size + gap)
        data[:, start : start + size] = part
        stretches.append(Stretch(rest.what, start, start + size, piece.person))
    return Piece(one.path, data, one.fs, stretches, subject="S01")


def triggers(piece: Piece) -> Marked:
    """A trial's start tells kind and person, its last sample is its end (META-2)."""
    events: list[tuple[int, int]] = []
    for rest in piece.stretches:
        events += [(rest.first, _ADDED[_RESTS[rest.what]] + int(rest.value)), (rest.stop - 1, TRIAL_END)]
    return Marked([*events, (0, BLOCK_START), (piece.samples - 1, BLOCK_END)])


def _notes(taken: Sequence[str], left: Sequence[str]) -> list[str]:
    notes = [f"Subjects 1 to {len(taken)} of the triggers are {', '.join(taken)}."]
    if left:
        notes.append(f"The track has {SUBJECTS} subjects; {len(left)} people from {left[0]} on were left out.")
    return notes


IMPORTS = {
    "eegmmidb": Take(
        of="rest",
        triggers=triggers,
        mixed=mixed,
        people=SUBJECTS,
        average=True,
        complete=True,
        real=f"Every trial: {TRIAL} s of one person at rest, common average reference over 64 channels, "
        "resampled to 250 Hz.",
        joined=f"Trials of all people in a drawn order, {GAP} s of zeros between them, as the contest's sets have it.",
        notes=_notes,
    )
}
