"""What the reading process hands back: numbers in a file that the host maps, everything else as plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

_KINDS = "biufcSU"
"""What goes through the file; an array of anything else keeps only its shape, and is refused for its type later."""
_ALIGNED = 64
_MAPPED = 1 << 20
"""Bytes from which on the file is mapped rather than read: on Windows a mapped file cannot be deleted."""


def packed(value: Any, file: IO[bytes]) -> Any:
    """`value` as JSON, its numbers written into the file."""
    if isinstance(value, np.generic):
        return {"item": packed(np.asarray(value), file)}
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in _KINDS:
            return {"odd": list(value.shape)}
        columns_first = value.flags.f_contiguous and not value.flags.c_contiguous
        file.write(bytes(-file.tell() % _ALIGNED))
        first = file.tell()
        file.write(np.ascontiguousarray(value.T if columns_first else value).reshape(-1).view(np.uint8).data)
        return {"array": [first, value.dtype.str, list(value.shape), columns_first]}
    if isinstance(value, Mapping):
        return {"dict": [[str(key), packed(inner, file)] for key, inner in value.items()]}
    if isinstance(value, (list, tuple)):
        return {"list": [packed(inner, file) for inner in value]}
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if isinstance(value, (str, int, float)) or value is None:
        return {"plain": value}
    return {"plain": str(value)}


class Unpacker:
    """The way back."""

    def __init__(self, path: Path) -> None:
        size = path.stat().st_size
        self._bytes: NDArray[np.uint8] = (
            np.memmap(path, np.uint8, "c") if size >= _MAPPED else np.fromfile(path, np.uint8)
        )

    def value(self, packed: Mapping[str, Any]) -> Any:
        """What was packed."""
        ((kind, content),) = packed.items()
        if kind == "item":
            return self._array(*content["array"])[()]
        if kind == "odd":
            return np.empty(content, object)
        if kind == "array":
            return self._array(*content)
        if kind == "dict":
            return {key: self.value(inner) for key, inner in content}
        if kind == "list":
            return [self.value(inner) for inner in content]
        if kind == "bytes":
            return content.encode("latin-1")
        return content

    def _array(self, first: int, kind: str, shape: list[int], columns_first: bool) -> NDArray[Any]:
        dtype = np.dtype(kind)
        size = dtype.itemsize * int(np.prod(shape, dtype=object))
        if not size:
            return np.zeros(shape, dtype)
        flat = self._bytes[first : first + size].view(dtype)
        return flat.reshape(shape[::-1]).T if columns_first else flat.reshape(shape)
