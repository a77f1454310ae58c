"""The figures of a run over frames while it goes on: PE of what was answered so far."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from typing import Any

from bcisub.model.record import BlockTruth
from bcisub.tracks.gaze.error import angle, gaze_vector, prediction_error
from bcisub.tracks.gaze.verdicts import finite_numbers, has_depth


class RunningFrames:
    """Takes a run's events and keeps no more of them than an error a frame."""

    def __init__(self, truth: Sequence[BlockTruth], readings: Mapping[str, str]) -> None:
        self._truth = truth
        self._depth = [has_depth(block) for block in truth]
        self._vector = readings["gaze-vector"]
        self._errors: list[float] = []

    def take(self, event: Mapping[str, Any]) -> None:
        """Note one event of the run."""
        if event["event"] != "report":
            return
        truth = self._truth[event["block"]]
        label = truth.extra["labels"][event["p"] - 1]
        numbers = finite_numbers(event["value"], depth=self._depth[event["block"]])
        if label is None or numbers is None:
            return
        aim, answer = (gaze_vector(point, self._vector, truth.extra["plane_distance"]) for point in (label, numbers))
        error = angle(aim, answer) if len(aim) == len(answer) else None
        if error is not None:
            bisect.insort(self._errors, error)

    def figures(self) -> str:
        """How the run stands."""
        if not self._errors:
            return ""
        score, middle, high = prediction_error(self._errors)
        return f"PE {score:.2f}°  P50 {middle:.2f}°  P95 {high:.2f}°"
