"""Small damages: the same for the same seed."""

from __future__ import annotations

import json
import random
from typing import Any

_BYTES = (0, 1, 8, 14, 15, 127, 128, 254, 255)
_WORDS = (
    b"null", b"true", b"[]", b"{}", b"-1", b"0", b"1e999", b"nan", b"99999999999999999999", b'"x"', b"\xe2\x80\xae",
    b"../", b"*a", b"&a ", b"[" * 300, b"\xff\xfe", b"\r\n", b"\t", b"'", b'"', b":", b",", b"=", b"#",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 10**20, 1.5, float("inf"), float("nan"), "", "x", [], {}, [[]], [0], {"a": 1}, "\u202e",
    [[1, 2, 3]],
)  # fmt: skip


def mutated(raw: bytes, chance: random.Random) -> bytes:
    """A damaged copy."""
    if raw.lstrip()[:1] == b"{" and chance.random() < 0.7:
        return _other_value(raw, chance)
    content = bytearray(raw)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        chance.choice((_flip, _flip, _set, _set, _cut, _double, _drop, _word))(content, chance)
    return bytes(content)


def _place(content: bytearray, chance: random.Random) -> int:
    # Headers lie at the beginning, and most of a recording is numbers that may be anything.
    end = min(len(content), 600) if chance.random() < 0.6 else len(content)
    return chance.randrange(end) if end else 0


def _flip(content: bytearray, chance: random.Random) -> None:
    if content:
        content[_place(content, chance)] ^= 1 << chance.randrange(8)


def _set(content: bytearray, chance: random.Random) -> None:
    if content:
        content[_place(content, chance)] = chance.choice((*_BYTES, chance.randrange(256)))


def _cut(content: bytearray, chance: random.Random) -> None:
    del content[_place(content, chance) :]


def _drop(content: bytearray, chance: random.Random) -> None:
    first = _place(content, chance)
    del content[first : first + chance.randrange(1, 40)]


def _double(content: bytearray, chance: random.Random) -> None:
    first = _place(content, chance)
    content[first:first] = content[first : first + chance.randrange(1, 200)] * chance.choice((1, 1, 9))


def _word(content: bytearray, chance: random.Random) -> None:
    first = _place(content, chance)
    content[first : first + chance.choice((0, 1, 3))] = chance.choice(_WORDS)


def _other_value(raw: bytes, chance: random.Random) -> bytes:
    """Lines of JSON with one value of one line replaced, or left out."""
    lines = [raw]
    try:
        content = json.loads(raw)
    except ValueError:
        lines = raw.splitlines(True)
        content = None
    number = chance.randrange(len(lines))
    try:
        content = content if content is not None else json.loads(lines[number])
    except ValueError:
        return raw[: len(raw) // 2]
    places = list(_places(content))
    if places:
        holder, key = chance.choice(places)
        if chance.random() < 0.2:
            del holder[key]
        else:
            holder[key] = chance.choice(_VALUES)
    lines[number] = json.dumps(content).encode("ascii") + b"\n"
    return b"".join(lines)


def _places(content: Any) -> Any:
    keys = content if isinstance(content, dict) else range(len(content)) if isinstance(content, list) else ()
    for key in keys:
        yield content, key
        yield from _places(content[key])
