"""Errors over a plane: an arrow from where the eye looked to where the answer points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bcisub.charts import frame, scales, text, thin
from bcisub.charts.frame import EDGE, Key, Plot
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, Heading, Svg, el, group, path
from bcisub.charts.words import ENGLISH, Words

MOST = 800


@dataclass(frozen=True)
class Arrow:
    """A frame's truth and answer on the plane."""

    x: float
    y: float
    to_x: float
    to_y: float
    name: str = ""
    strong: bool = False
    """Whether it stands out, as one beyond P95."""


def plane(
    arrows: Sequence[Arrow], heading: Heading, *, x_title: str = "", y_title: str = "", strong_label: str = "",
    down: bool = False, width: float = 480, height: float = 320, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """The arrows on one scale in both directions; `down` where y counts from the top, as in pictures."""
    known = [one for one in arrows if all(there(value) for value in (one.x, one.y, one.to_x, one.to_y))]
    kept = [known[index] for index in thin.rare_first([str(one.strong) for one in known], MOST)]
    drawn, top = frame.head(heading, width)
    key, top = frame.legend(_keys(known, strong_label, words), width, top)
    area = _area(known, top + (20 if y_title else 6), width, height, down=down)
    drawn += [*key, *frame.y_axis(area, y_title), *frame.x_axis(area, x_title, grid=True)]
    if not known:
        drawn.append(frame.nothing(words.empty, area))
    data = [arrow(one, area) for one in sorted(kept, key=lambda one: one.strong)]
    facts = [words.thinned.format(shown=len(kept), count=len(known))] if len(kept) < len(known) else []
    if len(known) < len(arrows):
        facts.append(words.lost.format(count=len(arrows) - len(known)))
    body = (*drawn, *group(data, class_="data", **area.attributes()))
    return Svg(heading, width, frame.floor(area, x_title), body, "plane", tuple(facts))


def _area(known: Sequence[Arrow], top: float, width: float, height: float, *, down: bool) -> Plot:
    """A plot in which a unit is as many pixels across as it is tall, no taller than it must be."""
    x = scales.extent((value for one in known for value in (one.x, one.to_x)), pad=0.04)
    y = scales.extent((value for one in known for value in (one.y, one.to_y)), pad=0.04)
    left = EDGE + 48
    area = _square(x, y, top, (left, width, height))
    wide = max((text.width(label, text.SMALL) for label in scales.labels(frame.y_ticks(area))), default=0)
    if wide > left - 10:  # numbers of many digits
        area = _square(x, y, top, (min(wide + 24, width / 2), width, height))
    if not down:
        return area
    return replace(area, y=scales.Scale(area.y.low, area.y.high, area.top, area.bottom))


def _square(x: tuple[float, float], y: tuple[float, float], top: float, size: tuple[float, float, float]) -> Plot:
    left, width, height = size
    across = width - left - 12
    unit = min(across / (x[1] - x[0]), height / (y[1] - y[0]))
    height = max(60.0, min(height, unit * (y[1] - y[0])))
    return frame.plot(top, width, height, _grown(x, across / unit), _grown(y, height / unit), left=left)


def _grown(ends: tuple[float, float], span: float) -> tuple[float, float]:
    middle = (ends[0] + ends[1]) / 2
    return middle - span / 2, middle + span / 2


def arrow(one: Arrow, area: Plot) -> Element:
    """The head is drawn open, and left away where the arrow is shorter than it."""
    x0, y0, x1, y1 = area.x(one.x), area.y(one.y), area.x(one.to_x), area.y(one.to_y)
    length = math.hypot(x1 - x0, y1 - y0)
    line = path([(x0, y0), (x1, y1)])
    if length > 6:
        turn = math.atan2(y1 - y0, x1 - x0)
        head = [(x1 - 4 * math.cos(turn + side), y1 - 4 * math.sin(turn + side)) for side in (0.5, -0.5)]
        line += path([head[0], (x1, y1), head[1]])
    css = "s-bad line" if one.strong else "s-good thin"
    dot = el("circle", cx=x0, cy=y0, r=1.6 if one.strong else 1.2, class_="f-bad" if one.strong else "f-good")
    return el("g", dot, el("path", d=line, class_=css), class_="frame", data_frame=one.name or None)


def _keys(known: Sequence[Arrow], strong_label: str, words: Words) -> list[Key]:
    line = "M-8 0H7M4 -3L7 0L4 3"
    found = [
        Key((el("circle", cx=-7, cy=0, r=1.6, class_="f-good"), el("path", d=line, class_="s-good thin")),
            f"{words.truth} → {words.answer}")
    ] if known else []  # fmt: skip
    if strong_label and any(one.strong for one in known):
        found.append(Key((el("path", d=line, class_="s-bad line"),), strong_label))
    return found
