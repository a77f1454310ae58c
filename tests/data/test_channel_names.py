"""Channels by name: one electrode, however an amplifier writes it."""

from __future__ import annotations

import pytest

from bcisub.data.channel_names import canonical, pick
from bcisub.tracks import TRACKS


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("Fc5.", "FC5"), ("FC5", "FC5"), ("EEG FC5-REF", "FC5"), ("Cp3", "CP3"), ("FZ", "FZ"), ("Fz", "FZ"),
        ("T3", "T7"), ("T10.", "T10"), ("EEG T6-LE", "P8"), ("ECG", "ECG"), ("A1", "A1"), (" O1 ", "O1"),
    ],
)  # fmt: skip
def test_names_of_one_place(name: str, one: str) -> None:
    assert canonical(name) == one


def test_every_track_names_its_channels_once() -> None:
    for track in TRACKS.values():
        assert len({canonical(name) for name in track.channels}) == len(track.channels)


def test_pick() -> None:
    chosen = pick(("Oz..", "T3", "T7", "Cpz."), ("T7", "OZ", "Fz"))
    assert chosen.rows == (2, 0, None)
    assert (chosen.missing, chosen.unused) == (("Fz",), ("T3", "Cpz."))
