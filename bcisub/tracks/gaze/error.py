"""The gaze track's measure: the angle of a miss, its quantiles, and PE (GAZE-10, GAZE-11)."""

from __future__ import annotations

import math
from collections.abc import Sequence


def gaze_vector(numbers: Sequence[float], reading: str, distance: float) -> tuple[float, ...]:
    """The vector a label or an answer stands for, by the reading `gaze-vector`."""
    return (numbers[0], numbers[1], distance) if reading == "plane" else tuple(numbers)


def angle(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Degrees between two vectors (GAZE-10); None if one of them is zero and so points nowhere."""
    # Scaled first: the squares of very large or small numbers leave the range of a float.
    scale_one, scale_other = max(map(abs, one)), max(map(abs, other))
    if scale_one == 0 or scale_other == 0:
        return None
    a, b = [v / scale_one for v in one], [v / scale_other for v in other]
    cosine = math.fsum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))
    return math.degrees(math.acos(min(1.0, max(-1.0, cosine))))


def quantile(ordered: Sequence[float], percent: int) -> float:
    """The ⌈p·n⌉-th smallest (GAZE-11); whole numbers, because 0.95·n in floats may round up once too often."""
    return ordered[-(-percent * len(ordered) // 100) - 1]


def prediction_error(errors: Sequence[float]) -> tuple[float, float, float]:
    """PE, P50 and P95 of the frames' errors (GAZE-11)."""
    ordered = sorted(errors)
    middle, high = quantile(ordered, 50), quantile(ordered, 95)
    return (middle + high) / 2, middle, high
