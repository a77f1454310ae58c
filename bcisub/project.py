"""A team's project: the folder with the submission and, usually, a `bcisub.toml` beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bcisub.tracks.base import Layout, Track

FILE_NAME = "bcisub.toml"


@dataclass(frozen=True)
class Project:
    """Where the submission lies and what the team has settled about it."""

    root: Path
    track: Track
    layout: Layout
    name: str
    team: str = ""
    python: str = ""
    """Target Python, `X.Y`."""
    data: str = "cali_A"
    """The set `eval` uses when none is named."""
    readings: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The whole of `bcisub.toml`, for tables of a track's own (`[gaze]`) and `[limits]`."""
    origin: str = "layout"
    """How the track was found: `bcisub.toml`, `--track` or `layout`."""
