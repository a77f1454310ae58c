"""The tries of a check: a plain synthetic set, and sets that are awkward in one way each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bcisub.checking.compare import by_block, first_difference, halves
from bcisub.checking.finding import Finding
from bcisub.checking.inputs import Blocks, Pictures, Served
from bcisub.checking.streams import Maker, noise_set, tails_set, zeros_set
from bcisub.model.record import RunRecord
from bcisub.model.recording import DataSet
from bcisub.model.serving import FrameServing
from bcisub.model.track import Track
from bcisub.replay.options import RunOptions
from bcisub.replay.run import plan


@dataclass(frozen=True)
class Awkward:
    """A set, and what failing on it is called."""

    code: str
    what: str
    served: Served
    options: RunOptions
    fix: str
    judge: Callable[[RunRecord, RunRecord], Iterator[Finding]] = lambda plain, record: iter(())
    """What this run tells beside the plain one."""


@dataclass(frozen=True)
class Trials:
    """What is tried."""

    plain: Served
    awkward: tuple[Awkward, ...]


def trials_of(track: Track, usual: RunOptions, folder: Path) -> Trials | None:
    """The tries for what the track serves, pictures written into `folder`; None if it does not say how those look."""
    if track.tiny is not None:
        plain = noise_set(track, track.tiny)
        return Trials(Blocks(plain), tuple(_streams(track, track.tiny, usual, plain)))
    if track.frames is not None:
        return _pictures(track.frames, usual, folder)
    return None


def _streams(track: Track, maker: Maker, usual: RunOptions, plain: DataSet) -> Iterator[Awkward]:
    tails = Blocks(tails_set(track, maker))
    yield Awkward(
        "fails-on-short-packet",
        f"last packets of 1 to {track.packet} samples",
        tails,
        usual,
        "Take the packet's length from its data: data.shape[1].",
    )
    yield from _stream_readings(track, usual, Blocks(plain), tails)
    yield _other_order(Blocks(plain), replace(usual, shuffle=_last_first(plain)))
    yield Awkward(
        "fails-on-one-block",
        "one block alone",
        Blocks(plain),
        replace(usual, subjects=(plain.subjects[-1].name,), quick=True),
        "Do not count on blocks or subjects that came before.",
    )
    yield Awkward(
        "fails-on-zeros",
        "a block of flat zeros",
        Blocks(zeros_set(track, maker)),
        usual,
        "Guard what divides by a deviation or inverts a covariance: 0 and rank 0 occur.",
    )
    yield Awkward(
        "fails-on-second-run",
        "a second run in the same process",
        Blocks(plain),
        replace(usual, runs=2),
        _STATE,
        lambda first, record: _differing(
            "state-left-over",
            first_difference(*halves(record)),
            "Run a second time in the same process, it answers otherwise.",
            _STATE,
        ),
    )


def _stream_readings(track: Track, usual: RunOptions, plain: Blocks, tails: Blocks) -> Iterator[Awkward]:
    """The readings that change what is sent, every value but the usual one."""
    sent = track.stream(usual.readings)
    for reading in track.readings:
        for value, meaning in reading.choices.items() if reading.stream else ():
            if value == usual.readings[reading.name]:
                continue
            chosen = {**usual.readings, reading.name: value}
            empty = track.stream(chosen).ends_empty != sent.ends_empty
            yield Awkward(
                "fails-on-empty-packet" if empty else "fails-on-reading",
                f"{reading.name}={value}: {meaning}",
                # A packet of no samples follows whole ones only.
                plain if empty else tails,
                replace(usual, readings=chosen),
                "Leave a packet without samples alone: if data.shape[1] == 0, only look at its flag."
                if empty
                else f"See `bcisub rules` for {reading.name}; try: bcisub eval --reading {reading.name}={value}",
            )


def _pictures(serving: FrameServing, usual: RunOptions, folder: Path) -> Trials:
    noise = serving.tiny(folder / "noise", np.random.default_rng(1), True)
    black = serving.tiny(folder / "black", np.random.default_rng(1), False)
    awkward = (
        _other_order(Pictures(noise.in_order(noise.subjects[::-1])), usual),
        Awkward(
            "fails-on-zeros",
            "black pictures",
            Pictures(black),
            usual,
            "Answer something where no eye is seen: an incomplete set has no PE (GAZE-12).",
        ),
        Awkward(
            "fails-without-calibration",
            "pictures of a group without calibration frames",
            Pictures(serving.final(noise, ())),
            usual,
            "Answer without calibrate() having been called (GAZE-13).",
        ),
    )
    return Trials(Pictures(noise), awkward)


def _other_order(served: Served, options: RunOptions) -> Awkward:
    return Awkward(
        "fails-on-other-order",
        "the subjects in another order",
        served,
        options,
        "Do not count on who comes first; begin anew with every subject.",
        lambda plain, record: _differing(
            "order-matters",
            first_difference(by_block(plain), by_block(record)),
            "In another order of the subjects it answers otherwise.",
            "Forget the subject before when a new one comes, unless it is meant to learn from all.",
        ),
    )


def _last_first(dataset: DataSet) -> int:
    """A seed that puts the last subject first."""
    last = dataset.subjects[-1]
    return next(seed for seed in itertools.count() if plan(dataset, RunOptions(shuffle=seed))[0].subject is last)


def _differing(code: str, difference: str | None, what: str, fix: str) -> Iterator[Finding]:
    if difference is not None:
        yield Finding(code, f"{what} {difference}.", None, fix)


_STATE = "Keep what changes in the instance, set in __init__; not in the class or the module."
