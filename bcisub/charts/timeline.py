"""Blocks as time lines: every trial a mark at its place, the reports at their time, rests and idle visible.

For scripts: a trial is `g.trial` with `data-trial` (its name), `data-status`, `data-kind`, `data-t0`, `data-t1` and,
where it was answered, `data-r`; a block is `g.block` with `data-block`; `g.data` carries the scale (`Plot.attributes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bcisub.charts import frame, marks, scales, text, thin
from bcisub.charts.frame import EDGE, Key, Plot
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, Heading, Svg, el, group, path
from bcisub.charts.words import ENGLISH, Words

MOST = 1200
"""Trials drawn at most; of 10⁵ no screen shows more."""
_ROW, _BAR = 30.0, 11.0


@dataclass(frozen=True)
class TimelineTrial:
    """A trial on its block's time line; seconds count from the block's start."""

    name: str
    """As `S01/block_1/14`: what a script looks it up by."""
    start: float
    end: float
    status: str
    report: float = float("nan")
    """When it was answered; NaN where it was not."""
    kind: str = ""
    label: str = ""
    """Shown when the pointer rests on it."""


@dataclass(frozen=True)
class Span:
    """A stretch of the block outside its trials, as `rest` or `idle`."""

    start: float
    end: float
    kind: str


@dataclass(frozen=True)
class TimelineBlock:
    """A row of the chart."""

    label: str
    trials: tuple[TimelineTrial, ...]
    spans: tuple[Span, ...] = ()
    strays: tuple[float, ...] = ()
    """Reports that belong to no trial."""
    seconds: float = float("nan")
    """Length of the block; without it, the end of what is in it."""
    figure: str = ""
    """The block's score as text, at the right end of its row."""


def timeline(
    blocks: Sequence[TimelineBlock],
    heading: Heading,
    *,
    x_title: str = "",
    width: float = 720,
    most: int = MOST,
    words: Words = ENGLISH,
) -> Svg:
    """The blocks under one another on the same seconds."""
    everything = [trial for block in blocks for trial in block.trials if there(trial.start) and there(trial.end)]
    statuses = [trial.status for trial in everything]
    kept = {id(everything[index]) for index in thin.rare_first(statuses, most)}
    drawn, top = frame.head(heading, width)
    key, top = frame.legend([*marks.keys(statuses, words), *_keys(blocks, words)], width, top)
    area = _area(blocks, top, width)
    rows = [_block(block, area.top + index * _ROW, area, kept) for index, block in enumerate(blocks)]
    if not blocks:
        drawn.append(frame.nothing(words.empty, area))
    facts = [marks.counted(statuses, words)]
    if len(kept) < len(everything):
        facts.append(words.thinned.format(shown=len(kept), count=len(everything)))
    body = (*drawn, *key, *_labels(blocks, area, width), *frame.x_axis(area, x_title, grid=True))
    data = group(rows, class_="data", data_rows=len(blocks), **area.attributes())
    return Svg(heading, width, frame.floor(area, x_title), (*body, *data), "timeline", tuple(facts))


def _area(blocks: Sequence[TimelineBlock], top: float, width: float) -> Plot:
    ends = [value for block in blocks for value in _times(block) if there(value)]
    name = max((text.width(block.label, text.SMALL) for block in blocks), default=0)
    figure = max((text.width(block.figure, text.SMALL) for block in blocks), default=0)
    left = EDGE + min(name, width * 0.25) + 8
    right = EDGE + min(figure, width * 0.25) + 10
    low, high = scales.extent([0.0, *ends])
    return frame.plot(top + 4, width, max(1, len(blocks)) * _ROW, (low, high), (0, 1), right=right, left=left)


def _times(block: TimelineBlock) -> list[float]:
    trials = [at for trial in block.trials for at in (trial.start, trial.end, trial.report)]
    return [block.seconds, *trials, *(at for span in block.spans for at in (span.start, span.end)), *block.strays]


def _labels(blocks: Sequence[TimelineBlock], area: Plot, width: float) -> list[Element]:
    drawn = []
    for index, block in enumerate(blocks):
        y = area.top + index * _ROW + _ROW - 9
        name = text.fit(block.label, area.left - EDGE - 8, text.SMALL)
        drawn.append(frame.words(EDGE, y, name, size=text.SMALL))
        if block.figure:
            figure = text.fit(block.figure, width - EDGE - area.right - 8, text.SMALL)
            drawn.append(frame.words(width - EDGE, y, figure, "end", size=text.SMALL))
    return drawn


def _block(block: TimelineBlock, top: float, area: Plot, kept: set[int]) -> Element:
    """Marks above, the trials' windows as a bar below, every report a line across the bar."""
    bar = top + _ROW - _BAR - 6
    base = el("path", d=path([(area.left, bar + _BAR), (area.right, bar + _BAR)]), class_="grid")
    spans = [_span(span, bar, area) for span in block.spans if there(span.start) and there(span.end)]
    shown = [trial for trial in block.trials if id(trial) in kept]
    dense = len(shown) * 6.5 > area.width  # then the bar's colour says it, and only what went wrong gets a mark
    trials = [_trial(trial, bar, area, marked=not dense or trial.status not in ("correct", "quiet")) for trial in shown]
    strays = [
        el(
            "path",
            d=path([(area.x(at), bar - 1), (area.x(at), bar + _BAR + 3)]),
            class_="stray s-odd d2",
            data_t0=scales.seconds(at),
        )
        for at in block.strays[:MOST]
        if there(at)
    ]
    return el("g", base, *spans, *trials, *strays, class_="block", data_block=block.label)


def _span(span: Span, bar: float, area: Plot) -> Element:
    """Idle time is as tall as a trial, rest a thin line at its foot."""
    start, end = area.x(span.start), area.x(span.end)
    tall = _BAR if span.kind == "idle" else 3.0
    return el(
        "rect", x=start, y=bar + _BAR - tall, width=max(0.5, end - start), height=tall, class_=f"span {_paint(span)}",
        data_kind=span.kind, data_t0=scales.seconds(span.start), data_t1=scales.seconds(span.end),
    )  # fmt: skip


def _trial(trial: TimelineTrial, bar: float, area: Plot, *, marked: bool) -> Element:
    start, end = area.x(trial.start), area.x(trial.end)
    inside = [el("title", trial.label)] if trial.label else []
    inside.append(el("rect", x=start, y=bar, width=max(0.6, end - start - 0.6), height=_BAR))
    if there(trial.report):
        inside.append(el("path", d=path([(area.x(trial.report), bar - 2), (area.x(trial.report), bar + _BAR)])))
    if marked:
        middle = min(max((start + end) / 2, area.left + 3), area.right - 3)
        css = None if marks.outlined(trial.status) else "m"
        inside.append(el("path", d=marks.shape(trial.status, middle, bar - 6, 3), class_=css))
    return el(
        "g", *inside, class_=f"trial v-{marks.colour(trial.status)}", data_trial=trial.name, data_status=trial.status,
        data_kind=trial.kind or None, data_t0=scales.seconds(trial.start), data_t1=scales.seconds(trial.end),
        data_r=scales.seconds(trial.report) if there(trial.report) else None,
    )  # fmt: skip


def _paint(span: Span) -> str:
    return "f-band" if span.kind == "idle" else "f-still wash"


def _keys(blocks: Sequence[TimelineBlock], words: Words) -> list[Key]:
    kinds = {span.kind for block in blocks for span in block.spans}
    strays = [Key((el("path", d="M0 -5V5", class_="s-odd d2"),), words.stray)] if any(b.strays for b in blocks) else []
    line = el("path", d="M0 -5V5", class_="s-soft line")
    found = [Key((line,), words.report)] if any(there(t.report) for block in blocks for t in block.trials) else []
    if "idle" in kinds:
        found.append(Key((el("rect", x=-8, y=-5, width=16, height=10, class_="f-band"),), words.idle))
    if "rest" in kinds:
        found.append(Key((el("rect", x=-8, y=2, width=16, height=3, class_="f-still wash"),), words.rest))
    return [*found, *strays]
