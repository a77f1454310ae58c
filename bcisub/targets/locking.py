"""A lock between processes that the system lifts when its holder dies, on POSIX and on Windows."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _give(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextmanager
def exclusive(path: Path, waiting: Callable[[], None] | None = None, pause: float = 0.2) -> Iterator[None]:
    """Hold the lock file `path`; `waiting` is called once if somebody else has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        told = False
        while True:
            file.seek(0)
            try:
                _take(file.fileno())
                break
            except OSError:
                if waiting is not None and not told:
                    waiting()
                told = True
                time.sleep(pause)
        try:
            yield
        finally:
            file.seek(0)
            _give(file.fileno())
