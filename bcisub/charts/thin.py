"""Fewer marks for the same picture: what a screen cannot show is not written into the file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bcisub.charts.scales import BIGGEST, Numbers


def evenly(count: int, most: int) -> list[int]:
    """At most that many indices, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return sorted({round(index * (count - 1) / max(1, most - 1)) for index in range(max(0, most))})


def rare_first(kinds: Sequence[str], most: int) -> list[int]:
    """Which of the items stay: of each kind evenly many, so that the rare ones (what went wrong) survive whole."""
    places: dict[str, list[int]] = {}
    for index, kind in enumerate(kinds):
        places.setdefault(kind, []).append(index)
    kept: list[int] = []
    waiting = sorted(places.values(), key=len)
    for position, indices in enumerate(waiting):
        share = (most - len(kept)) // (len(waiting) - position)
        kept += [indices[index] for index in evenly(len(indices), share)]
    return sorted(kept)


def envelope(x: Numbers, y: Numbers, columns: int) -> list[tuple[float, float] | None]:
    """A curve with at most two points per column, its lowest and its highest there; None where it breaks off.

    A line through them looks like one through all the samples: no peak is lost.
    """
    size = min(len(x), len(y))
    xs, ys = np.asarray(x, float)[:size], np.asarray(y, float)[:size]
    with np.errstate(invalid="ignore"):
        real = np.isfinite(xs) & np.isfinite(ys) & (np.abs(xs) <= BIGGEST) & (np.abs(ys) <= BIGGEST)
    if size <= 2 * columns:
        return [(float(a), float(b)) if ok else None for a, b, ok in zip(xs, ys, real, strict=False)]
    points: list[tuple[float, float] | None] = []
    for part in np.array_split(np.arange(size), columns):
        inside = part[real[part]]
        if not len(inside):
            points.append(None)
            continue
        ends = sorted({int(inside[np.argmin(ys[inside])]), int(inside[np.argmax(ys[inside])])})
        points += [(float(xs[index]), float(ys[index])) for index in ends]
    return points
