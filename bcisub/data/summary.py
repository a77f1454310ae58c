"""What a set holds, counted: for `bcisub data info`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bcisub.data.frames import read_index
from bcisub.data.recording import DataSet, trigger_events
from bcisub.data.timeline import trial_spans


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
    labelled: int | None = None
    """Frames with a label."""
    calibration: int | None = None
    """Frames for calibration."""

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
    index = read_index(folder)
    for (subject, group), members in index.groups.items():
        pictures = [index.folder / name for frame in members for name in (frame.left, frame.right)]
        size = sum(picture.stat().st_size for picture in pictures if picture.is_file())
        labelled = sum(frame.label is not None for frame in members)
        calibration = sum(frame.calibration for frame in members)
        yield BlockSummary(subject, group, len(members), None, None, size, labelled, calibration)
