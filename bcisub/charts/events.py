"""Moments on a time or frequency axis: a line across the plot and, above it, a label where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bcisub.charts import frame, scales, text
from bcisub.charts.frame import Plot
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, el, path

Kind = Literal["trigger", "report", "mark"]
_PAINT: dict[Kind, str] = {"trigger": "s-ink thin d2", "report": "s-bad line", "mark": "grid"}
_ROWS, _TALL = 2, 12.0


@dataclass(frozen=True)
class Event:
    """A trigger or a report."""

    at: float
    label: str
    kind: Kind = "trigger"
    """A trigger is a dashed line, a report a solid one with a flag, a mark a faint one."""


@dataclass(frozen=True)
class _Placed:
    """An event with its label, cut to its room, and the line of text it stands in; -1 where there was no room."""

    event: Event
    label: str
    middle: float
    row: int


def lowered(area: Plot, moments: Sequence[Event]) -> Plot:
    """The plot moved down by as many lines as the labels above it need beyond the first."""
    extra = max([0, *(placed.row for placed in _placed(moments, area))]) * _TALL
    top, bottom = area.top + extra, area.bottom + extra
    y = replace(area.y, start=area.y.start + extra, end=area.y.end + extra)
    return replace(area, top=top, bottom=bottom, y=y)


def events(moments: Sequence[Event], area: Plot) -> list[Element]:
    """The moments inside the plot's stretch; reports keep their label first."""
    drawn = []
    for placed in _placed(moments, area):
        event, x = placed.event, area.x(placed.event.at)
        parts = [el("path", d=path([(x, area.top - 2), (x, area.bottom)]), class_=_PAINT[event.kind])]
        if event.kind == "report":
            flag = path([(x - 3.5, area.top - 4), (x + 3.5, area.top - 4), (x, area.top + 2)], closed=True)
            parts.append(el("path", d=flag, class_="f-bad"))
        if placed.row >= 0 and placed.label:
            y = area.top - 7 - placed.row * _TALL
            parts.append(frame.words(placed.middle, y, placed.label, "mid", size=text.SMALL))
        data = {"data_kind": event.kind, "data_at": scales.seconds(event.at), "data_label": event.label or None}
        drawn.append(el("g", *parts, class_="event", **data))
    return drawn


def _placed(moments: Sequence[Event], area: Plot) -> list[_Placed]:
    """Each label in the first line where it touches no other one; two close ones lean away from each other."""
    inside = [event for event in moments if there(event.at) and area.x.low <= event.at <= area.x.high]
    ranked = sorted(inside, key=lambda event: ("report", "trigger", "mark").index(event.kind))
    taken: list[list[tuple[float, float]]] = [[] for _ in range(_ROWS)]
    found = []
    for event in ranked:
        label = text.fit(event.label, min(140.0, area.width / 2), text.SMALL)
        half = text.width(label, text.SMALL) / 2
        middle = area.x(event.at) + (half + 2) * _lean(event, half, ranked, area)
        middle = min(max(middle, area.left + half), area.right - half)
        span = (middle - half, middle + half)
        row = next((r for r in range(_ROWS) if len(text.apart([*taken[r], span])) == len(taken[r]) + 1), -1)
        if row >= 0 and label:
            taken[row].append(span)
        found.append(_Placed(event, label, middle, row if label else -1))
    return found


def _lean(event: Event, half: float, others: Sequence[Event], area: Plot) -> int:
    """Where the label stands beside its line: -1 left of it, 1 right of it, 0 over it."""
    sides = set()
    for other in others:
        near = half + 4 + text.width(other.label, text.SMALL) / 2
        if other.label and other.at != event.at and abs(area.x(other.at) - area.x(event.at)) < near:
            sides.add(1 if other.at < event.at else -1)
    return sides.pop() if len(sides) == 1 else 0
