"""What a set holds, counted: for `bcisub data info`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bcisub.data.formats.content import Recording
from bcisub.data.reading import read
from bcisub.data.sets import recordings_in
from bcisub.data.timeline import trial_spans
from bcisub.model.frames import INDEX, read_index
from bcisub.model.recording import Subject, odd_triggers, trigger_events


@dataclass(frozen=True)
class BlockSummary:
    """One block, or one group of frames of a picture set."""

    subject: str
    block: str
    trials: int
    seconds: float | None
    rows: int | None
    fs: float | None
    """As the file says; None where it does not."""
    size: int
    """Bytes on disk."""
    labelled: int | None = None
    """Frames with a label."""
    calibration: int | None = None
    """Frames for calibration."""

    def as_dict(self) -> dict[str, Any]:
        """For `--json`; what only frames have is there only for frames."""
        fields = asdict(self)
        return {key: fields[key] for key in fields if fields[key] is not None or key not in ("labelled", "calibration")}


def summarise(subjects: Sequence[Subject], fs: int) -> Iterator[BlockSummary]:
    """Every block in turn, of any format and any rows; each is read and let go. `fs` is for files that do not say."""
    for subject in subjects:
        for block in subject.blocks:
            recording = read(block.path)
            yield BlockSummary(
                subject.name,
                block.name,
                len(trial_spans(events_in(recording))),
                recording.data.shape[1] / (recording.fs or fs),
                recording.data.shape[0],
                recording.fs,
                block.path.stat().st_size,
            )


def events_in(recording: Recording) -> tuple[tuple[int, int], ...]:
    """The triggers of a recording; none where its last row is no trigger row."""
    row = recording.data[-1]
    return () if odd_triggers(row).size else trigger_events(row)


def summarise_frames(folder: Path) -> Iterator[BlockSummary]:
    """The groups of a set of pictures (GAZE-2), a frame counted as a trial."""
    index = read_index(folder)
    for (subject, group), members in index.groups.items():
        pictures = [index.folder / name for frame in members for name in (frame.left, frame.right)]
        size = sum(picture.stat().st_size for picture in pictures if picture.is_file())
        labelled = sum(frame.label is not None for frame in members)
        calibration = sum(frame.calibration for frame in members)
        yield BlockSummary(subject, group, len(members), None, None, None, size, labelled, calibration)


@dataclass(frozen=True)
class Extent:
    """How large a set is, by its folder alone."""

    subjects: int
    blocks: int
    """Recordings, or groups of frames."""
    bytes: int
    """On disk, everything in the folder."""


def extent(folder: Path) -> Extent:
    """Count a set without reading its recordings."""
    if (folder / INDEX).is_file():
        found = [(subject, 1) for subject, _ in read_index(folder).groups]
    else:
        found = [(subject.name, len(subject.blocks)) for subject in recordings_in(folder)]
    files = (Path(place) / name for place, _, names in os.walk(folder) for name in names)
    size = sum(file.stat().st_size for file in files if file.is_file())
    return Extent(len({name for name, _ in found}), sum(blocks for _, blocks in found), size)
