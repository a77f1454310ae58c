"""What a try feeds a submission with: blocks of a stream, or frames of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bcisub.model.frames import FrameSet
from bcisub.model.record import RunRecord
from bcisub.model.recording import DataSet
from bcisub.model.track import Layout, Track
from bcisub.project.project import FILE_NAME
from bcisub.replay.frame_run import SECONDS_PER_FRAME, replay_frames
from bcisub.replay.job import Job
from bcisub.replay.run import replay


@dataclass(frozen=True)
class Place:
    """A folder with the submission, in some layout."""

    root: Path
    layout: Layout


class Served(Protocol):
    """A short synthetic set."""

    def seconds(self, track: Track) -> float:
        """How long it lasts in the contest."""

    def replay(self, job: Job) -> RunRecord:
        """Run the submission over it."""


@dataclass(frozen=True)
class Blocks:
    """Blocks of a stream."""

    dataset: DataSet

    def seconds(self, track: Track) -> float:
        """Length of all blocks."""
        blocks = (block for subject in self.dataset.subjects for block in subject.blocks)
        return float(sum(block.load().shape[1] for block in blocks)) / track.fs

    def replay(self, job: Job) -> RunRecord:
        """Run the submission over it."""
        return replay(job, self.dataset)


@dataclass(frozen=True)
class Pictures:
    """Frames of pictures."""

    frames: FrameSet

    def seconds(self, track: Track) -> float:
        """A second for every frame (GAZE-13)."""
        return SECONDS_PER_FRAME * sum(1 for _ in self.frames.frames)

    def replay(self, job: Job) -> RunRecord:
        """Run the predictor over it, by the settings of a project that has none of its own."""
        assert job.track.frames is not None, f"{job.track.name} serves no frames"
        settings = job.track.frames.settings({}, job.root / FILE_NAME)
        return replay_frames(job, self.frames, settings)
