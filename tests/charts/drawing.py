"""Reads a chart back: every coordinate it draws at, and the box of every text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

from bcisub.charts import text
from bcisub.charts.svg import Svg

NS = "{http://www.w3.org/2000/svg}"
SIZES = {"small": text.SMALL, "tiny": text.TINY, "t": text.TITLE}


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float
    what: str

    def touches(self, other: Box) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.5 and down > 0.5


def root(chart: Svg) -> ElementTree.Element:
    return ElementTree.fromstring(chart.inline())


def boxes(chart: Svg) -> list[Box]:
    return [_box(element) for element in root(chart).iter(f"{NS}text") if element.text]


def collisions(chart: Svg) -> list[tuple[str, str]]:
    found = boxes(chart)
    return [(a.what, b.what) for i, a in enumerate(found) for b in found[i + 1 :] if a.touches(b)]


def outside(chart: Svg) -> list[str]:
    """What is drawn outside the view box, with a pixel for the width of a line."""
    wrong = []
    for x, y, what in _points(root(chart), (0.0, 0.0)):
        if not (-1 <= x <= chart.width + 1 and -1 <= y <= chart.height + 1):
            wrong.append(f"{what} at {x}, {y}")
    for box in boxes(chart):
        if box.left < -1 or box.right > chart.width + 1 or box.top < -1 or box.bottom > chart.height + 1:
            wrong.append(f"{box}")
    return wrong


def _box(element: ElementTree.Element) -> Box:
    css = element.get("class", "").split()
    size = next((SIZES[name] for name in css if name in SIZES), float(element.get("font-size", text.SIZE)))
    what = element.text or ""
    wide = text.width(what, size)
    stood = re.match(r"translate\(([-.\d]+) ([-.\d]+)\) rotate\(-90\)", element.get("transform", ""))
    if stood:
        x, y = float(stood[1]), float(stood[2])
        return Box(x - 0.72 * size, y - wide, x + 0.1 * size, y, what)
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    left = x - wide if "end" in css else x - wide / 2 if "mid" in css else x
    return Box(left, y - 0.72 * size, left + wide, y + 0.1 * size, what)


def _points(element: ElementTree.Element, at: tuple[float, float]) -> list[tuple[float, float, str]]:
    moved = re.match(r"translate\(([-.\d]+) ([-.\d]+)\)", element.get("transform", ""))
    if moved:
        at = at[0] + float(moved[1]), at[1] + float(moved[2])
    tag = element.tag.removeprefix(NS)
    here: list[tuple[float, float]] = []
    if tag in ("rect", "image"):
        x, y, wide, tall = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        assert wide >= 0
        assert tall >= 0
        here = [(x, y), (x + wide, y + tall)]
    elif tag == "circle":
        here = [(float(element.get("cx", 0)), float(element.get("cy", 0)))]
    elif tag == "path":
        here = walk(element.get("d", ""))
    found = [(at[0] + x, at[1] + y, tag) for x, y in here]
    return found + [point for child in element for point in _points(child, at)]


def walk(d: str) -> list[tuple[float, float]]:
    """The corners of a path, of the commands the room uses."""
    x = y = 0.0
    found = []
    start = (0.0, 0.0)
    for command, rest in re.findall(r"([MmLlHhVvaz])([^MmLlHhVvaz]*)", d):
        numbers = [float(one) for one in re.findall(r"-?\d*\.?\d+", rest)]
        if command == "z":
            x, y = start
        elif command in "Mm":
            x, y = (numbers[0], numbers[1]) if command == "M" else (x + numbers[0], y + numbers[1])
            start = (x, y)
        elif command in "Ll":
            x, y = (numbers[0], numbers[1]) if command == "L" else (x + numbers[0], y + numbers[1])
        elif command in "Hh":
            x = numbers[0] if command == "H" else x + numbers[0]
        elif command in "Vv":
            y = numbers[0] if command == "V" else y + numbers[0]
        else:
            x, y = x + numbers[5], y + numbers[6]
        found.append((x, y))
    return found
