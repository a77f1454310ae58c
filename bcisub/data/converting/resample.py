"""From one sampling rate to another: signals through a polyphase filter, events by their time, to the sample."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.model.errors import BcisubError

Events = Sequence[tuple[int, int]]
_FINEST = 4096
_HALF = 32
"""Samples of the lower rate to each side of the filter's middle."""


def ratio(stored: float, wanted: float) -> Fraction:
    """Samples after to samples before, as two whole numbers."""
    found = Fraction(wanted).limit_denominator(_FINEST) / Fraction(stored).limit_denominator(_FINEST)
    if found <= 0 or max(found.numerator, found.denominator) > 100 * _FINEST:
        raise BcisubError(f"Nothing can be resampled from {stored:g} to {wanted:g} Hz.", hint="Give the rate in Hz.")
    return found


def resampled(row: NDArray[Any], change: Fraction) -> NDArray[np.float64]:
    """One row at the new rate: zero phase, so that what happened at a time stays there."""
    from scipy.signal import resample_poly

    # A row's ends continue along its own line: an offset of millivolts would ring in from zeros.
    values = np.asarray(row, dtype=np.float64)
    made = resample_poly(values, change.numerator, change.denominator, window=_filter(change), padtype="line")
    return np.asarray(made, dtype=np.float64)


@lru_cache(maxsize=8)
def _filter(change: Fraction) -> Any:
    """A low-pass at the lower rate's end, 80 dB deep: scipy's own leaves a thousandth of an offset as ripple."""
    from scipy.signal import firwin

    widest = max(change.numerator, change.denominator)
    return firwin(2 * _HALF * widest + 1, 1 / widest, window=("kaiser", 8.0))


def length(samples: int, change: Fraction) -> int:
    """Samples of a row after `resampled`."""
    return -(-samples * change.numerator // change.denominator)


def moved(events: Events, change: Fraction, samples: int) -> list[tuple[int, int]]:
    """Events at the nearest sample of the new rate; two that would meet stay apart, in order."""
    found: list[tuple[int, int]] = []
    for sample, code in events:
        at = (2 * sample * change.numerator + change.denominator) // (2 * change.denominator)
        if found and at <= found[-1][0]:
            at = found[-1][0] + 1
        found.append((at, code))
    # At the very end there is no room behind: push back instead.
    limit = samples - 1
    for place in range(len(found) - 1, -1, -1):
        if found[place][0] <= limit:
            break
        found[place] = (limit, found[place][1])
        limit -= 1
    return found
