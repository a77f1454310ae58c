"""A spectrum with the target's frequency, its harmonics and, fainter, its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bcisub.charts import frame, scales, text, thin
from bcisub.charts.events import Event, events, lowered
from bcisub.charts.frame import Key
from bcisub.charts.lines import Series
from bcisub.charts.scales import there
from bcisub.charts.style import DASHES, SERIES
from bcisub.charts.svg import Element, Heading, Svg, el, group, path, runs
from bcisub.charts.words import ENGLISH, Words


@dataclass(frozen=True)
class Target:
    """What is looked for in the spectrum."""

    frequency: float
    harmonics: int = 3
    neighbours: tuple[float, ...] = ()
    """Frequencies it is easily taken for."""
    answered: float = float("nan")
    """The frequency that was answered instead, if it was another."""


def spectrum(
    curves: Sequence[Series], target: Target | None, heading: Heading, *, x_title: str = "Hz", y_title: str = "",
    low: float = 0.0, high: float | None = None, width: float = 480, height: float = 150, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """One curve a channel (or one for their mean), from `low` to `high` Hz."""
    drawn, top = frame.head(heading, width)
    key, top = frame.legend(_keys(curves), width, top)
    x = _ends(curves, target, low, high)
    seen = [
        float(value)
        for one in curves
        for place, value in zip(one.x, one.y, strict=False)
        if there(float(place)) and x[0] <= float(place) <= x[1]
    ]
    y = scales.rounded(
        *scales.extent(seen, zero=min(filter(there, seen), default=0) >= 0, pad=0.04), most=int(height / 26)
    )
    moments = _moments(target, words)
    area = lowered(frame.plot(top + (32 if y_title else 18), width, height, x, y), moments)
    drawn += [*key, *frame.y_axis(area), *frame.x_axis(area, x_title)]
    if y_title:
        drawn.append(
            frame.words(
                frame.EDGE, top + 10, text.fit(y_title, width - 2 * frame.EDGE, text.SMALL), "n", size=text.SMALL
            )
        )
    data = [_curve(index, one, area) for index, one in enumerate(curves)]
    if not seen:
        drawn.append(frame.nothing(words.empty, area))
    marked = events(moments, area)
    body = (*drawn, *group(marked, class_="targets"), *group(data, class_="data", **area.attributes()))
    facts = tuple(f"{event.label}: {scales.short(event.at)} Hz." for event in moments if event.label)
    return Svg(heading, width, frame.floor(area, x_title), body, "spectrum", facts)


def _ends(curves: Sequence[Series], target: Target | None, low: float, high: float | None) -> tuple[float, float]:
    if high is not None:
        return scales.extent([low, high])
    if target and there(target.frequency) and target.frequency > 0:
        return scales.extent([low, target.frequency * (target.harmonics + 0.6)])
    return scales.extent([low, *(float(value) for one in curves for value in one.x)])


def _moments(target: Target | None, words: Words) -> list[Event]:
    """Harmonics as dashed lines, the answer as a report, neighbours without a word."""
    if not target or not there(target.frequency):
        return []
    orders = range(1, max(1, min(target.harmonics, 20)) + 1)
    found = [Event(order * target.frequency, _order(order, target.frequency, words)) for order in orders]
    if there(target.answered):
        found.append(Event(target.answered, f"{words.answered} {scales.short(target.answered)}", "report"))
    return [*found, *(Event(neighbour, "", "mark") for neighbour in target.neighbours)]


def _order(order: int, frequency: float, words: Words) -> str:
    return f"f = {scales.short(frequency)}" if order == 1 else words.harmonic.format(order=order)


def _curve(index: int, one: Series, area: frame.Plot) -> Element:
    points = [
        (area.x(p[0]), area.y(p[1])) if p and area.x.low <= p[0] <= area.x.high else None
        for p in thin.envelope(one.x, one.y, max(2, int(area.width)) * 2)
    ]
    drawn = "".join(path(piece) for piece in runs(points))
    css = f"s-{SERIES[index % len(SERIES)]} line d{index % len(DASHES)}"
    return el("path", d=drawn or None, class_=css, data_series=one.name)


def _keys(curves: Sequence[Series]) -> list[Key]:
    return [
        Key((el("path", d="M-8 0H8", class_=f"s-{SERIES[i % len(SERIES)]} line d{i % len(DASHES)}"),), one.name)
        for i, one in enumerate(curves)
        if one.name
    ]
