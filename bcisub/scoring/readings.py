"""Choosing readings, and how much of a score hangs on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict

from bcisub.model.errors import BcisubError
from bcisub.model.record import RunRecord
from bcisub.model.result import AsEngine, HalfSpeed, Result
from bcisub.model.track import Preset, Readings, Track
from bcisub.scoring.combinations import score_range
from bcisub.scoring.slower import slower

HALF_SPEED = 2.0
"""Times the computing on the machine of which the screen warns."""


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


def of_engine(track: Track, name: str) -> dict[str, str]:
    """Every reading of the track as the engine of that name has it: a preset, and the defaults beside it."""
    presets = {preset.name: preset for preset in track.presets}
    if name.removeprefix("as-") not in presets:
        has = f"It has: {', '.join(presets)}." if presets else "Choose its readings one by one with --reading."
        raise BcisubError(f"{track.name} has no preset {name!r}.", hint=has)
    return _whole(track, presets[name.removeprefix("as-")])


def score_with_sensitivity(track: Track, record: RunRecord, readings: Readings) -> Result:
    """Score the run, and how much of the score hangs on readings that need no run of their own."""
    result = track.score(record, readings)
    score = track.scores(record, readings)
    choices = {reading.name: list(reading.choices) for reading in track.readings if not reading.stream}
    result.sensitivity = [
        {"reading": name, "value": value, "score": score({**readings, name: value})}
        for name, values in choices.items()
        for value in values
        if value != readings[name]
    ]
    engines = [{**readings, **_whole(track, preset)} for preset in track.presets]
    result.range = asdict(score_range(score, choices, readings, engines, record.size))
    result.as_engine = [_as_engine(track, preset, record, readings, score) for preset in track.presets]
    result.half_speed = _half_speed(track, record, readings, result)
    return result


def _whole(track: Track, preset: Preset) -> dict[str, str]:
    return {**track.defaults(), **preset.readings}


def _as_engine(
    track: Track, preset: Preset, record: RunRecord, readings: Readings, score: Callable[[Readings], float | None]
) -> AsEngine:
    """The run as an engine would have scored it, where that would have served it the same."""
    whole = _whole(track, preset)
    for reading in track.readings:
        had, other = readings[reading.name], whole[reading.name]
        if reading.stream and had != other:
            why = reading.differs(record, had, other) if reading.differs else f"{reading.name} is {other} there"
            if why is not None:
                return AsEngine(preset.name, differs=why)
    return AsEngine(preset.name, score(whole))


def _half_speed(track: Track, record: RunRecord, readings: Readings, result: Result) -> HalfSpeed | None:
    """What a machine half as fast would say, where trials turn late there (SSVEP-15)."""
    if record.options.get("ignore_compute"):
        return None
    there = slower(record, HALF_SPEED)
    pairs = zip(result.trials, track.scorer().verdicts(there, readings), strict=True)
    late = sum(two.status == "late" != one.status for one, two in pairs)
    return HalfSpeed(late, track.score(there, readings).score) if late else None
