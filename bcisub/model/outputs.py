"""What a command may write over: an earlier output of the same kind, and nothing else. Asked before the work."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bcisub.model.errors import BcisubError

_HEAD = 4096
_LOG = "events.jsonl"
"""What makes a folder that of a run."""


@dataclass(frozen=True)
class Kind:
    """A kind of output, and how one of its files is recognised."""

    name: str
    """What the user calls it: `a result`."""
    is_one: Callable[[bytes], bool]
    """The file that begins so, or with a picture ends so, is of the kind."""


_ZIP, _ZIP_DATE = b"PK\x03\x04", b"\x00\x00\x21\x00"
_GZIP = b"\x1f\x8b\x08" + bytes(5) + b"\x02\xff"
"""How our archives begin; nobody else dates an archive's files so, or says so little of where it was made."""

BUNDLE = Kind(
    "a bundle of bcisub",
    lambda head: (head.startswith(_ZIP) and head[10:14] == _ZIP_DATE) or head.startswith(_GZIP),
)
PICTURE = Kind(
    "a picture drawn by bcisub", lambda head: head.startswith((b"\x89PNG", b"<?xml", b"%PDF")) and b"atplotlib" in head
)


def json_of(schema: str) -> Kind:
    """JSON of one schema."""
    pattern = re.compile(rb'\s*\{\s*"schema"\s*:\s*"' + re.escape(schema.encode("ascii")) + b'"')
    return Kind(f"JSON of {schema}", lambda head: pattern.match(head) is not None)


def table_of(*columns: str) -> Kind:
    """A CSV table that begins with these columns."""
    first = ",".join(columns).encode("ascii")
    return Kind(f"a table {','.join(columns)}", lambda head: head.removeprefix(b"\xef\xbb\xbf").startswith(first))


def check_output(path: Path, kind: Kind) -> Path:
    """The path, if nothing is lost by writing there."""
    place = path.expanduser().resolve()
    if (place.parent / _LOG).exists() or ".bcisub" in place.parts[:-1]:
        raise _refused(path, "lies in the folder of a run, which holds what is scored")
    if place.is_dir():
        raise _refused(path, "is a folder")
    if not place.exists():
        return path
    if not place.is_file():
        raise _refused(path, "is no ordinary file")
    with place.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, place.stat().st_size - _HEAD))
        head += file.read()
    if not kind.is_one(head):
        raise _refused(path, f"is there already, and is not {kind.name}")
    return path


def _refused(path: Path, why: str) -> BcisubError:
    return BcisubError(
        f"The output would replace what is not its own: {path.name} {why}.",
        where=path,
        hint="Choose another name, or move away what is there.",
        code="output-in-the-way",
    )
