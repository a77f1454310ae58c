"""A set of pictures, opened for one run: the part that was asked for, by the track's settings."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from bcisub.data.sets import check_made_for, find_set
from bcisub.model.errors import BcisubError
from bcisub.model.frames import INDEX, FrameSet, read_index
from bcisub.model.record import BlockTruth, RunRecord
from bcisub.model.serving import Figures
from bcisub.project.project import FILE_NAME, Project
from bcisub.replay.frame_run import replay_frames
from bcisub.replay.frames import frame_truth
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.session import Watch
from bcisub.scoring.readings import resolve


class FrameSource:
    """The frames of an index."""

    def __init__(
        self,
        name: str,
        project: Project,
        options: RunOptions,
        home: Path | None,
        progress: Callable[[float], None] | None,
    ) -> None:
        if options.batch is not None:
            raise BcisubError(
                f"--batch tells the order of a recording's rows; {project.track.name} has frames.",
                hint="Run it without --batch.",
            )
        self._project, self._options = project, options
        serving = project.track.frames
        assert serving is not None, f"{project.track.name} serves no frames"
        self._serving = serving
        self._settings = serving.settings(project.settings.get(serving.table, {}), project.root / FILE_NAME)
        self.notes = self._settings.notes
        self.path, self.name = find_set(name, project.track, home, progress)
        check_made_for(self.path, project.track)
        self._whole = read_index(self.path)
        self.frames = self._part(self._whole)
        self.blocks = len(self.frames.groups)

    def running(self, readings: Mapping[str, str]) -> Figures:
        """The figures of what was answered so far."""
        return self._serving.running(self.truth, resolve(self._project.track, readings))

    @property
    def readings(self) -> Mapping[str, str]:
        """The readings of the run."""
        return self._options.readings

    @property
    def truth(self) -> list[BlockTruth]:
        """What the scorer needs of every group."""
        return frame_truth(self.frames, self._settings)

    def sha256(self) -> str:
        """Hash of the index and of the pictures' sizes: reading tens of gigabytes to name them would be no service.

        It is the whole set's, so that a run over another part of it is not taken for one over another set.
        """
        digest = hashlib.sha256((self.path / INDEX if self.path.is_dir() else self.path).read_bytes())
        for frame in self._whole.frames:
            for picture in (frame.left, frame.right):
                place = self._whole.folder / picture
                size = place.stat().st_size if place.is_file() else -1
                digest.update(f"{picture}\0{size}\0".encode())
        return digest.hexdigest()

    def replay(
        self,
        python: Path,
        folder: Path,
        *,
        watch: Watch | None = None,
        echo: Callable[[str], None] | None = None,
    ) -> RunRecord:
        """Ask the predictor for every frame; where a run is taken up, for those without an answer."""
        root, layout, track = self._project.root, self._project.layout, self._project.track
        job = Job(root, layout, track, python, folder, self._options, watch, echo)
        return replay_frames(job, self.frames, self._settings)

    def _part(self, frames: FrameSet) -> FrameSet:
        options = self._options
        frames = frames.part(options.subjects, options.groups, options.every, name=self.name)
        if options.stage == "final":
            frames = self._serving.final(frames, self._settings.known)
        if options.shuffle is not None:
            order = frames.subjects
            random.Random(options.shuffle).shuffle(order)
            frames = frames.in_order(order)
        if options.quick:
            frames = frames.first(options.samples)
        return frames
