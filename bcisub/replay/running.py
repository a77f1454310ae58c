"""The figures of a run while it goes on: what has been delivered so far, scored as a finished run would be."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from itertools import chain
from typing import Any

from bcisub.history.log import build_record
from bcisub.model.record import BlockTruth
from bcisub.model.result import Result
from bcisub.model.track import Track

EVERY = 1.0
"""Seconds between two scorings."""
SHARE = 0.05
"""Most of the time that may go into them, so that a large set is not slowed down."""
_IDLE = ("quiet", "false-alarm")


class Running:
    """Takes a run's events and says how it stands."""

    def __init__(self, track: Track, readings: Mapping[str, str], truth: list[BlockTruth]) -> None:
        self._track = track
        self._readings = readings
        self._truth = truth
        self._events: list[Mapping[str, Any]] = []
        self._reached: dict[int, Mapping[str, Any]] = {}
        """The latest tick of each block: how much of it was delivered."""
        self._begun = False
        self._due = 0.0
        self._text = ""

    def take(self, event: Mapping[str, Any]) -> None:
        """Note one event of the run."""
        if event["event"] == "tick":
            self._reached[event["block"]] = {key: event[key] for key in ("event", "block", "p")}
        else:
            self._events.append(event)
        self._begun = self._begun or event["event"] in ("tick", "report")

    def figures(self) -> str:
        """How the run stands; scored again at most once a second."""
        began = time.monotonic()
        if began >= self._due and self._begun:
            # A figure on the way is never worth the run itself.
            with contextlib.suppress(Exception):
                self._text = summary(self._score())
            self._due = began + max(EVERY, (time.monotonic() - began) / SHARE)
        return self._text

    def _score(self) -> Result:
        record = build_record(chain(self._events, self._reached.values()), self._truth)
        return self._track.score(record, self._readings)


def summary(result: Result) -> str:
    """Correct so far, mean seconds, false alarms; the track's own figures where trials are not right or wrong."""
    judged = [verdict for verdict in result.trials if verdict.status not in _IDLE]
    if not any(verdict.correct for verdict in judged):
        return "  ".join(f"{name} {value}" for name, value in result.headline[:2])
    parts = [f"{sum(verdict.correct for verdict in judged)}/{len(judged)} correct"]
    seconds = result.metrics.get("mean_seconds")
    if seconds is not None:
        parts.append(f"{seconds:.2f} s")
    if len(judged) < len(result.trials):
        alarms = sum(verdict.status == "false-alarm" for verdict in result.trials)
        parts.append(f"{alarms} false alarm{'' if alarms == 1 else 's'}")
    return "  ".join(parts)
