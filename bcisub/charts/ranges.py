"""How far a score moves when a choice is made differently: one row a reading, its options on the axis of the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bcisub.charts import frame, marks, scales, text
from bcisub.charts.frame import EDGE, Plot
from bcisub.charts.scales import there
from bcisub.charts.svg import Element, Heading, Svg, el, group, path
from bcisub.charts.words import ENGLISH, Words

_ROW = 38.0


@dataclass(frozen=True)
class Option:
    """One way to read the rule, and the score under it."""

    name: str
    score: float
    chosen: bool = False


@dataclass(frozen=True)
class Choice:
    """A reading with its options."""

    name: str
    options: tuple[Option, ...]


def ranges(
    choices: Sequence[Choice], score: float, heading: Heading, *, x_title: str = "", width: float = 480,
    words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """From the lowest to the highest score of each reading; the chosen option is filled, the score a dashed line."""
    drawn, top = frame.head(heading, width)
    name = max((text.width(choice.name, text.SMALL) for choice in choices), default=0)
    left = EDGE + 10 + min(name, width * 0.3)
    x = scales.extent([score, *(option.score for choice in choices for option in choice.options)], pad=0.12)
    area = frame.plot(top + 2, width, max(1, len(choices)) * _ROW, x, (0, 1), left=left)
    drawn += frame.x_axis(area, x_title, grid=True)
    if there(score):
        drawn.append(el("path", d=path([(area.x(score), area.top), (area.x(score), area.bottom)]), class_="limit"))
    if not choices:
        drawn.append(frame.nothing(words.empty, area))
    data = []
    for index, choice in enumerate(choices):
        middle = area.top + index * _ROW + 19
        fitted = text.fit(choice.name, left - EDGE - 10, text.SMALL)
        drawn.append(frame.words(left - 10, middle + 3.5, fitted, "end", size=text.SMALL))
        data.append(_row(choice, middle, area))
    body = (*drawn, *group(data, class_="data", **area.attributes()))
    return Svg(heading, width, frame.floor(area, x_title), body, "ranges", _facts(choices, words))


def _row(choice: Choice, middle: float, area: Plot) -> Element:
    """Names above their dots, the chosen one first; one that has no room there goes below, or is not written."""
    options = sorted((o for o in choice.options if there(o.score)), key=lambda option: not option.chosen)
    inside: list[Element] = []
    if options:
        places = [area.x(option.score) for option in options]
        inside.append(el("path", d=path([(min(places), middle), (max(places), middle)]), class_="s-still bold"))
    names = [text.fit(option.name, area.width / 2 - 8, text.SMALL) for option in options]
    spans = []
    for option, name in zip(options, names, strict=False):
        half = text.width(name, text.SMALL) / 2
        at = min(max(area.x(option.score), area.left + half), area.right - half)
        spans.append((at - half, at + half))
    for option in reversed(options):
        css = "f-good" if option.chosen else "s-good line f-paper"
        mark = el("path", d=marks.shape("correct", area.x(option.score), middle, 3.5), class_=css)
        inside.append(el("g", mark, data_option=option.name, data_score=repr(float(option.score))))
    above = text.apart(spans)
    crowded = [index for index in range(len(spans)) if index not in above]
    below = [crowded[index] for index in text.apart([spans[index] for index in crowded])]
    for index in (*above, *below):
        css = "mid halo" if options[index].chosen else "n mid halo"
        y = middle - 8 if index in above else middle + 15
        inside.append(frame.words(sum(spans[index]) / 2, y, names[index], css, size=text.SMALL))
    return el("g", *inside, class_="row", data_choice=choice.name)


def _facts(choices: Sequence[Choice], words: Words) -> tuple[str, ...]:
    facts = []
    for choice in choices:
        real = [option.score for option in choice.options if there(option.score)]
        if real:
            facts.append(
                words.range.format(name=choice.name, low=scales.short(min(real)), high=scales.short(max(real)))
            )
    return tuple(facts)
