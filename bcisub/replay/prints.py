"""What the team's code prints: kept in `worker.log`, in two pieces of limited size, and shown if asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

NAME = "worker.log"
OLDER = "worker.log.1"
_PIECE = 65536


class Prints:
    """Takes the worker's output. When `worker.log` is full it becomes `worker.log.1`, and a new one begins."""

    def __init__(self, folder: Path, limit: int, echo: Callable[[str], None] | None = None) -> None:
        self._folder = folder
        self._half = max(1, limit // 2)
        self._echo = echo
        self.total = 0
        """Bytes printed so far."""
        self.rotated = False
        """Something older than the kept pieces was dropped."""

    def take(self, source: IO[bytes]) -> None:
        """Read to the end. Whatever the disk does, the pipe is emptied: a full one would stop the team's code."""
        try:
            self._keep(source)
        except OSError:
            while source.read(_PIECE):
                pass

    def _keep(self, source: IO[bytes]) -> None:
        file = (self._folder / NAME).open("ab")  # behind the prints of a run that is taken up again
        try:
            kept, turns = file.tell(), 0
            while piece := source.read1(_PIECE):  # type: ignore[attr-defined]
                self.total += len(piece)
                if self._echo is not None:
                    with contextlib.suppress(OSError):
                        self._echo(piece.decode("utf-8", "replace"))
                while piece:
                    if kept >= self._half:
                        file.close()
                        (self._folder / NAME).replace(self._folder / OLDER)
                        file = (self._folder / NAME).open("wb")
                        kept, turns = 0, turns + 1
                        self.rotated = turns > 1
                    room = self._half - kept
                    file.write(piece[:room])
                    kept += len(piece[:room])
                    piece = piece[room:]
                file.flush()
        finally:
            file.close()
