"""Information transfer rate (C10)."""

from __future__ import annotations

import math
from collections.abc import Iterable


def itr(targets: int, accuracy: float, seconds: float) -> float:
    """Bits per minute for `targets` choices at `accuracy` in `seconds` each; 0 at chance and below."""
    if accuracy <= 1 / targets or seconds <= 0:
        return 0.0
    bits = math.log2(targets)
    if accuracy < 1:
        bits += accuracy * math.log2(accuracy) + (1 - accuracy) * math.log2((1 - accuracy) / (targets - 1))
    return bits * 60 / seconds


def mean(values: Iterable[float]) -> float | None:
    """The mean, or None of nothing."""
    kept = list(values)
    return math.fsum(kept) / len(kept) if kept else None
