"""What a track brings that is fed with frames of pictures: its settings, its final, its figures, what is handed in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from bcisub.model.frames import FrameSet
    from bcisub.model.record import BlockTruth, RunRecord

    Answers = Mapping[tuple[str, str, str], tuple[float, ...]]


class Figures(Protocol):
    """Whatever takes a run's events and says how it stands."""

    def take(self, event: Mapping[str, Any]) -> None:
        """Note one event of the run."""

    def figures(self) -> str:
        """How the run stands, in a few words."""


@dataclass(frozen=True)
class FrameSettings:
    """The track's own table of the project file, checked."""

    known: tuple[str, ...] = ()
    """People of the training set."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What the scorer needs beside the frames, the same for every group."""
    notes: tuple[str, ...] = ()
    """What the user should know about the table, one sentence each."""


@dataclass(frozen=True)
class HandIn:
    """The two files a team hands in: the predictions of a test set, and the ZIP of what made them."""

    check_date: Callable[[str | None], str]
    """The date of the submission as the files' names have it, today's if none is given."""
    table_name: Callable[[str, str], str]
    """Name of the file of predictions, from team and date."""
    zip_name: Callable[[str], str]
    """Name of the ZIP, from the team; a name that cannot be part of a file's is refused."""
    write: Callable[[Path, FrameSet, RunRecord], None]
    """Write what a run predicted; refused whole if a frame has no answer."""
    read: Callable[[Path, FrameSet], Answers]
    """What a file made by whatever tool says; refused, rows named, where it is not complete."""
    record: Callable[[Sequence[BlockTruth], Answers], RunRecord]
    """The same as if a run had made it, so that it is scored by the same rules."""
    last_upload: Callable[[Path, str, str], str | None]
    """Date of the upload before the one of this team and date, by the files in the folder; None if there is none."""
    pace: str
    """How often a team may upload, in words."""


@dataclass(frozen=True)
class FrameServing:
    """What a track brings that serves frames."""

    table: str
    """Name of its own table in the project file."""
    settings: Callable[[Mapping[str, Any], Path], FrameSettings]
    """That table, checked; what is wrong is named with the file."""
    final: Callable[[FrameSet, Collection[str]], FrameSet]
    """The part of a set that the final is over, from the set and the people already known."""
    tiny: Callable[[Path, np.random.Generator, bool], FrameSet]
    """A few frames of noise, or black ones, written into a folder, to try submissions on."""
    running: Callable[[Sequence[BlockTruth], Mapping[str, str]], Figures]
    """The figures of a run while it goes on."""
    hand_in: HandIn
