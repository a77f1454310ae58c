"""Lines, steps and dots over an axis: a running score with its target, ITR over blocks, computing time over a run."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bcisub.charts import frame, marks, scales, text, thin
from bcisub.charts.frame import Key, Plot
from bcisub.charts.scales import Numbers, there
from bcisub.charts.style import DASHES, SERIES
from bcisub.charts.svg import Element, Heading, Svg, el, group, path, runs
from bcisub.charts.words import ENGLISH, Words

Look = Literal["line", "step", "dots", "dotted-line"]
"""A line; a line that keeps its value until the next; marks alone; marks joined by a line."""


@dataclass(frozen=True)
class Series:
    """One curve; `low` and `high`, where given, are the interval of each of its values."""

    name: str
    x: Numbers
    y: Numbers
    low: Numbers = ()
    high: Numbers = ()
    look: Look = "line"


@dataclass(frozen=True)
class Limit:
    """A value to compare with: a target, chance, a bound, real time."""

    value: float
    label: str


@dataclass(frozen=True)
class Axes:
    """What the axes are called and how they behave."""

    x_title: str = ""
    y_title: str = ""
    y_zero: bool = False
    """Whether 0 belongs to the picture (for what is counted or timed)."""
    y_log: bool = False
    y_range: tuple[float, float] | None = None
    """Fixed, as (0, 1) for a share; else what the data asks for."""
    categories: tuple[str, ...] = ()
    """Names of x = 0, 1, 2 …, as blocks; else x is a number."""


def lines(
    series: Sequence[Series], heading: Heading, axes: Axes | None = None, *, limits: Sequence[Limit] = (),
    width: float = 720, height: float = 180, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """The curves in one plot, told apart by colour, dash and mark."""
    axes = axes or Axes()
    drawn, top = frame.head(heading, width)
    key, top = frame.legend(_keys(series), width, top)
    area = _area(series, axes, limits, top + (20 if axes.y_title else 4), width, height)
    drawn += [*key, *frame.y_axis(area, axes.y_title)]
    if axes.categories:
        drawn += frame.under(area, range(len(axes.categories)), _cut(axes.categories, area), axes.x_title)
    else:
        drawn += frame.x_axis(area, axes.x_title)
    data = [_curve(index, one, area, axes) for index, one in enumerate(series)]
    marked = frame.limits(area, [(one.value, one.label) for one in limits])
    if not any(there(float(value)) for one in series for value in one.y):
        marked.append(frame.nothing(words.empty, area))
    body = (*drawn, *group(data, class_="data", **area.attributes()), *marked)
    return Svg(heading, width, frame.floor(area, axes.x_title), body, "lines", _facts(series, words))


def _area(
    series: Sequence[Series], axes: Axes, limits: Sequence[Limit], top: float, width: float, height: float
) -> Plot:
    y = axes.y_range
    if y is None:
        values = [float(v) for one in series for part in (one.y, one.low, one.high) for v in part]
        y = scales.extent([*values, *(one.value for one in limits)], zero=axes.y_zero, pad=0.06, log=axes.y_log)
        y = y if axes.y_log else scales.rounded(*y, most=max(2, int(height / 26)))
    if axes.categories:
        x = (-0.5, len(axes.categories) - 0.5)
    else:
        x = scales.extent(float(v) for one in series for v in one.x)
    return frame.plot(top, width, height, x, y, log=axes.y_log)


def _cut(categories: Sequence[str], area: Plot) -> list[str]:
    return [text.fit(name, max(84.0, area.width / len(categories) - 6), text.SMALL) for name in categories]


def _curve(index: int, one: Series, area: Plot, axes: Axes) -> Element:
    """The interval as a band (or whiskers, for dots), the curve, its marks."""
    columns = max(2, int(area.width))
    points = [
        (area.x(p[0]), area.y(p[1])) if p and _drawable(p[1], axes) else None
        for p in thin.envelope(one.x, one.y, columns)
    ]
    inside: list[Element] = []
    kept = thin.evenly(min(len(one.x), len(one.y)), columns)
    ends = [(area.x(one.x[i]), *_ends(one, i, area, axes)) for i in kept if _has_ends(one, i, axes)]
    if ends and one.look in ("dots", "dotted-line"):
        whiskers = "".join(path([(x, low), (x, high)]) for x, low, high in ends)
        inside.append(el("path", d=whiskers, class_=f"s-{_colour(index)} thin"))
    elif ends:
        around = [*((x, low) for x, low, _ in ends), *((x, high) for x, _, high in reversed(ends))]
        inside.append(el("path", d=path(around, closed=True), class_=f"f-{_colour(index)} wash"))
    if one.look != "dots":
        drawn = "".join(
            path(_steps(piece) if one.look == "step" else piece) for piece in runs(points) if len(piece) > 1
        )
        if drawn:
            inside.append(el("path", d=drawn, class_=f"s-{_colour(index)} line d{index % len(DASHES)}"))
    alone = [piece[0] for piece in runs(points) if len(piece) == 1]
    shown = [point for point in points if point] if one.look in ("dots", "dotted-line") else alone
    inside += [marks.dot(index, *shown[i]) for i in thin.evenly(len(shown), columns)]
    return el("g", *inside, class_="series", data_series=one.name)


def _steps(piece: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    corners = [point for (x0, y0), (x1, _) in itertools.pairwise(piece) for point in ((x0, y0), (x1, y0))]
    return [*corners, piece[-1]]


def _drawable(value: float, axes: Axes) -> bool:
    return there(value) and (value > 0 or not axes.y_log)


def _has_ends(one: Series, index: int, axes: Axes) -> bool:
    if index >= len(one.low) or index >= len(one.high) or not there(float(one.x[index])):
        return False
    return _drawable(float(one.low[index]), axes) and _drawable(float(one.high[index]), axes)


def _ends(one: Series, index: int, area: Plot, axes: Axes) -> tuple[float, float]:
    return area.y(float(one.low[index])), area.y(float(one.high[index]))


def _colour(index: int) -> str:
    return SERIES[index % len(SERIES)]


def _keys(series: Sequence[Series]) -> list[Key]:
    """None for a single curve without a name: the title says what it is."""
    found = []
    for index, one in enumerate(series):
        if not one.name:
            continue
        line = el("path", d="M-8 0H8", class_=f"s-{_colour(index)} line d{index % len(DASHES)}")
        mark = (line,) if one.look != "dots" else ()
        found.append(
            Key((*mark, *((marks.dot(index, 0, 0),) if one.look in ("dots", "dotted-line") else ())), one.name)
        )
    return found


def _facts(series: Sequence[Series], words: Words) -> tuple[str, ...]:
    facts = []
    for one in series:
        real = [float(value) for value in one.y if there(float(value))]
        if real:
            ends = {"low": scales.short(min(real)), "high": scales.short(max(real))}
            facts.append(words.range.format(name=one.name or words.answer, **ends))
        if len(real) < len(one.y):
            facts.append(words.lost.format(count=len(one.y) - len(real)))
    return tuple(facts)
