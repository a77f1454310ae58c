"""A pickle's file as the unpickler reads it: never more than it has, and large contents as a map of the disk."""

from __future__ import annotations

import mmap
import os
from typing import IO

from bcisub.data.unpickle.errors import DamagedError

MAPPED = 1 << 20
"""Bytes from which a content is mapped instead of read: a recording of hundreds of megabytes is never in memory."""


class PickleFile:
    """A file that never promises more bytes than it has left, so that a lying length costs nothing."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.size = os.fstat(file.fileno()).st_size
        self._map: mmap.mmap | None = None

    def read(self, count: int) -> bytes:
        """The next bytes."""
        self._check(count)
        return self._file.read(count)

    def content(self, count: int) -> bytes | memoryview:
        """The next bytes; where they are many, a view of the file, which stays readable after it is closed."""
        if count < MAPPED:
            return self.read(count)
        self._check(count)
        at = self._file.tell()
        self._file.seek(at + count)
        if self._map is None:
            self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        return memoryview(self._map)[at : at + count]

    def readinto(self, buffer: bytearray) -> int:
        """Fill `buffer`."""
        buffer[:] = self.read(len(buffer))
        return len(buffer)

    def readline(self) -> bytes:
        """The next line, whole."""
        line = self._file.readline()
        if not line.endswith(b"\n"):
            raise DamagedError("it ends in the middle of a line")
        return line

    def _check(self, count: int) -> None:
        left = self.size - self._file.tell()
        if count < 0 or count > left:
            raise DamagedError(f"it announces {count} bytes where {left} are left")
