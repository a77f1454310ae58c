"""Text without a font at hand: how wide it can get, cut to a width, and which labels have room side by side."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence

SIZE, SMALL, TINY, TITLE = 11.0, 10.0, 8.5, 13.0
"""Font sizes; the style sheet's classes `small`, `tiny` and `t` say the same."""

_WIDTHS = {
    **dict.fromkeys("ijlI|!.,:;'`", 0.36),
    **dict.fromkeys('frt()[]{}/\\ -"', 0.46),
    **dict.fromkeys("mwMW%@&", 1.0),
    "\u202f": 0.36,
}


def width(text: str, size: float = SIZE) -> float:
    """Width in pixels in the widest of the fonts a system is likely to bring."""
    return size * sum(_em(character) for character in text)


def fit(text: str, room: float, size: float = SIZE) -> str:
    """The text, or as much of its beginning as has room, with an ellipsis."""
    if width(text, size) <= room + 0.01:
        return text
    left = room - width("…", size)
    kept = ""
    for character in text:
        left -= width(character, size)
        if left < 0:
            break
        kept += character
    return f"{kept.rstrip()}…" if kept else ""


def apart(spans: Sequence[tuple[float, float]], gap: float = 4.0) -> list[int]:
    """Which spans (start, end) stay when none may touch another: the earlier in the list has the right of way."""
    kept: list[int] = []
    for index, (start, end) in enumerate(spans):
        if all(end + gap <= spans[other][0] or spans[other][1] + gap <= start for other in kept):
            kept.append(index)
    return sorted(kept)


def regular(spans: Sequence[tuple[float, float]], gap: float = 4.0) -> list[int]:
    """Every n-th span, with the smallest n at which none touches the next: labels of an axis stay evenly spaced."""
    for every in range(1, len(spans) + 1):
        kept = range(0, len(spans), every)
        if all(spans[a][1] + gap <= spans[b][0] for a, b in itertools.pairwise(kept)):
            return list(kept)
    return []


def _em(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if unicodedata.east_asian_width(character) in "WFA" or unicodedata.category(character)[0] == "C":
        return 1.0
    if unicodedata.combining(character):
        return 0.0
    return 0.78 if character.isupper() else 0.64
