"""The table `[gaze]` of the project file, and the part of a set that the final is over."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from bcisub.model.errors import BcisubError
from bcisub.model.frames import Frame, FrameSet
from bcisub.model.serving import FrameSettings

TABLE = "gaze"
SAMPLE_DISTANCE = 1000.0
"""Distance of the plane in the sample sets, in the units of the labels; taken where the project names none."""
_KEYS = ("plane_distance", "known_subjects")

FINAL_PEOPLE, FINAL_TARGETS = 3, 30
"""How many look, and at how many points, in the final (GAZE-13)."""


def settings(table: Mapping[str, Any], file: Path) -> FrameSettings:
    """The distance of the targets' plane (reading `gaze-vector`) and the people of the training set."""
    notes = [f"{file.name}: {TABLE}.{key} is not known and ignored." for key in table if key not in _KEYS]
    distance, known = table.get("plane_distance"), table.get("known_subjects", [])
    if distance is None:
        distance = SAMPLE_DISTANCE
        notes.append(
            f"{file.name} names no gaze.plane_distance: {distance:g} is taken, the distance of the sample sets."
        )
    elif isinstance(distance, bool) or not isinstance(distance, int | float) or not 0 < distance < math.inf:
        raise BcisubError(f"gaze.plane_distance: {distance!r} is no distance: a number above 0.", where=file)
    if not isinstance(known, list) or not all(isinstance(name, str) for name in known):
        raise BcisubError('gaze.known_subjects: it must be a list of names: ["S01", "S02"].', where=file)
    return FrameSettings(tuple(known), {"plane_distance": float(distance)}, tuple(notes))


def final(frames: FrameSet, known: Collection[str] = ()) -> FrameSet:
    """The final's people and targets (GAZE-13): new people first, points spread, no calibration."""
    people = sorted(frames.subjects, key=lambda subject: subject in known)[:FINAL_PEOPLE]
    chosen: dict[tuple[str, str], list[Frame]] = {}
    for subject in people:
        own = [frame for frame in frames.asked if frame.subject == subject]
        count = min(FINAL_TARGETS, len(own))
        for index in range(count):
            frame = own[index * len(own) // count]
            chosen.setdefault((subject, frame.group), []).append(frame)
    return replace(frames, groups={key: tuple(members) for key, members in chosen.items()})
