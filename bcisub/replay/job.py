"""What one run is: whose code, in which interpreter, how it was asked for, where it is recorded and who watches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bcisub.model.track import Layout, Track
from bcisub.replay.options import RunOptions
from bcisub.replay.session import Watch


@dataclass(frozen=True)
class Job:
    """One run of one submission, whatever it is fed with."""

    root: Path
    """Folder of the submission."""
    layout: Layout
    track: Track
    python: Path
    """The interpreter that runs it."""
    folder: Path
    """Where the run is recorded; one that is taken up again is there already."""
    options: RunOptions = field(default_factory=RunOptions)
    watch: Watch | None = None
    """Takes every event as it happens."""
    echo: Callable[[str], None] | None = None
    """Takes what the algorithm prints, as it prints it."""
