"""What surrounds the data: title, legend, plot area, axes. Labels that would touch are not drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bcisub.charts import scales, text
from bcisub.charts.scales import Scale
from bcisub.charts.svg import Element, Heading, el, number, path

EDGE = 4.0
"""Free pixels along the border of every chart."""


@dataclass(frozen=True)
class Plot:
    """The area the data is drawn in, with its two scales."""

    left: float
    top: float
    right: float
    bottom: float
    x: Scale
    y: Scale

    @property
    def width(self) -> float:
        """Pixels between left and right."""
        return self.right - self.left

    def attributes(self) -> dict[str, str | float]:
        """What a script needs to turn pixels back into data and to zoom: `data-*` of the group that holds the data."""
        return {
            "data_left": self.left, "data_right": self.right, "data_top": self.top, "data_bottom": self.bottom,
            "data_x0": repr(float(self.x.low)), "data_x1": repr(float(self.x.high)),
            "data_y0": repr(float(self.y.low)), "data_y1": repr(float(self.y.high)),
        }  # fmt: skip


@dataclass(frozen=True)
class Key:
    """An entry of a legend: what is drawn in a box of 16 × 10 pixels around (0, 0), and what it means."""

    mark: tuple[Element, ...]
    meaning: str


def words(x: float, y: float, what: str, css: str = "", *, size: float = text.SIZE) -> Element:
    """A line of text; x is its start, its middle or its end as the class says."""
    small = {text.SMALL: "small", text.TINY: "tiny", text.TITLE: "t"}.get(size, "")
    return el("text", what, x=x, y=y, class_=" ".join(part for part in (css, small) if part) or None)


def head(heading: Heading, width: float) -> tuple[list[Element], float]:
    """The title, where it is shown, and the height it takes."""
    if not heading.shown or not heading.title:
        return [], EDGE
    room = (width - 2 * EDGE) / 1.1  # bold letters are wider
    return [words(EDGE, 15, text.fit(heading.title, room, text.TITLE), size=text.TITLE)], 24


def legend(keys: Sequence[Key], width: float, top: float, left: float = EDGE) -> tuple[list[Element], float]:
    """The entries in as many lines as they need, and where the next thing may begin."""
    drawn: list[Element] = []
    x, y = left, top
    for key in keys:
        meaning = text.fit(key.meaning, width - EDGE - left - 22, text.SMALL)
        length = 20 + text.width(meaning, text.SMALL)
        if x > left and x + length > width - EDGE:
            x, y = left, y + 15
        mark = el("g", *key.mark, transform=f"translate({number(x + 8)} {number(y + 7)})")
        drawn += [mark, words(x + 20, y + 10.5, meaning, "n", size=text.SMALL)]
        x += length + 12
    return drawn, (y + 18 if keys else top)


def plot(
    top: float, width: float, height: float, x: tuple[float, float], y: tuple[float, float],
    *, log: bool = False, right: float = 12.0, left: float | None = None,
) -> Plot:  # fmt: skip
    """A plot area of that height under `top`; its left border leaves room for the numbers of the y axis."""
    if left is None:
        ticks = scales.labels(Scale(*y, 0, 1, log).ticks(_rows(height)))
        left = EDGE + 6 + max((text.width(label, text.SMALL) for label in ticks), default=0)
    end = max(width - right, left + 40)
    return Plot(left, top, end, top + height, Scale(*x, left, end), Scale(*y, top + height, top, log))


def y_ticks(area: Plot) -> list[float]:
    """The values the y axis has room to name."""
    return area.y.ticks(_rows(area.bottom - area.top))


def y_axis(area: Plot, title: str = "", *, grid: bool = True) -> list[Element]:
    """Numbers left of the plot, a hairline at each, and the axis' name above."""
    drawn: list[Element] = []
    ticks = y_ticks(area)
    places = [(area.y(tick) - 5, area.y(tick) + 5) for tick in ticks]
    marked = scales.labels(ticks)
    if grid and ticks:
        lines = "".join(f"M{number(area.left)} {number(area.y(tick))}H{number(area.right)}" for tick in ticks)
        drawn.append(el("path", d=lines, class_="grid"))
    for index in text.regular([(-b, -a) for a, b in places], 2):
        drawn.append(words(area.left - 6, area.y(ticks[index]) + 3.5, marked[index], "n end", size=text.SMALL))
    if title:
        named = text.fit(title, area.right - EDGE, text.SMALL)
        drawn.append(words(EDGE, area.top - 10, named, "n", size=text.SMALL))
    return drawn


def x_axis(area: Plot, title: str = "", *, grid: bool = False) -> list[Element]:
    """Numbers under the plot with their ticks, and the axis' name under its right end."""
    for most in range(max(2, int(area.width / 55)), 0, -1):
        ticks = area.x.ticks(most)
        marked = scales.labels(ticks)
        if len(text.regular(spans(area, ticks, marked), 8)) == len(ticks):
            break
    return under(area, ticks, marked, title, grid=grid)


def under(
    area: Plot, places: Sequence[float], marked: Sequence[str], title: str = "", *, grid: bool = False
) -> list[Element]:
    """Given labels at given places under the plot: every one, or every second, third … where there is no room."""
    kept = text.regular(spans(area, places, marked), 6)
    drawn = [el("path", d=path([(area.left, area.bottom), (area.right, area.bottom)]), class_="axis")]
    if kept:
        up = area.top if grid else area.bottom
        lines = "".join(f"M{number(area.x(places[i]))} {number(up)}V{number(area.bottom + 3)}" for i in kept)
        drawn.insert(0, el("path", d=lines, class_="grid" if grid else "axis"))
    for index, (start, end) in ((index, spans(area, places, marked)[index]) for index in kept):
        drawn.append(words((start + end) / 2, area.bottom + 14, marked[index], "n mid", size=text.SMALL))
    if title:
        named = text.fit(title, area.right - EDGE, text.SMALL)
        drawn.append(words(area.right, area.bottom + 28, named, "n end", size=text.SMALL))
    return drawn


def spans(area: Plot, places: Iterable[float], marked: Sequence[str]) -> list[tuple[float, float]]:
    """From where to where each label under the plot reaches, pushed inside the chart."""
    found = []
    for place, label in zip(places, marked, strict=False):
        half = text.width(label, text.SMALL) / 2
        middle = max(area.x(place), EDGE + half)
        middle = min(middle, area.right + 12 - half) if half < area.width / 2 else middle
        found.append((middle - half, middle + half))
    return found


def floor(area: Plot, title: str) -> float:
    """Height of the whole chart when this plot is its last part."""
    return area.bottom + (34 if title else 20)


def nothing(what: str, area: Plot) -> Element:
    """The words in the middle of a plot without data."""
    fitted = text.fit(what, area.width)
    return words((area.left + area.right) / 2, (area.top + area.bottom) / 2 + 4, fitted, "n mid")


def limits(area: Plot, values: Sequence[tuple[float, str]]) -> list[Element]:
    """Dashed lines across the plot, each with its label upon it or under it where no other label is."""
    drawn: list[Element] = []
    taken: list[tuple[float, float]] = []
    for value, label in values:
        if not scales.there(value):
            continue
        y = area.y(value)
        drawn.append(el("path", d=path([(area.left, y), (area.right, y)]), class_="limit"))
        for base in (y - 4, y + 12):
            box = (base - 9, base + 2)
            if box[0] >= area.top and box[1] <= area.bottom and len(text.apart([*taken, box], 0)) > len(taken):
                taken.append(box)
                fitted = text.fit(label, area.width - 8, text.SMALL)
                drawn.append(words(area.right - 3, base, fitted, "end halo", size=text.SMALL))
                break
    return drawn


def _rows(height: float) -> int:
    return max(2, int(height / 26))
