"""BDF and EDF (Neuracle, BioSemi) and BrainVision through mne, from `bcisub[formats]`; signals in microvolts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.formats.content import Recording, needs_extra, sampling_rate

EVENT_FILE = "evt.bdf"
"""Where Neuracle amplifiers put the events of the `data.bdf` beside it."""
_READERS = {".bdf": "read_raw_bdf", ".edf": "read_raw_edf", ".vhdr": "read_raw_brainvision"}


def read(path: Path) -> Recording:
    """The signals, and a trigger row made of the trigger channel or of the annotations that end in a number."""
    try:
        import mne
    except ImportError:
        raise needs_extra(f"A {path.suffix} file", path) from None
    raw = getattr(mne.io, _READERS[path.suffix.lower()])(path, preload=False, verbose="ERROR")
    kinds = raw.get_channel_types()
    signals = [place for place, kind in enumerate(kinds) if kind != "stim"]
    data = np.zeros((len(signals) + 1, raw.n_times))
    # mne gives volts, and the contest's recordings are in microvolts.
    data[:-1] = raw.get_data(picks=signals)
    data[:-1] *= 1e6
    marks = _marks(mne, raw, path)
    for sample, text in marks:
        if 0 <= sample < raw.n_times and (code := code_in(text)):
            data[-1, sample] = code
    for place, kind in enumerate(kinds):
        if kind == "stim":
            for sample, code in _pulses(raw.get_data(picks=[place])[0]):
                data[-1, sample] = code
    names = tuple(raw.ch_names[place] for place in signals)
    return Recording(data, names, sampling_rate(raw.info["sfreq"], path), marks)


def code_in(text: str) -> int:
    """The number at an annotation's end, 1 to 255 (`Stimulus/S  1`, `T2`, `33`), or 0."""
    found = re.search(r"(\d+)\s*$", text)
    return int(found[1]) if found and 0 < int(found[1]) < 256 else 0


def _marks(mne: Any, raw: Any, path: Path) -> tuple[tuple[int, str], ...]:
    notes = [raw.annotations]
    beside = path.with_name(EVENT_FILE)
    if path.name != EVENT_FILE and path.suffix.lower() == ".bdf" and beside.is_file():
        notes.append(mne.read_annotations(beside))
    rate = raw.info["sfreq"]
    found = [
        (round(float(onset) * rate), str(text))
        for annotations in notes
        for onset, text in zip(annotations.onset, annotations.description, strict=True)
    ]
    return tuple(sorted(found))


def _pulses(row: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Sample and code wherever a trigger channel rises to a code; BioSemi keeps other things in its upper bits."""
    codes = np.round(row).astype(np.int64) & 0xFF
    rises = np.flatnonzero((codes != 0) & (np.diff(codes, prepend=0) != 0))
    return [(int(at), int(codes[at])) for at in rises]
