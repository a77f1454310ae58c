"""The element tree every chart is made of, and the one place that writes markup.

Nothing else in the room writes a `<`: text and attributes are escaped here, so that a label, a channel's name or a
print of a stranger's code can never become markup. Equal trees give equal bytes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bcisub.charts.style import stylesheet

Value = str | float | None

_UNSAFE = re.compile(
    "[^\t\n\r\u0020-\u0084\u0086-\u009f\u00a0-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010fffd]"
)
"""What XML forbids, and the marks that turn the direction of the text around them."""


@dataclass(frozen=True)
class Element:
    """One element: a tag, its attributes in the order they were given, and what is inside it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()

    def markup(self) -> str:
        """The element as text."""
        opened = self.tag + "".join(f' {name}="{escape(value)}"' for name, value in self.attributes)
        if not self.children:
            return f"<{opened}/>"
        inside = "".join(escape(child) if isinstance(child, str) else child.markup() for child in self.children)
        return f"<{opened}>{inside}</{self.tag}>"


@dataclass(frozen=True)
class Heading:
    """What a chart is called, for eyes, for screen readers and for scripts."""

    key: str
    """Unique in the page; the ids of the chart are made from it."""
    title: str
    desc: str = ""
    """A sentence or two for who cannot see the picture; what the chart itself counts is added behind it."""
    shown: bool = True
    """Whether the title is drawn; a page with a heading of its own says no."""


@dataclass(frozen=True)
class Svg:
    """A finished chart."""

    heading: Heading
    width: float
    height: float
    body: tuple[Element, ...]
    kind: str
    """Name of the chart's function: class `bc-<kind>` and `data-chart` of the root element."""
    facts: tuple[str, ...] = ()
    """Sentences the chart adds to the description: what it counts, what it left out."""

    @property
    def desc(self) -> str:
        """The whole description."""
        return " ".join(part for part in (self.heading.desc, *self.facts) if part)

    def inline(self) -> str:
        """Markup for a page that holds `style.stylesheet()` once."""
        return self._root(()).markup()

    def standalone(self, style: str | None = None) -> str:
        """A file of its own, with its background and its style sheet (another one, where `style` gives it)."""
        sheet = Element("style", (), (stylesheet() if style is None else style,))
        return self._root((sheet, el("rect", class_="paper", width=self.width, height=self.height))).markup() + "\n"

    def _root(self, first: tuple[Element, ...]) -> Element:
        key = slug(self.heading.key)
        return el(
            "svg",
            el("title", self.heading.title, id=f"{key}-title"),
            el("desc", self.desc, id=f"{key}-desc"),
            *first,
            *self.body,
            xmlns="http://www.w3.org/2000/svg",
            id=key,
            class_=f"bc bc-{self.kind}",
            role="img",
            aria_labelledby=f"{key}-title",
            aria_describedby=f"{key}-desc",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            width=self.width,
            height=self.height,
            data_chart=self.kind,
        )


def el(tag: str, *children: Element | str, **attributes: Value) -> Element:
    """An element; `class_` becomes `class`, `data_t` becomes `data-t`, and an attribute of None is left out."""
    pairs = tuple(
        (name.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
        for name, value in attributes.items()
        if value is not None
    )
    return Element(tag, pairs, tuple(child for child in children if child != ""))


def group(children: Iterable[Element], **attributes: Value) -> tuple[Element, ...]:
    """The children in one `g`, or nothing where there are none."""
    inside = tuple(children)
    return (el("g", *inside, **attributes),) if inside else ()


def escape(text: str) -> str:
    """Text that is text in XML and in HTML, inside an element and inside an attribute."""
    clean = _UNSAFE.sub("\ufffd", text)
    return clean.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def slug(key: str) -> str:
    """A key as an id: letters, digits, `-` and `_`; what is neither is written as its code, so no two keys meet."""
    safe = re.sub(r"[^A-Za-z0-9-]", lambda found: "-" if found[0] == " " else f"_{ord(found[0]):x}", key)
    return safe if safe[:1].isalpha() else f"c{safe}"


def number(value: float) -> str:
    """A coordinate: a tenth of a pixel is enough, and an infinite one is a bug of the chart."""
    rounded = round(float(value), 1) + 0.0
    if rounded - rounded != 0:
        raise ValueError(f"a coordinate of {value}")
    return f"{rounded:.1f}".removesuffix(".0")


def path(points: Iterable[tuple[float, float]], *, closed: bool = False) -> str:
    """Straight lines through the points, in whole tenths and relative steps: half the bytes of absolute ones."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    if not tenths:
        return ""
    parts = [f"M{_tenth(tenths[0][0])} {_tenth(tenths[0][1])}"]
    for (x0, y0), (x1, y1) in itertools.pairwise(tenths):
        if (x0, y0) != (x1, y1):
            parts.append(_step(x1 - x0, y1 - y0))
    return "".join(parts) + ("z" if closed else "")


def runs(points: Sequence[tuple[float, float] | None]) -> list[list[tuple[float, float]]]:
    """The points cut where one is missing: a gap in the data is a gap in the line."""
    pieces: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is not None:
            pieces[-1].append(point)
        elif pieces[-1]:
            pieces.append([])
    return [piece for piece in pieces if piece]


def _step(dx: int, dy: int) -> str:
    if dy == 0:
        return f"h{_tenth(dx)}"
    if dx == 0:
        return f"v{_tenth(dy)}"
    return f"l{_tenth(dx)}{'' if dy < 0 else ' '}{_tenth(dy)}"


def _tenth(tenths: int) -> str:
    sign, whole, rest = ("-" if tenths < 0 else ""), abs(tenths) // 10, abs(tenths) % 10
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"
