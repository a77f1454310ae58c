"""Which share of the errors is below each size, with the median and the 95th percentile marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bcisub.charts import frame, scales, text
from bcisub.charts.frame import Key, Plot
from bcisub.charts.scales import Numbers, there
from bcisub.charts.style import DASHES, SERIES
from bcisub.charts.svg import Element, Heading, Svg, el, group, path
from bcisub.charts.words import ENGLISH, Words

QUANTILES = (0.5, 0.95)
_POINTS = 300


@dataclass(frozen=True)
class Sizes:
    """The errors of a person, a group or a run."""

    name: str
    values: Numbers


def cumulative(
    groups: Sequence[Sizes], heading: Heading, *, x_title: str = "", y_title: str = "", width: float = 480,
    height: float = 190, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """A curve a group, the first one's P50 and P95 with dropped lines, those of all in the legend."""
    known = [(one.name, np.sort([float(v) for v in one.values if there(float(v))])) for one in groups]
    known = [(name, values) for name, values in known if len(values)]
    drawn, top = frame.head(heading, width)
    key, top = frame.legend(_keys(known), width, top)
    high = max((float(values[-1]) for _, values in known), default=1.0)
    low = min(0.0, *(float(values[0]) for _, values in known)) if known else 0.0
    x = scales.rounded(*scales.extent([low, high]), max(2, int(width / 70)))
    area = frame.plot(top + (20 if y_title else 6), width, height, x, (0.0, 1.0))
    drawn += [*key, *frame.y_axis(area, y_title), *frame.x_axis(area, x_title)]
    if not known:
        drawn.append(frame.nothing(words.empty, area))
    data = [_curve(index, name, values, area) for index, (name, values) in enumerate(known)]
    data += _marks(known[0][1], area) if known else []
    facts = tuple(_said(name, values) + "." for name, values in known)
    lost = sum(len(one.values) for one in groups) - sum(len(values) for _, values in known)
    if lost:
        facts += (words.lost.format(count=lost),)
    body = (*drawn, *group(data, class_="data", **area.attributes()))
    return Svg(heading, width, frame.floor(area, x_title), body, "cumulative", facts)


def _curve(index: int, name: str, values: Numbers, area: Plot) -> Element:
    shares = np.linspace(0, 1, min(_POINTS, max(2, len(values))))
    points = [(area.x(float(np.quantile(values, share))), area.y(float(share))) for share in shares]
    css = f"s-{SERIES[index % len(SERIES)]} line d{index % len(DASHES)}"
    return el("path", d=path([*points, (area.right, area.top)]), class_=css, data_series=name)


def _marks(values: Numbers, area: Plot) -> list[Element]:
    """From the axis up to the curve, the value at the foot where it touches no other; the legend has both."""
    found = [(share, float(np.quantile(values, share))) for share in QUANTILES]
    feet = [area.x(value) for _, value in found]
    drawn: list[Element] = []
    spans = [(x, x) for x in feet]
    for share, value in found:
        x, y = area.x(value), area.y(share)
        label = _quantile(share, value)
        wide = text.width(label, text.SMALL)
        drawn.append(el("path", d=path([(x, area.bottom), (x, y)]), class_="limit"))
        drawn.append(el("circle", cx=x, cy=y, r=3, class_="f-ink"))
        for start in (x + 5, x - 5 - wide):
            free = len(text.apart([*spans, (start, start + wide)], 2)) == len(text.apart(spans, 2)) + 1
            if free and start >= area.left + 2 and start + wide <= area.right:
                drawn.append(frame.words(start, area.bottom - 6, label, "halo", size=text.SMALL))
                spans.append((start, start + wide))
                break
    return drawn


def _quantile(share: float, value: float) -> str:
    return f"P{share * 100:.0f} {scales.short(value)}"


def _said(name: str, values: Numbers) -> str:
    figures = " · ".join(_quantile(share, float(np.quantile(values, share))) for share in QUANTILES)
    return f"{name} {figures}".strip()


def _keys(known: Sequence[tuple[str, Numbers]]) -> list[Key]:
    return [
        Key(
            (el("path", d="M-8 0H8", class_=f"s-{SERIES[i % len(SERIES)]} line d{i % len(DASHES)}"),),
            _said(name, values),
        )
        for i, (name, values) in enumerate(known)
    ]
