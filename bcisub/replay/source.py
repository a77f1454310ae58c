"""What a run is fed from, whatever the track serves: one interface over blocks of a recording and frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

from bcisub.data.sets import open_set, remarks
from bcisub.history.runs import hash_files
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth, RunRecord
from bcisub.model.recording import DataSet
from bcisub.model.serving import Figures
from bcisub.model.track import Track
from bcisub.project.project import Project
from bcisub.replay.frame_source import FrameSource
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import Laid, lay_out, plan, replay
from bcisub.replay.running import Running
from bcisub.replay.session import Watch

Progress = Callable[[float], None]


class Source(Protocol):
    """A set, opened for one run of one project."""

    @property
    def name(self) -> str:
        """The set's name."""

    @property
    def path(self) -> Path:
        """Where it lies."""

    @property
    def blocks(self) -> int:
        """How many blocks will be served."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know about it, one sentence each."""

    def sha256(self) -> str:
        """What tells this set from another."""

    @property
    def truth(self) -> list[BlockTruth]:
        """What the scorer needs of every block; no worker ever gets it."""

    def running(self, readings: Mapping[str, str]) -> Figures:
        """Takes the events of the run and says how it stands."""

    def replay(
        self,
        python: Path,
        folder: Path,
        *,
        watch: Watch | None = None,
        echo: Callable[[str], None] | None = None,
    ) -> RunRecord:
        """Run the project over the set and leave the run in `folder`, or go on with the one there."""


def open_source(
    name: str, project: Project, options: RunOptions, home: Path | None = None, progress: Progress | None = None
) -> Source:
    """The set of a name or path, as what the project's track serves."""
    kinds: dict[str, Callable[..., Source]] = {"blocks": BlockSource, "frames": FrameSource}
    return kinds[project.track.serves](name, project, options, home, progress)


def _numbers(dataset: DataSet, track: Track, options: RunOptions) -> Iterator[str]:
    """A word for each reading under which the set's subjects have other numbers: teams load models by them."""
    names = [subject.name for subject in dataset.subjects]
    here = track.stream(options.readings).numbering(names)
    for reading in track.readings:
        value = options.readings.get(reading.name, reading.default)
        for other in reading.choices if reading.stream else ():
            there = track.stream({**options.readings, reading.name: other}).numbering(names)
            differs = [(name, *two) for name, *two in zip(names, here, there, strict=True) if two[0] != two[1]]
            if differs:
                name, one, two = differs[0]
                yield (
                    f"{len(differs)} of {len(names)} subjects have another number under {reading.name}={other}: "
                    f"{name} is {two} there, and {one} here ({value})."
                )


class BlockSource:
    """The blocks of a recording."""

    def __init__(
        self, name: str, project: Project, options: RunOptions, home: Path | None, progress: Progress | None
    ) -> None:
        if options.groups or options.every != 1:
            raise BcisubError(
                f"--group and --every take a part of a set of frames; {project.track.name} has blocks.",
                hint="Take a part with --subject or --quick.",
            )
        if options.resume:
            raise BcisubError(
                f"A run of {project.track.name} cannot be taken up again: its blocks come as one stream.",
                hint="Run it without --resume.",
            )
        self._project, self._options = project, options
        self._dataset: DataSet = open_set(name, project.track, home, progress)
        self._planned = plan(self._dataset, options)
        self.notes = (*remarks(self._dataset, project.track), *_numbers(self._dataset, project.track, options))
        self.name, self.path = self._dataset.name, self._dataset.path
        self.blocks = len(self._planned)

    def sha256(self) -> str:
        """Hash of the contents of the files that are read."""
        return hash_files(dict.fromkeys(item.block.path for item in self._planned))

    @property
    def truth(self) -> list[BlockTruth]:
        """What the scorer needs of every block."""
        return self._laid.truth

    @cached_property
    def _laid(self) -> Laid:
        return lay_out(self._dataset, self._project.track, self._options)

    def running(self, readings: Mapping[str, str]) -> Figures:
        """Scores what was delivered so far."""
        return Running(self._project.track, readings, self.truth)

    def replay(
        self,
        python: Path,
        folder: Path,
        *,
        watch: Watch | None = None,
        echo: Callable[[str], None] | None = None,
    ) -> RunRecord:
        """Run the submission over the blocks, from the first on."""
        root, layout, track = self._project.root, self._project.layout, self._project.track
        return replay(Job(root, layout, track, python, folder, self._options, watch, echo), self._dataset, self._laid)
