"""PhysioNet EEG Motor Movement/Imagery 1.0.0: 109 people, 64 channels, 160 Hz, EDF+.

Schalk G, McFarland DJ, Hinterberger T, Birbaumer N, Wolpaw JR (2004). BCI2000: A General-Purpose Brain-Computer
Interface (BCI) System. IEEE Transactions on Biomedical Engineering 51(6), 1034-1043. Data: doi 10.13026/C28G6P, ODC-By.
`S001R01.edf` is a minute of rest with open eyes, `R02` with closed ones; in `R04`, `R08` and `R12` the person imagines
to open and close the left (T1) or the right (T2) fist for 4.1 s, with rest (T0) between.

Rest becomes a `cali_*` style set, real trials only (META-2); imagery becomes a training set (TURING-2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.channel_names import pick, told
from bcisub.data.converting import resample
from bcisub.data.converting.convert import write_official
from bcisub.data.importers.base import Importer, Made, Order, files
from bcisub.data.reading import read
from bcisub.model.errors import BcisubError
from bcisub.simulate.eeg import stream

OPEN, CLOSED = 128, 192
"""Added to a person's number in the start of a real trial (META-2)."""
RESTS = {1: OPEN, 2: CLOSED}
FISTS = (4, 8, 12)
TRIAL_START, TRIAL_END, BLOCK_START, BLOCK_END = 240, 241, 242, 243
PEOPLE = 23
TRIAL, GAP = 10, 1
"""Seconds of a rest trial, and of zeros between two."""
PER_BLOCK = 24
CUE = 3
"""Seconds from a trial's start to the imagery (TURING-2)."""
_NAME = re.compile(r"(?i)S(\d{3})R(\d{2})$")

Array = NDArray[Any]


def runs(path: Path, wanted: Sequence[int]) -> dict[int, dict[int, Path]]:
    """Person to run to file, of the runs wanted."""
    found: dict[int, dict[int, Path]] = {}
    for file in files(path, "S*R*.edf", "recording of EEGMMIDB"):
        match = _NAME.match(file.stem)
        if match and int(match[2]) in wanted:
            found.setdefault(int(match[1]), {})[int(match[2])] = file
    if not found:
        names = ", ".join(f"S001R{number:02d}.edf" for number in wanted)
        raise BcisubError("None of the runs needed is here.", where=path, hint=f"Download {names} of every person.")
    return dict(sorted(found.items()))


def import_rest(order: Order) -> Made:
    """Rest of up to 23 people, cut into trials, mixed into blocks; zeros between trials (META-2)."""
    people = runs(order.path, tuple(RESTS))
    left = sorted(people)[PEOPLE:]
    rng = stream(order.seed, "eegmmidb", "rest")
    trials: list[tuple[int, Array]] = []
    for number, own in enumerate(list(people.values())[:PEOPLE], 1):
        for run, path in own.items():
            data = referenced(path, order.track.channels, order.track.fs)
            size = TRIAL * order.track.fs
            parts = range(0, data.shape[1] - size + 1, size)
            trials += [(RESTS[run] + number, data[:, first : first + size]) for first in parts]
    trials = [trials[int(place)] for place in rng.permutation(len(trials))]
    blocks = [trials[first : first + PER_BLOCK] for first in range(0, len(trials), PER_BLOCK)]
    for number, block in enumerate(blocks, 1):
        write_official(order.folder, "S01", number, _rest_block(block, order.track.fs), order.track)
        order.progress(number / len(blocks))
    names = [f"S{person:03d}" for person in list(people)[:PEOPLE]]
    notes = [f"Subjects 1 to {len(names)} of the triggers are {', '.join(names)}."]
    if left:
        notes.append(f"The track has {PEOPLE} subjects; {len(left)} people from S{left[0]:03d} on were left out.")
    return Made(
        notes=notes,
        people=names,
        real="Every trial: 10 s of one person at rest, common average reference over 64 channels, resampled to 250 Hz.",
        joined="Trials of all people in a drawn order, 1 s of zeros between them, as the contest's sets have it.",
    )


def referenced(path: Path, channels: Sequence[str], fs: int) -> Array:
    """The channels of one file against the mean of all 64, at `fs` Hz."""
    recording = read(path)
    chosen = pick(recording.electrodes, channels)
    if chosen.missing:
        raise BcisubError(f"The file lacks {', '.join(chosen.missing)}.", where=path)
    mean = recording.data[:-1].mean(axis=0)
    change = resample.ratio(recording.fs or 160, fs)
    return np.array([resample.resampled(recording.data[row] - mean, change) for row in chosen.rows])


def _rest_block(trials: Sequence[tuple[int, Array]], fs: int) -> Array:
    size, gap = TRIAL * fs, GAP * fs
    data = np.zeros((trials[0][1].shape[0] + 1, len(trials) * (size + gap) + gap), np.float32)
    for place, (code, rest) in enumerate(trials):
        start = gap + place * (size + gap)
        data[:-1, start : start + size] = rest
        data[-1, start] = code
        data[-1, start + size - 1] = TRIAL_END
    data[-1, 0], data[-1, -1] = BLOCK_START, BLOCK_END
    return data


def import_fists(order: Order) -> Made:
    """Imagery of the fists, one run a block, with the triggers of training data (TURING-2)."""
    people = runs(order.path, FISTS)
    missing: tuple[str, ...] = ()
    for person, (number, own) in enumerate(people.items(), 1):
        for block, (_, path) in enumerate(sorted(own.items()), 1):
            recording = read(path)
            chosen = pick(recording.electrodes, order.track.channels)
            missing = chosen.missing
            change = resample.ratio(recording.fs or 160, order.track.fs)
            size = resample.length(recording.data.shape[1], change)
            data = np.zeros((order.track.rows, size), np.float32)
            for place, row in enumerate(chosen.rows):
                if row is not None:
                    data[place] = resample.resampled(recording.data[row], change)
            for sample, code in _fist_events(recording.marks, change, size, order.track.fs):
                data[-1, sample] = code
            write_official(order.folder, f"S{number:03d}", block, data, order.track, person)
        order.progress(person / len(people))
    return Made(
        notes=[
            told(missing, order.track.channels),
            "This is training data: train on it; `bcisub eval` needs recordings of the game.",
        ],
        missing=list(missing),
        real="Every sample, resampled from 160 to 250 Hz; 1 and 2 stand where the imagery of a fist begins.",
        joined=f"Nothing. A trial's start (240) is put {CUE} s before the imagery, its end (241) where rest begins.",
    )


def _fist_events(marks: Sequence[tuple[int, str]], change: Any, size: int, fs: int) -> Iterator[tuple[int, int]]:
    codes = {"T1": 1, "T2": 2}
    places = [at for at, _ in resample.moved([(sample, 0) for sample, _ in marks], change, size)]
    taken = {0, size - 1}
    yield 0, BLOCK_START
    yield size - 1, BLOCK_END
    for number, (at, (_, text)) in enumerate(zip(places, marks, strict=True)):
        if text not in codes:
            continue
        end = min(places[number + 1] if number + 1 < len(places) else size, size - 2)
        for sample, code in ((at - CUE * fs, TRIAL_START), (at, codes[text]), (end, TRIAL_END)):
            if sample > 0 and sample not in taken:
                taken.add(sample)
                yield sample, code


IMPORTER = Importer(
    name="eegmmidb",
    title="PhysioNet EEGMMIDB",
    reference="Schalk G et al. (2004) BCI2000: A General-Purpose Brain-Computer Interface (BCI) System; PhysioNet",
    doi="10.13026/C28G6P",
    licence="ODC-By 1.0",
    run={"rest": import_rest, "fists": import_fists},
    uses={"rest": "rest → {track}", "fists": "imagery of the fists → {track} training"},
)
