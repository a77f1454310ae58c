"""What a set holds, counted: for `bcisub data info`."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bcisub.data.recording import DataSet, trigger_events
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
    size: int
    """Bytes on disk."""

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)


def summarise(dataset: DataSet, fs: int) -> Iterator[BlockSummary]:
    """Every block in turn; each is read and let go."""
    for subject in dataset.subjects:
        for block in subject.blocks:
            data = block.load()
            trials = len(trial_spans(trigger_events(data[-1])))
            yield BlockSummary(
                subject.name, block.name, trials, data.shape[1] / fs, data.shape[0], block.path.stat().st_size
            )


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
        yield BlockSummary(subject, group, frames, None, None, size)
