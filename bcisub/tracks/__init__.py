"""The tracks, each registered once."""

from __future__ import annotations

from importlib import import_module

from bcisub.model.errors import BcisubError
from bcisub.model.track import Track

FOLDERS = (
    "ssvep_async",
    "turing",
    "metaverse",
    "emotion",
    "gaze",
)
"""A line for every track; `bcisub tracks` lists them in this order."""

TRACKS: dict[str, Track] = {
    track.name: track for track in (import_module(f"{__name__}.{folder}.track").TRACK for folder in FOLDERS)
}


def serving_frames() -> list[Track]:
    """The tracks that serve frames of pictures and hand in predictions of them."""
    return [track for track in TRACKS.values() if track.frames is not None]


def get(name: str) -> Track:
    """The track of that name, or an error that lists the names."""
    if name not in TRACKS:
        raise BcisubError(f"There is no track {name!r}.", hint=f"The tracks are: {', '.join(TRACKS)}.")
    return TRACKS[name]
