"""PhysioNet EEG Motor Movement/Imagery 1.0.0: 109 people, 64 channels, 160 Hz, EDF+.

Schalk G, McFarland DJ, Hinterberger T, Birbaumer N, Wolpaw JR (2004). BCI2000: A General-Purpose Brain-Computer
Interface (BCI) System. IEEE Transactions on Biomedical Engineering 51(6), 1034-1043. Data: doi 10.13026/C28G6P, ODC-By.
`S001R01.edf` is a minute of rest with open eyes, `R02` with closed ones; in `R04`, `R08` and `R12` the person imagines
to open and close the left (T1) or the right (T2) fist for 4.1 s, with rest (T0) between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from bcisub.data.formats.content import Recording
from bcisub.data.importers.base import Importer, Order, Person, Source, files
from bcisub.data.reading import read
from bcisub.model.errors import BcisubError
from bcisub.model.importing import Piece, Stretch

FS = 160
RESTS = {1: "rest eyes-open", 2: "rest eyes-closed"}
"""Runs of rest, and what they are."""
FISTS = (4, 8, 12)
"""Runs of imagery."""
MARKS = {"T0": "rest", "T1": "fist left", "T2": "fist right"}
"""What the marks in those say."""
_NAME = re.compile(r"(?i)S(\d{3})R(\d{2})$")


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


def find_rest(order: Order) -> Source:
    """The minutes of rest."""
    return _found(order.path, tuple(RESTS), _rest)


def find_fists(order: Order) -> Source:
    """Imagery of the fists."""
    return _found(order.path, FISTS, _fists)


def _found(path: Path, wanted: Sequence[int], stretches: Callable[[int, Recording], list[Stretch]]) -> Source:
    people = runs(path, wanted).items()
    return Source([Person(f"S{number:03d}", partial(_pieces, own, stretches)) for number, own in people])


def _pieces(own: Mapping[int, Path], stretches: Callable[[int, Recording], list[Stretch]]) -> Iterator[Piece]:
    for run, path in sorted(own.items()):
        recording = read(path)
        found = stretches(run, recording)
        yield Piece(path, recording.data[:-1], recording.fs or FS, found, recording.electrodes)


def _rest(run: int, recording: Recording) -> list[Stretch]:
    return [Stretch(RESTS[run], 0, recording.data.shape[1])]


def _fists(run: int, recording: Recording) -> list[Stretch]:
    """What each mark says lasts until the next one."""
    stops = [*(sample for sample, _ in recording.marks[1:]), recording.data.shape[1]]
    marks = zip(recording.marks, stops, strict=False)
    return [Stretch(MARKS.get(text, text), sample, stop) for (sample, text), stop in marks]


IMPORTER = Importer(
    name="eegmmidb",
    title="PhysioNet EEGMMIDB",
    reference="Schalk G et al. (2004) BCI2000: A General-Purpose Brain-Computer Interface (BCI) System; PhysioNet",
    doi="10.13026/C28G6P",
    licence="ODC-By 1.0",
    run={"rest": find_rest, "fists": find_fists},
    uses={"rest": "rest → {track}", "fists": "imagery of the fists → {track} training"},
)
