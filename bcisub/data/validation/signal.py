"""The rows of a block as signals: numbers, unit, dead and clipped channels, mains."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.model.finding import WARNING, Finding, declare
from bcisub.model.recording import Matrix

NOT_FINITE = declare("not-finite", WARNING)
FLAT_CHANNEL = declare("flat-channel", WARNING)
SATURATED_CHANNEL = declare("saturated-channel", WARNING)
UNIT_VOLTS = declare("unit-volts", WARNING)
UNIT_LARGE = declare("unit-large", WARNING)
MAINS_OVER_EEG = declare("mains", WARNING)
BRAIN = (1.0, 45.0)
"""Hz in which the signal's size is measured: below lies drift, above it the mains."""
MAINS = (50.0, 60.0)
CLIPPED = 0.005
"""Share of samples at a channel's very largest or smallest value from which on it counts as saturated."""
VOLTS = 1e-3
"""Scalp EEG is 2 to 50 µV there; a size under this can only be a number of volts."""
HUGE = 1000.0


@dataclass(frozen=True)
class Levels:
    """How large a block's signals are, the median over its channels; None where there is nothing to measure."""

    brain: float | None
    """Root mean square in the band of the EEG, in the file's unit."""
    mains: float | None
    """The same of the mains' line."""
    mains_hz: float | None


def check_signal(
    data: Matrix, channels: Sequence[str], fs: int, missing: Collection[str] = ()
) -> tuple[Levels, list[Finding]]:
    """Levels and findings of the rows above the trigger. Rows known to be missing are left out."""
    findings: list[Finding] = []
    sizes: list[tuple[float, float, float]] = []
    for name, row in zip(channels, data[:-1], strict=True):
        if name in missing:
            continue
        values = np.asarray(row, dtype=np.float64)
        findings += _check_values(name, values)
        if _measurable(values, fs):
            sizes.append(_sizes(values, fs))
    if not sizes:
        return Levels(None, None, None), findings
    brain, *lines = np.median(np.array(sizes), axis=0)
    strongest = int(np.argmax(lines))
    levels = Levels(float(brain), float(lines[strongest]), MAINS[strongest])
    return levels, [*findings, *_check_levels(levels)]


def brain_level(rows: Iterable[NDArray[Any]], fs: int) -> float | None:
    """Root mean square in the band of the EEG, the median over rows; None if there is nothing to measure."""
    values = (np.asarray(row, dtype=np.float64) for row in rows)
    sizes = [_sizes(row, fs)[0] for row in values if _measurable(row, fs)]
    return float(np.median(sizes)) if sizes else None


def _measurable(values: NDArray[np.float64], fs: int) -> bool:
    return len(values) >= 2 * fs and bool(np.isfinite(values).all() and np.ptp(values) > 0)


def _check_values(name: str, values: NDArray[np.float64]) -> Iterator[Finding]:
    wrong = np.flatnonzero(~np.isfinite(values))
    if wrong.size:
        yield NOT_FINITE.found(
            "The channel holds NaN or Inf; an algorithm that filters it gets nothing else from there on.",
            first={"sample": int(wrong[0]), "channel": name},
            count=int(wrong.size),
        )
        return
    low, high = float(values.min()), float(values.max())
    if low == high:
        yield FLAT_CHANNEL.found("The channel never changes: it was not recorded.", first={"channel": name})
        return
    at_ends = (values == low) | (values == high)
    if at_ends.mean() > CLIPPED:
        yield SATURATED_CHANNEL.found(
            "The channel stays at its largest or smallest value: the amplifier was at its limit.",
            first={"sample": int(np.argmax(at_ends)), "channel": name},
        )


def _sizes(values: NDArray[np.float64], fs: int) -> tuple[float, float, float]:
    """Root mean square of the brain's band and of each mains line above its surroundings."""
    from scipy.signal import welch

    frequency, density = welch(values, fs, nperseg=2 * fs)
    step = frequency[1]

    def power(low: float, high: float) -> float:
        return float(density[(frequency >= low) & (frequency <= high)].sum() * step)

    lines = [max(0.0, power(hz - 1, hz + 1) - (power(hz - 4, hz - 2) + power(hz + 2, hz + 4)) / 2) for hz in MAINS]
    brain, first, second = np.sqrt([power(*BRAIN), *lines])
    return float(brain), float(first), float(second)


def _check_levels(levels: Levels) -> Iterator[Finding]:
    brain, mains = levels.brain or 0.0, levels.mains or 0.0
    if brain < VOLTS:
        yield UNIT_VOLTS.found(
            f"The EEG is {brain:.2g} in size: these are volts, and the contest's recordings are microvolts. "
            "`bcisub data convert` scales them.",
        )
    elif brain > HUGE:
        yield UNIT_LARGE.found(
            f"The EEG is {brain:.0f} in size, where 2 to 50 microvolts are usual: another unit, or no contact.",
        )
    if mains > brain:
        yield MAINS_OVER_EEG.found(
            f"The mains at {levels.mains_hz:.0f} Hz is larger than the EEG ({mains:.2g} to {brain:.2g}): filter it.",
        )
