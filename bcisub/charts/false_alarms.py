"""False alarms on the time line of the rest, and the rate they add up to against its limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bcisub.charts import frame, marks, scales, thin
from bcisub.charts.frame import Key, Plot
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, Heading, Svg, el, group, path
from bcisub.charts.words import ENGLISH, Words

MOST = 1500
_LANE = 16.0


@dataclass(frozen=True)
class Still:
    """A stretch in which nothing should be reported; seconds as the caller strings the rest together."""

    start: float
    end: float
    alarm: float = float("nan")
    """When something was reported all the same."""
    name: str = ""
    """As `S01/block_1/14`."""


def false_alarms(
    stills: Sequence[Still], limit: float, limit_label: str, heading: Heading, *, x_title: str = "", y_title: str = "",
    width: float = 720, height: float = 110, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """Above the stretches and the alarms in them, below the share of alarms so far with the limit it must not pass."""
    known = [still for still in stills if there(still.start) and there(still.end)]
    drawn, top = frame.head(heading, width)
    shares = _running(known)
    statuses = ["false-alarm" if there(still.alarm) else "quiet" for still in known]
    x = scales.extent([edge for still in known for edge in (still.start, still.end)])
    y = scales.rounded(0.0, max([limit * 1.3 if there(limit) else 0.1, *shares, 1e-6]), int(height / 26))
    key, top = frame.legend(_keys(statuses, words), width, top)
    area = frame.plot(top + _LANE + (26 if y_title else 8), width, height, x, y)
    drawn += [*key, *frame.y_axis(area, y_title), *frame.x_axis(area, x_title)]
    kept = thin.rare_first(statuses, MOST)
    lane = top + _LANE / 2
    data = [_still(known[index], lane, area) for index in kept]
    curve = _steps(known, shares, area)
    if curve:
        data.append(el("path", d=curve, class_="s-bad line"))
    data += frame.limits(area, [(limit, limit_label)])
    if not known:
        data.append(frame.nothing(words.empty, area))
    alarms = sum(there(still.alarm) for still in known)
    seconds = sum(still.end - still.start for still in known)
    facts = [words.false_alarms.format(count=alarms, seconds=scales.short(seconds))]
    if len(kept) < len(known):
        facts.append(words.thinned.format(shown=len(kept), count=len(known)))
    body = (*drawn, *group(data, class_="data", **area.attributes()))
    return Svg(heading, width, frame.floor(area, x_title), body, "false-alarms", tuple(facts))


def _keys(statuses: Sequence[str], words: Words) -> list[Key]:
    """A quiet stretch is a box here, not a dash."""
    box = el("rect", x=-7, y=-4, width=14, height=8, class_="f-still wash")
    kinds = marks.keys(statuses, words)
    return [replace(key, mark=(box,)) if key.meaning.startswith(words.verdict("quiet")) else key for key in kinds]


def _running(known: Sequence[Still]) -> list[float]:
    """Share of the stretches so far that held an alarm."""
    shares, alarms = [], 0
    for count, still in enumerate(known, 1):
        alarms += there(still.alarm)
        shares.append(alarms / count)
    return shares


def _still(still: Still, lane: float, area: Plot) -> Element:
    start, end = area.x(still.start), area.x(still.end)
    inside = [el("rect", x=start, y=lane - 4, width=max(0.6, end - start - 0.6), height=8, class_="f-still wash")]
    if there(still.alarm):
        at = min(max(area.x(still.alarm), area.left + 4), area.right - 4)
        inside.append(el("path", d=marks.shape("false-alarm", at, lane - 1, 4), class_=marks.css("false-alarm")))
    status = "false-alarm" if there(still.alarm) else "quiet"
    return el(
        "g", *inside, class_="trial", data_trial=still.name or None, data_status=status,
        data_t0=scales.seconds(still.start), data_t1=scales.seconds(still.end),
    )  # fmt: skip


def _steps(known: Sequence[Still], shares: Sequence[float], area: Plot) -> str:
    points: list[tuple[float, float]] = []
    for index in thin.evenly(len(known), max(2, int(area.width))):
        x, y = area.x(known[index].end), area.y(shares[index])
        if points:
            points.append((x, points[-1][1]))
        points.append((x, y))
    if points:
        points.append((area.right, points[-1][1]))
    return path(points)
