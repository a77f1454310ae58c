"""Names of files that every system can hold, so that a bundle unpacks everywhere into the files it was packed from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

MAX_DEPTH = 32
"""Folders in each other; Windows holds 260 characters of a path, and ours are no exception."""
MAX_BYTES = 255
"""Of one name, in UTF-8: what file systems hold."""
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?", re.IGNORECASE)
"""Devices of Windows, whatever follows the dot."""
_FORBIDDEN = '<>:"|?*\\'


def fault_of(name: str) -> str | None:
    """Why not every system can hold a file of this name (with forward slashes); None where every one can."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or re.match(r"[A-Za-z]:", name):
        return "leads out of the folder"
    if len(path.parts) > MAX_DEPTH:
        return f"lies in more than {MAX_DEPTH} folders"
    return next((fault for part in path.parts if (fault := _fault_of_part(part))), None)


def _fault_of_part(part: str) -> str | None:
    hidden = next((sign for sign in part if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")), None)
    if hidden is not None:
        return f"holds the character U+{ord(hidden):04X}, which cannot be seen"
    forbidden = next((sign for sign in part if sign in _FORBIDDEN), None)
    if forbidden is not None:
        return f"holds {forbidden}, which Windows does not allow in names"
    if part.endswith((".", " ")):
        return "has a part that ends in a dot or a space, which Windows drops"
    if _RESERVED.fullmatch(part):
        return "has a part that names a device of Windows"
    if len(part.encode("utf-8")) > MAX_BYTES:
        return f"has a part of more than {MAX_BYTES} bytes"
    return None


class Tree:
    """Names that are to lie in one folder, and the folders they need, as systems tell them apart.

    Windows and macOS take `A.py` for `a.py`, and macOS an accent written as one character for the same as two.
    """

    def __init__(self) -> None:
        self._spelt: dict[str, tuple[str, bool]] = {}

    def __len__(self) -> int:
        return len(self._spelt)

    def add(self, name: str, folder: bool = False) -> str | None:
        """Take up a file or folder; why it cannot lie beside those already here, or None."""
        path = PurePosixPath(name)
        for parent in reversed(path.parents[:-1]):
            if fault := self._add(str(parent), folder=True):
                return fault
        return self._add(str(path), folder)

    def _add(self, name: str, folder: bool) -> str | None:
        key = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
        if key not in self._spelt:
            self._spelt[key] = (name, folder)
            return None
        spelt, was_folder = self._spelt[key]
        if spelt != name:
            return f"is on some systems the same as {spelt!r}"
        if was_folder != folder:
            return "is in it as a file and as a folder"
        return None if folder else "is in it twice"


def faults(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every name that some system cannot hold, or not beside the others, with why."""
    tree = Tree()
    for name in names:
        if fault := fault_of(name) or tree.add(name):
            yield name, fault
