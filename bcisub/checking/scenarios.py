"""The tries of a check: a plain synthetic set, and sets that are awkward in one way each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bcisub.checking.compare import by_block, first_difference, halves
from bcisub.checking.inputs import Blocks, Pictures, Served
from bcisub.checking.streams import Maker, noise_set, tails_set, zeros_set
from bcisub.model.finding import ERROR, WARNING, Finding, Kind, declare
from bcisub.model.frames import FrameSet
from bcisub.model.record import RunRecord
from bcisub.model.recording import DataSet
from bcisub.model.serving import FrameServing
from bcisub.model.track import Track
from bcisub.replay.options import RunOptions
from bcisub.replay.run import plan

STOPS = "The run ends there, and the score is void or that of the trials before."
FAILS_ON_SHORT_PACKET = declare(
    "fails-on-short-packet", ERROR, f"A block's last packet may have any length (C2). {STOPS}"
)
FAILS_ON_EMPTY_PACKET = declare("fails-on-empty-packet", ERROR, f"The engine of 2022 ends a block so. {STOPS}")
FAILS_ON_READING = declare(
    "fails-on-reading", ERROR, f"A public engine does this where the document is silent. {STOPS}"
)
FAILS_ON_OTHER_ORDER = declare("fails-on-other-order", ERROR, f"Subjects come in any order (C9). {STOPS}")
FAILS_ON_ONE_BLOCK = declare("fails-on-one-block", ERROR, f"A test set may be as short as that. {STOPS}")
FAILS_ON_ZEROS = declare(
    "fails-on-zeros", ERROR, f"Flat data occurs: a lost electrode, the pause between trials. {STOPS}"
)
FAILS_WITHOUT_CALIBRATION = declare(
    "fails-without-calibration", ERROR, "The final has no calibration frames (GAZE-13): no answers there."
)
FAILS_ON_SECOND_RUN = declare(
    "fails-on-second-run", ERROR, "A server that starts it again in the same process gets no answers."
)
STATE_LEFT_OVER = declare(
    "state-left-over", WARNING, "A server that starts it again in the same process gets other answers."
)
ORDER_MATTERS = declare(
    "order-matters", WARNING, "Subjects come in any order there (C9): the score is another each time."
)


@dataclass(frozen=True)
class Awkward:
    """A set, and what failing on it is."""

    kind: Kind
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


def plain_of(track: Track, folder: Path) -> Blocks | Pictures | None:
    """Noise for what the track serves, pictures written into `folder`; None if it does not say how those look."""
    if track.tiny is not None:
        return Blocks(noise_set(track, track.tiny))
    if track.frames is not None:
        return Pictures(track.frames.tiny(folder / "noise", np.random.default_rng(1), True))
    return None


def trials_of(track: Track, usual: RunOptions, folder: Path) -> Trials | None:
    """The plain set and the awkward ones, where the track says how those look."""
    plain = plain_of(track, folder)
    if isinstance(plain, Blocks) and track.tiny is not None:
        return Trials(plain, tuple(_streams(track, track.tiny, usual, plain.dataset)))
    if isinstance(plain, Pictures) and track.frames is not None:
        return Trials(plain, _pictures(track.frames, usual, plain.frames, folder))
    return None


def _streams(track: Track, maker: Maker, usual: RunOptions, plain: DataSet) -> Iterator[Awkward]:
    tails = Blocks(tails_set(track, maker))
    yield Awkward(
        FAILS_ON_SHORT_PACKET,
        f"last packets of 1 to {track.packet} samples",
        tails,
        usual,
        "Take the packet's length from its data: data.shape[1].",
    )
    yield from _stream_readings(track, usual, Blocks(plain), tails)
    yield _other_order(Blocks(plain), replace(usual, shuffle=_last_first(plain)))
    yield Awkward(
        FAILS_ON_ONE_BLOCK,
        "one block alone",
        Blocks(plain),
        replace(usual, subjects=(plain.subjects[-1].name,), quick=True),
        "Do not count on blocks or subjects that came before.",
    )
    yield Awkward(
        FAILS_ON_ZEROS,
        "a block of flat zeros",
        Blocks(zeros_set(track, maker)),
        usual,
        "Guard what divides by a deviation or inverts a covariance: 0 and rank 0 occur.",
    )
    yield Awkward(
        FAILS_ON_SECOND_RUN,
        "a second run in the same process",
        Blocks(plain),
        replace(usual, runs=2),
        _STATE,
        lambda first, record: _differing(
            STATE_LEFT_OVER,
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
            changed = track.stream(chosen)
            if replace(changed, numbering=sent.numbering) == sent:
                continue  # the synthetic subjects have the same numbers under every reading
            empty = changed.ends_empty != sent.ends_empty
            yield Awkward(
                FAILS_ON_EMPTY_PACKET if empty else FAILS_ON_READING,
                f"{reading.name}={value}: {meaning}",
                # Of packets alone that straddle blocks short ones tell something; no samples follow whole ones only.
                tails if changed.joined else plain,
                replace(usual, readings=chosen),
                "Leave a packet without samples alone: if data.shape[1] == 0, only look at its flag."
                if empty
                else f"See `bcisub rules` for {reading.name}; try: bcisub eval --reading {reading.name}={value}",
            )


def _pictures(serving: FrameServing, usual: RunOptions, noise: FrameSet, folder: Path) -> tuple[Awkward, ...]:
    black = serving.tiny(folder / "black", np.random.default_rng(1), False)
    return (
        _other_order(Pictures(noise.in_order(noise.subjects[::-1])), usual),
        Awkward(
            FAILS_ON_ZEROS,
            "black pictures",
            Pictures(black),
            usual,
            "Answer something where no eye is seen: an incomplete set has no PE (GAZE-12).",
        ),
        Awkward(
            FAILS_WITHOUT_CALIBRATION,
            "pictures of a group without calibration frames",
            Pictures(serving.final(noise, ())),
            usual,
            "Answer without calibrate() having been called (GAZE-13).",
        ),
    )


def _other_order(served: Served, options: RunOptions) -> Awkward:
    return Awkward(
        FAILS_ON_OTHER_ORDER,
        "the subjects in another order",
        served,
        options,
        "Do not count on who comes first; begin anew with every subject.",
        lambda plain, record: _differing(
            ORDER_MATTERS,
            first_difference(by_block(plain), by_block(record)),
            "In another order of the subjects it answers otherwise.",
            "Forget the subject before when a new one comes, unless it is meant to learn from all.",
        ),
    )


def _last_first(dataset: DataSet) -> int:
    """A seed that puts the last subject first."""
    last = dataset.subjects[-1]
    return next(seed for seed in itertools.count() if plan(dataset, RunOptions(shuffle=seed))[0].subject is last)


def _differing(kind: Kind, difference: str | None, what: str, fix: str) -> Iterator[Finding]:
    if difference is not None:
        yield kind.found(f"{what} {difference}.", fix)


_STATE = "Keep what changes in the instance, set in __init__; not in the class or the module."
