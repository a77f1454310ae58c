"""One recording into blocks of a track's official shape, and a whole set of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.channel_names import Pick, canonical, coverage, pick
from bcisub.data.converting import blocks, events, resample
from bcisub.data.formats.content import Recording
from bcisub.data.reading import read
from bcisub.data.validation.signal import VOLTS, brain_level
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Subject, odd_triggers
from bcisub.model.track import Track, Triggers
from bcisub.model.whole_files import write_whole
from bcisub.model.writing import pickled, write_block

UNITS = {"uV": 1.0, "mV": 1e3, "V": 1e6}
"""Factor to microvolts."""
WIDEST = 65535
"""The highest stored code that a table of events can turn into a track's; other experiments have 16 bits."""


@dataclass(frozen=True)
class Wishes:
    """What the user says of recordings that do not say it themselves."""

    channels: tuple[str, ...] = ()
    """Names of the rows, without the trigger."""
    batch: str | None = None
    """Batch whose order the rows have (EMO-8)."""
    fs: float | None = None
    unit: str | None = None
    """One of `UNITS`; without it volts are recognised by their size."""
    table: events.EventTable | None = None
    split: bool = False


@dataclass
class Account:
    """What was done, each thing once, for the screen and the set's description."""

    notes: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Keep a remark, unless it was made already."""
        if text not in self.notes:
            self.notes.append(text)

    def tell_shared(self, subjects: Sequence[Subject]) -> None:
        """Note the names that several folders give a subject: their recordings become blocks of one."""
        for name, times in Counter(subject.name for subject in subjects).items():
            if times > 1:
                self.note(f"{times} folders are named {name}: their recordings became the blocks of one subject.")


def convert_set(
    subjects: Sequence[Subject],
    folder: Path,
    track: Track,
    wishes: Wishes,
    progress: Callable[[float], None] | None = None,
) -> Account:
    """Write every subject's recordings into `folder`, one file in memory at a time."""
    account = Account()
    count = sum(len(subject.blocks) for subject in subjects)
    done = 0
    account.tell_shared(subjects)
    numbers: Counter[str] = Counter()
    for person, subject in enumerate(subjects, 1):
        for block in subject.blocks:
            recording = read(block.path)
            known = recording.extra.get("personID")
            whose = known if type(known) is int else person
            for data in converted(recording, block.path, track, wishes, account):
                numbers[subject.name] += 1
                write_official(folder, subject.name, numbers[subject.name], data, track, whose)
            done += 1
            if progress is not None:
                progress(done / count)
    return account


def write_official(folder: Path, subject: str, number: int, data: NDArray[Any], track: Track, person: int = 0) -> None:
    """Put a block where the track's own recordings have it."""
    if not track.one_file:
        write_block(
            folder, subject, f"block_{number}", data, channels=track.channels, fs=track.fs, person=person, number=number
        )
        return
    path = folder / subject / f"{subject}.pkl"
    if path.exists():
        raise BcisubError(
            f"{subject} has several recordings, and in {track.name} a subject is one file.",
            hint="Give each recording a subject's folder of its own.",
        )
    write_whole(path, pickled(np.ascontiguousarray(data)))


def converted(
    recording: Recording, path: Path, track: Track, wishes: Wishes, account: Account
) -> Iterator[NDArray[Any]]:
    """The blocks of a recording: the track's rows in its order, at its rate, in microvolts, with its codes."""
    declared = _declared(track)
    fs = recording.fs or wishes.fs or float(track.fs)
    chosen, has_trigger = _choose(recording, path, track, wishes)
    _tell_channels(chosen, track, account)
    if has_trigger:
        _check_triggers(recording.data[-1], path, WIDEST if wishes.table else 255)
    found = events.events_of(recording, has_trigger)
    if wishes.table is not None:
        found, left = events.mapped(found, recording.marks, wishes.table, declared.end, fs)
        if left:
            account.note(f"Events that the table does not name were left out: {', '.join(left)}.")
    samples = recording.data.shape[1]
    found = [(sample, code) for sample, code in found if sample < samples]
    parts = [(0, samples)]
    if wishes.split:
        parts = blocks.spans(found, samples, declared)
        if not parts:
            raise BcisubError(
                f"There is nothing to split at: no mark {declared.marks[-1][0]}.", where=path, hint="Leave out --split."
            )
        account.note("Recordings were cut at their block marks; what lies outside was left out.")
    factor = _factor(recording, chosen, fs, wishes, account)
    change = resample.ratio(fs, track.fs)
    if change != 1:
        account.note(f"Resampled from {fs:g} to {track.fs} Hz.")
    for first, stop in parts:
        piece = recording.data[:, first:stop]
        size = resample.length(stop - first, change)
        own = resample.moved(blocks.within(found, first, stop), change, size)
        own, added = blocks.with_marks(own, size, declared)
        if added:
            account.note(f"Marks were put at the ends of the recordings: {', '.join(map(str, added))}.")
        yield _assembled(piece, chosen, factor, change, own, size)


def _check_triggers(row: NDArray[Any], path: Path, highest: int) -> None:
    odd = odd_triggers(row, highest)
    if odd.size:
        raise BcisubError(
            f"The last row holds {row[odd[0]]:g} and is no trigger row: whole numbers from 0 to {highest} are.",
            where=f"{path}, sample {odd[0]}",
            hint="Put the triggers in the last row, or, where there are none, name every row: --channels Fz,Cz,…",
            code="bad-trigger-row",
        )


def _declared(track: Track) -> Triggers:
    if track.triggers is None:
        raise BcisubError(
            f"{track.name} has no recordings of samples.", hint="`bcisub data index` makes a set of pictures."
        )
    return track.triggers


def _choose(recording: Recording, path: Path, track: Track, wishes: Wishes) -> tuple[Pick, bool]:
    """Stored rows for the track's, and whether the last stored row is the trigger."""
    rows = recording.data.shape[0]
    if wishes.batch is not None:
        if wishes.batch not in track.batches or rows != track.rows:
            known = ", ".join(track.batches) or "none"
            raise BcisubError(
                f"The batch {wishes.batch!r} does not fit {rows} rows.", where=path, hint=f"Batches: {known}."
            )
        return Pick(track.batches[wishes.batch][:-1], (), ()), True
    names = wishes.channels or recording.channels
    if not names:
        if rows != track.rows:
            raise BcisubError(
                f"The file names no channels and has {rows} rows, where {track.rows} could be taken as they are.",
                where=path,
                hint="Name them: --channels Fz,Cz,… (without the trigger).",
                code="no-names",
            )
        return Pick(tuple(range(rows - 1)), (), ()), True
    if len(names) not in (rows - 1, rows):
        raise BcisubError(f"{len(names)} names for {rows} rows, the trigger among them.", where=path)
    electrode = {canonical(name) for name in track.channels}
    has_trigger = len(names) == rows - 1 or canonical(names[-1]) not in electrode
    chosen = pick(names[: rows - 1] if has_trigger else names, track.channels)
    if len(chosen.missing) == len(track.channels):
        raise BcisubError(
            f"None of the track's channels is there; the file has {', '.join(names[:8])}, …",
            where=path,
            hint="Are these the electrodes' names? Give them: --channels Fz,Cz,…",
            code="no-channels",
        )
    return chosen, has_trigger


def _tell_channels(chosen: Pick, track: Track, account: Account) -> None:
    account.missing += [name for name in chosen.missing if name not in account.missing]
    if chosen.missing:
        account.note(coverage(chosen.missing, track.channels))
    if chosen.unused:
        account.note(f"Channels the track does not have were left out: {', '.join(chosen.unused)}.")


def _factor(recording: Recording, chosen: Pick, fs: float, wishes: Wishes, account: Account) -> float:
    """To microvolts, as told or as the size of the signals tells."""
    if wishes.unit is not None:
        return UNITS[wishes.unit]
    present = [row for row in chosen.rows if row is not None]
    level = brain_level((recording.data[row] for row in present[:16]), round(fs))
    if level is None or level >= VOLTS:
        return 1.0
    account.note("The signals were in volts, by their size, and were scaled to microvolts.")
    return UNITS["V"]


def _assembled(
    data: NDArray[Any],
    chosen: Pick,
    factor: float,
    change: Fraction,
    own: Sequence[tuple[int, int]],
    size: int,
) -> NDArray[Any]:
    """The block; what is only picked and ordered keeps its very numbers, what is computed is stored as float32."""
    exact = factor == 1.0 and change == 1
    wide = exact and not np.can_cast(data.dtype, np.float32)
    made = np.zeros((len(chosen.rows) + 1, size), np.float64 if wide else np.float32)
    for place, row in enumerate(chosen.rows):
        if row is not None:
            values = data[row] if change == 1 else resample.resampled(data[row], change)
            made[place] = values if factor == 1.0 else np.asarray(values, np.float64) * factor
    for sample, code in own:
        made[-1, sample] = code
    return made
