"""One shape and one colour for each verdict, the same in every chart: a printer without colour keeps the shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bcisub.charts.frame import Key
from bcisub.charts.style import SERIES
from bcisub.charts.svg import Element, el, number
from bcisub.charts.words import Words

ORDER = ("correct", "quiet", "wrong", "late", "missing", "invalid", "false-alarm")
"""Of the status words, in legends."""
_COLOURS = {
    "correct": "good", "quiet": "still", "wrong": "bad", "late": "late", "missing": "bad", "invalid": "odd",
    "false-alarm": "bad",
}  # fmt: skip
_OUTLINED = ("wrong", "missing", "quiet")


def colour(status: str) -> str:
    """Name of the verdict's colour in `style`."""
    return _COLOURS.get(status, "soft")


def css(status: str) -> str:
    """Classes that paint the verdict's mark."""
    name = colour(status)
    return f"s-{name} line" if outlined(status) else f"f-{name}"


def outlined(status: str) -> bool:
    """Whether the verdict's mark is drawn by its line alone."""
    return status in _OUTLINED


def shape(status: str, x: float, y: float, r: float = 3.5) -> str:
    """Path of the verdict's mark around a point: dot, cross, flag, ring, lozenge, dash, triangle; else a square."""
    n = number
    if status == "correct":
        return f"M{n(x - r)} {n(y)}a{n(r)} {n(r)} 0 1 0 {n(2 * r)} 0a{n(r)} {n(r)} 0 1 0 {n(-2 * r)} 0z"
    if status == "missing":
        return shape("correct", x, y, r - 0.4)
    if status == "wrong":
        s = r * 0.85
        return f"M{n(x - s)} {n(y - s)}l{n(2 * s)} {n(2 * s)}m0 {n(-2 * s)}l{n(-2 * s)} {n(2 * s)}"
    if status == "late":
        return f"M{n(x - r * 0.8)} {n(y - r)}l{n(1.9 * r)} {n(r)}l{n(-1.9 * r)} {n(r)}z"
    if status == "invalid":
        s = 1.2 * r
        return f"M{n(x)} {n(y - s)}l{n(s)} {n(s)}l{n(-s)} {n(s)}l{n(-s)} {n(-s)}z"
    if status == "quiet":
        return f"M{n(x - r)} {n(y)}h{n(2 * r)}"
    if status == "false-alarm":
        return f"M{n(x)} {n(y - r)}l{n(1.1 * r)} {n(1.9 * r)}h{n(-2.2 * r)}z"
    return f"M{n(x - r)} {n(y - r)}h{n(2 * r)}v{n(2 * r)}h{n(-2 * r)}z"


def dot(series: int, x: float, y: float, r: float = 3.0) -> Element:
    """The mark of the n-th series of a chart."""
    kind = ("correct", "square", "late", "invalid", "false-alarm", "missing")[series % 6]
    paint = f"s-{SERIES[series % len(SERIES)]} line" if kind == "missing" else f"f-{SERIES[series % len(SERIES)]}"
    return el("path", d=shape(kind, x, y, r * 0.9 if kind == "square" else r), class_=paint)


def ordered(statuses: Iterable[str]) -> list[str]:
    """Each status once, in the order of legends."""
    return sorted(set(statuses), key=lambda status: (ORDER.index(status) if status in ORDER else len(ORDER), status))


def keys(statuses: Sequence[str], words: Words) -> list[Key]:
    """Legend of the verdicts that occur, with how often."""
    return [
        Key(
            (el("path", d=shape(status, 0, 0), class_=css(status)),),
            f"{words.verdict(status)} {statuses.count(status)}",
        )
        for status in ordered(statuses)
    ]


def counted(statuses: Sequence[str], words: Words) -> str:
    """The sentence that says how often each verdict occurs."""
    parts = [
        words.part.format(count=statuses.count(status), what=words.verdict(status)) for status in ordered(statuses)
    ]
    return words.trials.format(count=len(statuses), parts=words.join.join(parts) or words.none)
