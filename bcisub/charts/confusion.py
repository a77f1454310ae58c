"""A confusion matrix: rows the truth, columns the answer, shaded by the share of the row, counted in every cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bcisub.charts import frame, scales, style, text
from bcisub.charts.frame import EDGE
from bcisub.charts.svg import Element, Heading, Svg, el, group, number
from bcisub.charts.words import ENGLISH, Words


@dataclass(frozen=True)
class Confusion:
    """Counts of answers by truth."""

    labels: tuple[str, ...]
    """Names of the rows and of the first columns."""
    counts: tuple[tuple[int, ...], ...]
    """One row a label; columns beyond the labels are answers that no truth is, as `none`."""
    others: tuple[str, ...] = ()
    """Names of those further columns."""


def confusion(data: Confusion, heading: Heading, *, width: float = 480, words: Words = ENGLISH) -> Svg:
    """The matrix as large as the width allows, with the share right of each row behind it.

    Right answers are blue and ringed, wrong ones red: without colour the ring and the diagonal say which is which.
    """
    columns = (*data.labels, *data.others)
    drawn, top = frame.head(heading, width)
    if not data.labels:
        area = frame.plot(top, width, 60, (0, 1), (0, 1), left=EDGE)
        return Svg(heading, width, top + 64, (*drawn, frame.nothing(words.empty, area)), "confusion")
    longest = max(text.width(label, text.SMALL) for label in (*data.labels, f"{words.truth} ↓"))
    left = EDGE + 8 + min(longest, width * 0.26)
    behind = text.width("100\u202f%", text.SMALL) + 8
    side = min(64.0 if len(columns) < 5 else 44.0, (width - left - behind - EDGE) / len(columns))
    turned = any(text.width(name, text.SMALL) > side - 3 for name in columns)
    tallest = max(text.width(name, text.SMALL) for name in columns)
    above = min(tallest, 90.0) + 6 if turned else 14.0
    top += 14 + above
    drawn += _names(columns, left, top, side, turned=turned, room=above - 4)
    drawn += _corner(left, top - above, side * len(columns), width, words)
    drawn += _ground(left, top, side, len(columns), len(data.labels))
    cells = []
    for row, label in enumerate(data.labels):
        counts = [*data.counts[row][: len(columns)]] if row < len(data.counts) else []
        y = top + row * side
        fitted = text.fit(label, left - EDGE - 8, text.SMALL)
        drawn.append(frame.words(left - 6, y + side / 2 + 3.5, fitted, "end", size=_size(side)))
        cells += _row(label, row, counts, columns, (left, y, side))
        share = counts[row] / sum(counts) if sum(counts) and row < len(counts) else float("nan")
        end = left + side * len(columns) + 6
        drawn.append(frame.words(end, y + side / 2 + 3.5, scales.percent(share), "n", size=_size(side)))
    total = sum(sum(counts) for counts in data.counts)
    right = sum(counts[row] for row, counts in enumerate(data.counts) if row < len(counts) and row < len(data.labels))
    fact = words.cells.format(count=total, right=right)
    height = top + side * len(data.labels) + EDGE
    return Svg(heading, width, height, (*drawn, *group(cells, class_="data")), "confusion", (fact,))


def _row(
    label: str, row: int, counts: Sequence[int], columns: Sequence[str], place: tuple[float, float, float]
) -> list[Element]:
    left, y, side = place
    total = sum(counts)
    found = []
    for column, count in enumerate(counts):
        right = column == row
        if not count and not right:
            continue  # the ground under the matrix is the shade of nothing
        x = left + column * side
        fill, ink = style.shade(count / total if total else 0, error=not right)
        cell = {"x": x, "y": y, "width": side, "height": side}
        inside = [el("title", f"{label} → {columns[column]}: {count}"), el("rect", class_=f"{fill} cell", **cell)]
        if right:
            ring = {"x": x + 1, "y": y + 1, "width": side - 2, "height": side - 2}
            inside.append(el("rect", class_="ring", **ring))
        if count:
            inside.append(_count(count, x + side / 2, y + side / 2, side, ink))
        found.append(el("g", *inside, class_="pair", data_truth=row, data_answer=column, data_count=count))
    return found


def _ground(left: float, top: float, side: float, columns: int, rows: int) -> list[Element]:
    """The empty matrix: its shade and the lines between the cells."""
    wide, tall = columns * side, rows * side
    lines = [f"M{number(left + side * index)} {number(top)}v{number(tall)}" for index in range(1, columns)]
    lines += [f"M{number(left)} {number(top + side * index)}h{number(wide)}" for index in range(1, rows)]
    return [
        el("rect", x=left, y=top, width=wide, height=tall, class_="e0"),
        el("path", d="".join(lines) or None, class_="cell"),
    ]


def _count(count: int, x: float, y: float, side: float, ink: str) -> Element:
    """The count, smaller where its cell is small; never wider than the cell."""
    shown = scales.short(count)
    size = next((s for s in (text.SIZE, text.SMALL, text.TINY) if text.width(shown, s) <= side - 3), 0.0)
    if size:
        return frame.words(x, y + size * 0.35, shown, f"mid {ink}" if ink == "on" else "mid", size=size)
    size = max(3.0, text.TINY * (side - 2) / text.width(shown, text.TINY))
    css = f"mid {ink}" if ink == "on" else "mid"
    return el("text", shown, x=x, y=y + size * 0.35, class_=css, font_size=size)


def _size(side: float) -> float:
    return text.SMALL if side >= 12 else text.TINY


def _names(columns: Sequence[str], left: float, top: float, side: float, *, turned: bool, room: float) -> list[Element]:
    """Above their columns, or standing upon them where one is too wide."""
    found = []
    for index, name in enumerate(columns):
        x = left + (index + 0.5) * side
        if not turned:
            found.append(frame.words(x, top - 5, name, "mid", size=text.SMALL))
            continue
        stood = f"translate({number(x + 3.5)} {number(top - 5)}) rotate(-90)"
        size = _size(side)
        found.append(el("text", text.fit(name, room, size), transform=stood, class_="tiny" if size < 10 else "small"))
    return found


def _corner(left: float, y: float, span: float, width: float, words: Words) -> list[Element]:
    """Which side is the truth, and what the column behind means."""
    answer = text.fit(f"{words.answer} →", max(0.0, span), text.SMALL)
    truth = text.fit(f"{words.truth} ↓", left - EDGE - 4, text.SMALL)
    behind = min(width - EDGE, left + span + 6 + text.width("100\u202f%", text.SMALL))
    room = behind - left - text.width(answer, text.SMALL) - 8
    right = words.share_right if text.width(words.share_right, text.SMALL) <= room else ""
    return [
        frame.words(EDGE, y - 4, truth, "n", size=text.SMALL),
        frame.words(left, y - 4, answer, "n", size=text.SMALL),
        frame.words(behind, y - 4, right, "n end", size=text.SMALL),
    ]
