"""Information transfer rate (C10)."""

from __future__ import annotations

import math
from collections.abc import Iterable


def itr(targets: int, accuracy: float, seconds: float, *, as_written: bool = False) -> float:
    """Bits per minute for `targets` choices at `accuracy` in `seconds` each; 0 at chance and below.

    `as_written`: by the formula there too, which rises again towards accuracy 0.
    """
    if seconds <= 0 or accuracy == 1 / targets or (accuracy < 1 / targets and not as_written):
        return 0.0
    right = accuracy * math.log2(accuracy) if accuracy > 0 else 0.0
    wrong = (1 - accuracy) * math.log2((1 - accuracy) / (targets - 1)) if accuracy < 1 else 0.0
    return (math.log2(targets) + (right + wrong)) * 60 / seconds


def mean(values: Iterable[float]) -> float | None:
    """The mean, or None of nothing."""
    kept = list(values)
    return math.fsum(kept) / len(kept) if kept else None
