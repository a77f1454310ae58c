"""Choosing readings, and how much of a score hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bcisub.model.errors import BcisubError
from bcisub.model.record import RunRecord
from bcisub.model.result import Result
from bcisub.model.track import Track


def parse(pairs: Iterable[str]) -> dict[str, str]:
    """`K=V` words of the command line."""
    chosen = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BcisubError(
                f"--reading takes NAME=VALUE, not {pair!r}.",
                hint="`bcisub rules TRACK` lists the names and their values.",
            )
        chosen[name.strip()] = value.strip()
    return chosen


def resolve(track: Track, *chosen: Mapping[str, str]) -> dict[str, str]:
    """Every reading of the track with its value: the defaults, then each mapping over the one before."""
    values = track.defaults()
    known = {reading.name: reading for reading in track.readings}
    for mapping in chosen:
        for name, value in mapping.items():
            if name not in known:
                raise BcisubError(f"{track.name} has no reading {name!r}.", hint=f"It has: {', '.join(known)}.")
            if str(value) not in known[name].choices:
                choices = ", ".join(known[name].choices)
                raise BcisubError(f"The reading {name} has no value {value!r}.", hint=f"It takes: {choices}.")
            values[name] = str(value)
    return values


def score_with_sensitivity(track: Track, record: RunRecord, readings: Mapping[str, str]) -> Result:
    """Score the run, and once more for each other value of each reading that needs no run of its own."""
    result = track.score(record, readings)
    others: list[dict[str, Any]] = []
    for reading in track.readings:
        if reading.stream:
            continue
        for value in reading.choices:
            if value != readings[reading.name]:
                score = track.score_alone(record, {**readings, reading.name: value})
                others.append({"reading": reading.name, "value": value, "score": score})
    result.sensitivity = others
    return result
