"""BDF and EDF (Neuracle, BioSemi) and BrainVision through mne, from `bcisub[formats]`; signals in microvolts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.formats.content import Recording, needs_extra, sampling_rate
from bcisub.model.errors import BcisubError

EVENT_FILE = "evt.bdf"
"""Where Neuracle amplifiers put the events of the `data.bdf` beside it."""
_READERS = {".bdf": "read_raw_bdf", ".edf": "read_raw_edf", ".vhdr": "read_raw_brainvision"}
_START, _RECORDS, _SIGNALS = slice(184, 192), slice(236, 244), slice(252, 256)
"""Where the header of EDF and BDF says where the records begin, how many there are, and of how many signals."""


def read(path: Path) -> Recording:
    """The signals, and a trigger row made of the trigger channel or of the annotations that end in a number."""
    try:
        import mne
    except ImportError:
        raise needs_extra(f"A {path.suffix} file", path) from None
    suffix = path.suffix.lower()
    if suffix != ".vhdr":
        _check_whole(path, _announced(path), path.stat().st_size, "bytes")
    raw = getattr(mne.io, _READERS[suffix])(path, preload=False, verbose="ERROR")
    if suffix == ".vhdr":
        announced = re.search(rb"(?m)^DataPoints=(\d+)", path.read_bytes())
        _check_whole(path, int(announced[1]) if announced else 0, raw.n_times, "samples")
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


def _check_whole(path: Path, wanted: int, there: int, what: str) -> None:
    """Refuse a file that ends before what its header announces; mne reads what is there and only warns."""
    if there < wanted:
        raise BcisubError(
            f"The file is cut: its header announces {wanted} {what}, and {there} are there.",
            where=path,
            hint="Copy or download the file again.",
            code="damaged-file",
        )


def _announced(path: Path) -> int:
    """Bytes of an EDF or BDF file by its header, 0 where it does not say; what is wrong with it is left to mne."""
    try:
        with path.open("rb") as file:
            head = file.read(256)
            start, records, signals = (_whole(head[part]) for part in (_START, _RECORDS, _SIGNALS))
            file.seek(256 + 216 * signals)
            samples = sum(_whole(file.read(8)) for _ in range(signals))
    except ValueError:
        return 0
    width = 3 if path.suffix.lower() == ".bdf" else 2
    return start + records * samples * width if records > 0 else 0


def _whole(field: bytes) -> int:
    """A number of a header; some writers fill its field with zero bytes."""
    return int(field.split(b"\0")[0])


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
