"""Values with how sure they are: one row each, a bar or a dot with its interval and the number behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from bcisub.charts import frame, marks, scales, text
from bcisub.charts.frame import EDGE, Plot
from bcisub.charts.lines import Limit
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, Heading, Svg, el, group, path
from bcisub.charts.words import ENGLISH, Words

_ROW = 18.0


@dataclass(frozen=True)
class Estimate:
    """A row."""

    label: str
    value: float
    low: float = float("nan")
    high: float = float("nan")
    strong: bool = False
    """Whether it stands out: the total, the best, this run."""
    note: str = ""
    """Behind the number, as `n = 40`."""


def estimates(
    rows: Sequence[Estimate], heading: Heading, *, look: Literal["bars", "dots"] = "dots", x_title: str = "",
    limits: Sequence[Limit] = (), x_range: tuple[float, float] | None = None, width: float = 480,
    written: Callable[[Sequence[float]], list[str]] = scales.alike, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """The rows on one axis; bars begin at 0."""
    drawn, top = frame.head(heading, width)
    named = max((text.width(row.label, text.SMALL) for row in rows), default=0) * 1.1
    values = written([row.value for row in rows])
    numbers = [f"{value} {row.note}".rstrip() for value, row in zip(values, rows, strict=True)]
    behind = min(max((text.width(number, text.SMALL) for number in numbers), default=0) * 1.1, width * 0.3)
    left = EDGE + 8 + min(named, width * 0.34)
    ends = [value for row in rows for value in (row.value, row.low, row.high)]
    ends += [one.value for one in limits]
    x = x_range or scales.rounded(
        *scales.extent(ends, zero=look == "bars", pad=0.03), most=max(2, int((width - left) / 70))
    )
    top += 14 if any(one.label for one in limits) else 2
    area = frame.plot(top, width, max(1, len(rows)) * _ROW, x, (0, 1), right=behind + 12 + EDGE, left=left)
    drawn += frame.x_axis(area, x_title, grid=True)
    data = []
    for index, row in enumerate(rows):
        middle = area.top + (index + 0.5) * _ROW
        css = "strong" if row.strong else ""
        fitted = text.fit(row.label, (left - EDGE - 8) / (1.1 if row.strong else 1), text.SMALL)
        drawn.append(frame.words(left - 8, middle + 3.5, fitted, f"{css} end".strip(), size=text.SMALL))
        number = text.fit(numbers[index], behind, text.SMALL)
        drawn.append(frame.words(width - EDGE, middle + 3.5, number, f"{css} end".strip(), size=text.SMALL))
        data.append(_row(row, middle, area, look))
    if not rows:
        drawn.append(frame.nothing(words.empty, area))
    body = (*drawn, *group(data, class_="data", **area.attributes()), *_limits(limits, area))
    facts = tuple(_fact(row, written, words) for row in rows[:60])
    return Svg(heading, width, frame.floor(area, x_title), body, "estimates", facts)


def _row(row: Estimate, middle: float, area: Plot, look: str) -> Element:
    inside: list[Element] = []
    paint = "good" if row.strong or look == "dots" else "still"
    if look == "bars" and there(row.value):
        zero, end = area.x(0.0), area.x(row.value)
        box = {"x": min(zero, end), "y": middle - 5.5, "width": abs(end - zero), "height": 11.0}
        inside.append(el("rect", class_=f"f-{paint}", **box))
    if there(row.low) and there(row.high):
        low, high = area.x(row.low), area.x(row.high)
        ends = path([(low, middle - 3), (low, middle + 3)]) + path([(high, middle - 3), (high, middle + 3)])
        line = path([(low, middle), (high, middle)]) + ends
        inside.append(el("path", d=line, class_=f"s-{'ink' if look == 'bars' else paint} thin"))
    if look == "dots" and there(row.value):
        css = "f-good" if row.strong else "s-good line f-paper"
        inside.append(el("path", d=marks.shape("correct", area.x(row.value), middle, 3.5), class_=css))
    return el("g", *inside, class_="row", data_label=row.label, data_value=repr(float(row.value)))


def _limits(limits: Sequence[Limit], area: Plot) -> list[Element]:
    drawn = []
    spans: list[tuple[float, float]] = []
    shown = [one for one in limits if there(one.value)]
    fitted = [text.fit(one.label, area.width, text.SMALL) for one in shown]
    for one, label in zip(shown, fitted, strict=False):
        half = text.width(label, text.SMALL) / 2
        middle = min(max(area.x(one.value), area.left + half), area.right - half)
        spans.append((middle - half, middle + half))
        line = path([(area.x(one.value), area.top - 2), (area.x(one.value), area.bottom)])
        drawn.append(el("path", d=line, class_="limit"))
    for index in text.apart(spans):
        middle = sum(spans[index]) / 2
        drawn.append(frame.words(middle, area.top - 5, fitted[index], "mid", size=text.SMALL))
    return drawn


def _fact(row: Estimate, written: Callable[[Sequence[float]], list[str]], words: Words) -> str:
    value, low, high = written([row.value, row.low, row.high])
    if there(row.low) and there(row.high):
        value = words.interval.format(value=value, low=low, high=high)
    return words.row.format(label=row.label, value=value)
