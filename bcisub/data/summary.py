"""What a set holds, counted: for `bcisub data info`."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bcisub.data.formats.content import Recording
from bcisub.data.reading import read
from bcisub.data.recording import Subject, odd_triggers, trigger_events
from bcisub.data.timeline import trial_spans

FRAME_INDEX = "frames.csv"


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

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


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
    """The groups of a gaze set (GAZE-2), a frame counted as a trial."""
    counts: dict[tuple[str, str], list[int]] = {}
    with (folder / FRAME_INDEX).open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            count = counts.setdefault((row.get("subject") or "?", row.get("group") or "?"), [0, 0])
            count[0] += 1
            for side in ("left", "right"):
                picture = folder / (row.get(side) or "?")
                count[1] += picture.stat().st_size if picture.is_file() else 0
    for (subject, group), (frames, size) in counts.items():
        yield BlockSummary(subject, group, frames, None, None, None, size)
