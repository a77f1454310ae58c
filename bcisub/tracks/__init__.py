"""The tracks, each registered once."""

from __future__ import annotations

from bcisub.model.errors import BcisubError
from bcisub.model.track import Track
from bcisub.tracks.emotion.track import TRACK as EMOTION
from bcisub.tracks.gaze.track import TRACK as GAZE
from bcisub.tracks.metaverse.track import TRACK as METAVERSE
from bcisub.tracks.ssvep_async.track import TRACK as SSVEP_ASYNC
from bcisub.tracks.turing.track import TRACK as TURING

TRACKS: dict[str, Track] = {track.name: track for track in (SSVEP_ASYNC, TURING, METAVERSE, EMOTION, GAZE)}


def serving_frames() -> list[Track]:
    """The tracks that serve frames of pictures and hand in predictions of them."""
    return [track for track in TRACKS.values() if track.frames is not None]


def get(name: str) -> Track:
    """The track of that name, or an error that lists the names."""
    if name not in TRACKS:
        raise BcisubError(f"There is no track {name!r}.", hint=f"The tracks are: {', '.join(TRACKS)}.")
    return TRACKS[name]
