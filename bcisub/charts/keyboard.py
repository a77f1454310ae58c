"""The keyboard as the person saw it, each key shaded by how well it was hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bcisub.charts import frame, scales, style, text
from bcisub.charts.frame import EDGE
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, Heading, Svg, el, group
from bcisub.charts.words import ENGLISH, Words

_GAP = 3.0


@dataclass(frozen=True)
class KeyCell:
    """A target of the keyboard."""

    row: int
    column: int
    label: str
    """What stands on the key."""
    value: float
    """What shades it; NaN where the target never came."""
    under: str = ""
    """A second line, as its frequency or the time it took."""


def keyboard(
    cells: Sequence[KeyCell], heading: Heading, *, value_range: tuple[float, float] = (0.0, 1.0),
    scale_title: str = "", width: float = 480, written: Callable[[float], str] = scales.percent,
    words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """The keys on their grid: label, value, second line; a key without a value stays empty with a dashed border."""
    drawn, top = frame.head(heading, width)
    columns = max((cell.column for cell in cells), default=0) + 1
    rows = max((cell.row for cell in cells), default=0) + 1
    across = (width - 2 * EDGE + _GAP) / columns
    tall = 46.0 if any(cell.under for cell in cells) else 36.0
    scale, top = _scale(top, width, value_range, scale_title, written)
    if not cells:
        area = frame.plot(top, width, tall, (0, 1), (0, 1), left=EDGE)
        drawn.append(frame.nothing(words.empty, area))
    keys = [
        _key(
            cell,
            (EDGE + cell.column * across, top + cell.row * (tall + _GAP)),
            (across - _GAP, tall),
            value_range,
            written,
        )
        for cell in cells
    ]
    facts = tuple(words.row.format(label=cell.label, value=written(cell.value)) for cell in cells[:60])
    height = top + rows * (tall + _GAP) + EDGE
    return Svg(heading, width, height, (*drawn, *scale, *group(keys, class_="data")), "keyboard", facts)


def _key(
    cell: KeyCell, at: tuple[float, float], size: tuple[float, float], ends: tuple[float, float],
    written: Callable[[float], str],
) -> Element:  # fmt: skip
    (x, y), (wide, tall) = at, size
    known = there(cell.value)
    share = min(1.0, max(0.0, (cell.value - ends[0]) / ((ends[1] - ends[0]) or 1.0))) if known else 0.0
    fill, ink = style.shade(share)
    box = {"x": x, "y": y, "width": wide, "height": tall, "rx": 2.0}
    inside = [el("rect", class_=fill if known else "axis d2", **box)]
    on = ink if ink == "on" else ""
    lines = [(cell.label, text.SIZE, "strong"), (written(cell.value), text.SMALL, ""), (cell.under, text.TINY, "")]
    shown = [(*_fitted(what, (wide - 4) / (1.1 if css else 1), font), css) for what, font, css in lines if what]
    for index, (what, font, css) in enumerate(shown):
        base = y + tall / 2 + (index - (len(shown) - 1) / 2) * 12.5 + font * 0.35
        inside.append(frame.words(x + wide / 2, base, what, f"{css} mid {on}".strip(), size=font))
    title = el("title", " · ".join(what for what, _, _ in lines if what))
    return el("g", title, *inside, class_="key", data_label=cell.label, data_value=repr(float(cell.value)))


def _fitted(what: str, room: float, size: float) -> tuple[str, float]:
    """A line as large as it fits: smaller, then without its last word (its unit), then cut."""
    for shorter in (what, what.rsplit(" ", 1)[0]):
        for font in (size, text.TINY):
            if text.width(shorter, font) <= room:
                return shorter, font
    return text.fit(what, room, text.TINY), text.TINY


def _scale(
    top: float, width: float, ends: tuple[float, float], title: str, written: Callable[[float], str]
) -> tuple[list[Element], float]:
    """The shades with their two ends, right-aligned over the keys."""
    low, high = written(ends[0]), written(ends[1])
    step = 14.0
    x = width - EDGE - text.width(high, text.SMALL) - 5 - step * (style.STEPS - 1)
    drawn = [
        el("rect", x=x + (index - 1) * step, y=top, width=step, height=9, class_=f"h{index}")
        for index in range(1, style.STEPS)
    ]
    drawn.append(frame.words(width - EDGE, top + 8, high, "n end", size=text.SMALL))
    drawn.append(frame.words(x - 5, top + 8, low, "n end", size=text.SMALL))
    room = x - 15 - text.width(low, text.SMALL) - EDGE
    drawn.append(frame.words(EDGE, top + 8, text.fit(title, room, text.SMALL), "n", size=text.SMALL))
    return drawn, top + 16
