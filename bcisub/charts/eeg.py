"""A few channels around a trial, on one scale of amplitude, with triggers and report marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bcisub.charts import frame, scales, text, thin
from bcisub.charts.events import Event, events, lowered
from bcisub.charts.frame import EDGE, Plot
from bcisub.charts.scales import Numbers, there
from bcisub.charts.svg import Element, Heading, Svg, el, group, path, runs
from bcisub.charts.words import ENGLISH, Words

_LANE = 34.0


@dataclass(frozen=True)
class Traces:
    """The channels of one stretch of a recording."""

    channels: tuple[str, ...]
    signals: tuple[Numbers, ...]
    """One vector a channel."""
    rate: float
    """Samples a second."""
    start: float = 0.0
    """Seconds of the first sample on the axis (0 may be the trial's onset)."""
    unit: str = "µV"


def traces(
    data: Traces, moments: Sequence[Event], heading: Heading, *, window: tuple[float, float] | None = None,
    x_title: str = "", width: float = 720, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """Each channel in a lane around its own mean; `window` is shaded: the time in which an answer counted."""
    drawn, top = frame.head(heading, width)
    lanes = list(zip(data.channels, data.signals, strict=False))
    room = max((text.width(name, text.SMALL) for name in data.channels), default=0)
    left = EDGE + 8 + min(room, width * 0.25)
    rate = data.rate if there(data.rate) and data.rate > 1e-6 else 1.0
    start = data.start if there(data.start) else 0.0
    count = max((len(signal) for signal in data.signals), default=0)
    end = start + max(1, count - 1) / rate
    area = frame.plot(top + 16, width, _LANE * max(1, len(lanes)), (start, end), (0, 1), right=44, left=left)
    area = lowered(area, moments)
    reach = _reach(data.signals)
    if window and there(window[0]) and there(window[1]):
        shaded = area.x(max(window[0], window[1])) - area.x(min(window))
        drawn.append(
            el("rect", x=area.x(min(window)), y=area.top, width=shaded, height=area.bottom - area.top, class_="f-band")
        )
    drawn += frame.x_axis(area, x_title, grid=True)
    curves = []
    for index, (name, signal) in enumerate(lanes):
        middle = area.top + (index + 0.5) * _LANE
        fitted = text.fit(name, left - EDGE - 8, text.SMALL)
        drawn.append(frame.words(left - 8, middle + 3.5, fitted, "end", size=text.SMALL))
        curves.append(_curve(name, signal, middle, area, (start, rate), reach))
    if not lanes:
        drawn.append(frame.nothing(words.empty, area))
    else:
        drawn += _scale_bar(area, reach, data.unit)
    body = (*drawn, *group(curves, class_="data", **area.attributes()), *events(moments, area))
    named = words.join.join(f"{event.label} {scales.short(event.at)} {words.seconds}" for event in moments[:20])
    facts = (words.join.join(data.channels[:40]) + ".", named + "." if named else "")
    return Svg(heading, width, frame.floor(area, x_title), body, "traces", facts)


def _reach(signals: Sequence[Numbers]) -> float:
    """Amplitude of half a lane: nearly the highest of all, so that one blink does not flatten the rest."""
    real = [_centred(signal) for signal in signals]
    joined = np.concatenate([one[np.isfinite(one)] for one in real]) if real else np.zeros(0)
    if not len(joined):
        return 1.0
    high = float(np.quantile(np.abs(joined), 0.995))
    return high if high > 1e-9 else 1.0


def _centred(signal: Numbers) -> NDArray[np.float64]:
    values = np.array(signal, float).ravel()
    with np.errstate(invalid="ignore"):
        values[~(np.abs(values) <= scales.BIGGEST)] = np.nan
    real = values[np.isfinite(values)]
    return values - float(np.median(real)) if len(real) else values


def _curve(name: str, signal: Numbers, middle: float, area: Plot, time: tuple[float, float], reach: float) -> Element:
    values = _centred(signal)
    seconds = time[0] + np.arange(len(values)) / time[1]
    half = _LANE * 0.5 - 1
    placed = [
        (area.x(p[0]), middle - half * min(max(p[1] / reach, -1.4), 1.4)) if p else None
        for p in thin.envelope(seconds, values, max(2, int(area.width * 0.6)))
    ]
    inside = "".join(path((x, min(max(y, area.top), area.bottom)) for x, y in piece) for piece in runs(placed))
    return el("path", d=inside or None, class_="trace s-ink", data_channel=name)


def _scale_bar(area: Plot, reach: float, unit: str) -> list[Element]:
    """A bar of a round amplitude at the right border."""
    per_pixel = reach / (_LANE * 0.5 - 1)
    size = scales.rounded(0, per_pixel * _LANE * 0.7, 1)[1]
    while size / per_pixel > min(_LANE, area.bottom - area.top):
        size /= 2
    x, y = area.right + 6, area.bottom
    bar = path([(x + 3, y - size / per_pixel), (x, y - size / per_pixel), (x, y), (x + 3, y)])
    return [
        el("path", d=bar, class_="s-ink thin"),
        frame.words(
            x + 6, y - size / per_pixel / 2 - 1, text.fit(scales.short(size), 31, text.SMALL), "n", size=text.SMALL
        ),
        frame.words(x + 6, y - size / per_pixel / 2 + 10, text.fit(unit, 31, text.SMALL), "n", size=text.SMALL),
    ]
