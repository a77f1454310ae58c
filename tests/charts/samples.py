"""Every chart of the room from a few plain values: ordinary ones for looking, hostile ones for breaking."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bcisub.charts.confusion import Confusion, confusion
from bcisub.charts.cumulative import Sizes, cumulative
from bcisub.charts.eeg import Traces, traces
from bcisub.charts.estimates import Estimate, estimates
from bcisub.charts.events import Event
from bcisub.charts.eyes import Picture, eyes
from bcisub.charts.false_alarms import Still, false_alarms
from bcisub.charts.keyboard import KeyCell, keyboard
from bcisub.charts.lines import Axes, Limit, Series, lines
from bcisub.charts.plane import Arrow, plane
from bcisub.charts.ranges import Choice, Option, ranges
from bcisub.charts.spectrum import Target, spectrum
from bcisub.charts.svg import Heading, Svg
from bcisub.charts.timeline import Span, TimelineBlock, TimelineTrial, timeline

STATUSES = ("correct", "wrong", "late", "missing", "invalid", "quiet", "false-alarm", "unheard-of")

Make = Callable[[Sequence[float], Sequence[str], float], Svg]
"""A chart from numbers, labels and a width; how many of each there are is its business."""


def _at(values: Sequence[float], index: int) -> float:
    return values[index % len(values)] if values else float("nan")


def _timeline(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    blocks = []
    for name in names:
        trials = tuple(
            TimelineTrial(f"{name}/{i}", at, at + abs(_at(v, i + 1)), STATUSES[i % 8], _at(v, i + 2), label=name)
            for i, at in enumerate(v)
        )
        spans = tuple(Span(at, at + 1, kind) for at in v for kind in ("rest", "idle"))
        blocks.append(TimelineBlock(name, trials, spans, tuple(v), _at(v, 0), name))
    return timeline(blocks, _heading(names), x_title=" ".join(names), width=width)


def _eeg(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    data = Traces(tuple(names), tuple(list(v) for _ in names), _at(v, 0), _at(v, 1), names[0] if names else "µV")
    moments = [Event(at, _name(names, i), ("trigger", "report", "mark")[i % 3]) for i, at in enumerate(v)]
    return traces(data, moments, _heading(names), window=(_at(v, 2), _at(v, 3)), x_title=_name(names, 0), width=width)


def _spectrum(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    curves = [Series(name, sorted(v), v) for name in names]
    target = Target(_at(v, 0), 4, tuple(v[:2]), _at(v, 1)) if v else None
    return spectrum(curves, target, _heading(names), y_title=_name(names, 0), width=width)


def _lines(v: Sequence[float], names: Sequence[str], width: float, axes: Axes | None = None) -> Svg:
    looks = ("line", "step", "dots", "dotted-line")
    drawn = [
        Series(name, range(len(v)), v, [at - 1 for at in v], [at + 1 for at in v], looks[i % 4])
        for i, name in enumerate(names)
    ]
    limits = [Limit(_at(v, i), name) for i, name in enumerate(names[:2])]
    return lines(drawn, _heading(names), axes or Axes(_name(names, 0), _name(names, 1)), limits=limits, width=width)


def _log(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    return _lines(v, names, width, Axes(y_log=True))


def _categories(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    return _lines(v, names, width, Axes(y_zero=True, categories=tuple(_name(names, i) for i in range(len(v)))))


def _dots(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    rows = [Estimate(_name(names, i), at, at - 1, _at(v, i + 1), i % 2 == 0, _name(names, i)) for i, at in enumerate(v)]
    limits = [Limit(at, _name(names, i)) for i, at in enumerate(v[:3])]
    return estimates(rows, _heading(names), x_title=_name(names, 0), limits=limits, width=width)


def _bars(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    rows = [Estimate(_name(names, i), at) for i, at in enumerate(v)]
    return estimates(rows, _heading(names), look="bars", width=width)


def _confusion(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    whole = [int(min(abs(value), 1e6)) if value == value else 0 for value in v] or [0]
    counts = tuple(tuple(whole[i * j % len(whole)] for j in range(len(names))) for i in range(len(names)))
    return confusion(Confusion(tuple(names), counts), _heading(names), width=width)


def _keyboard(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    cells = [KeyCell(i // 10, i % 10, _name(names, i), at, _name(names, i + 1)) for i, at in enumerate(v)]
    return keyboard(cells, _heading(names), scale_title=_name(names, 0), width=width)


def _false_alarms(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    stills = [Still(at, at + 4, _at(v, i + 1), _name(names, i)) for i, at in enumerate(sorted(v))]
    title = _name(names, 0)
    return false_alarms(stills, _at(v, 0), title, _heading(names), x_title=title, y_title=title, width=width)


def _plane(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    arrows = [
        Arrow(at, _at(v, i + 1), _at(v, i + 2), _at(v, i + 3), _name(names, i), i % 3 == 0) for i, at in enumerate(v)
    ]
    title = _name(names, 0)
    return plane(
        arrows, _heading(names), x_title=title, y_title=title, strong_label=title, down=len(v) % 2 > 0, width=width
    )


def _cumulative(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    return cumulative([Sizes(name, v) for name in names], _heading(names), y_title=_name(names, 0), width=width)


def _ranges(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    options = tuple(Option(_name(names, i), at, i == 1) for i, at in enumerate(v[:5]))
    return ranges([Choice(name, options) for name in names], _at(v, 0), _heading(names), width=width)


def _eyes(v: Sequence[float], names: Sequence[str], width: float) -> Svg:
    pictures = tuple(Picture(name, b"\x89PNG", 80, 60) for name in names[:2])
    error = Arrow(_at(v, 0), _at(v, 1), _at(v, 2), _at(v, 3)) if v else None
    bounds = (_at(v, 0), _at(v, 1), _at(v, 2), _at(v, 3))
    return eyes(pictures, error, bounds, _heading(names), note=_name(names, 0), width=width)


def _name(names: Sequence[str], index: int) -> str:
    return names[index % len(names)] if names else ""


def _heading(names: Sequence[str]) -> Heading:
    return Heading("chart " + _name(names, 0), _name(names, 0), _name(names, 1))


CHARTS: dict[str, Make] = {
    "timeline": _timeline, "eeg": _eeg, "spectrum": _spectrum, "lines": _lines, "log": _log, "categories": _categories,
    "dots": _dots, "bars": _bars, "confusion": _confusion, "keyboard": _keyboard, "false-alarms": _false_alarms,
    "plane": _plane, "cumulative": _cumulative, "ranges": _ranges, "eyes": _eyes,
}  # fmt: skip
