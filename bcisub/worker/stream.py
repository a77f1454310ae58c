"""Packets out of memory-mapped blocks: the one place where data reaches the team's code.

The host has masked the triggers and laid the packets out one after the other, so a packet is a slice and
a copy (C7). Beside the data runs the virtual clock of SSVEP-15: packet k is there at (k+1)·n/fs, the
algorithm's computing is added, what the framework itself spends is not.
"""

import mmap
import os
import threading
import time
from typing import Any, Dict, List, NamedTuple, Tuple

import numpy as np

from .channel import Channel

TICK = 250
"""Packets between two progress events."""

_now = time.perf_counter


class ReadAfterFinish(IndexError):
    """The algorithm went on reading after the packet that carried the finish flag (C8)."""


class Piece(NamedTuple):
    """One packet as the interfaces wrap it."""

    data: Any
    start: int
    last: bool
    """Last packet of the last block."""


class Stream:
    """All blocks of a run, one packet at a time."""

    def __init__(self, channel: Channel, rows: int, packet: int, fs: float) -> None:
        self._channel = channel
        self._rows = rows
        self._n = packet
        self._size = rows * packet
        self._seconds = packet / fs
        self._lock = threading.RLock()
        self._map: Any = None
        self._values: Any = None
        self.block: Dict[str, Any] = {}
        """The host's description of the current block: `index`, `samples`, `packets`, `subject_id`, `last`."""
        self.finished = False
        self.p = 0
        self.k = 0
        self._packets = 0
        self._full = 0
        self._final = False
        self._clock = 0.0
        self._left = _now()
        self._times: List[float] = []

    def next(self) -> Piece:
        """The next packet; raises `ReadAfterFinish` when there is none."""
        with self._lock:
            entered = _now()
            spent = entered - self._left
            k = self.k
            if k >= self._packets:
                self._next_block(spent)
                k = 0
            else:
                self._times.append(spent)
                self._clock += spent
                if len(self._times) >= TICK:
                    self._tick()
            due = (k + 1) * self._seconds
            if self._clock < due:
                self._clock = due
            start = k * self._n
            if k < self._full:
                at = k * self._size
                data = self._values[at : at + self._size].reshape(self._rows, self._n).copy()
                self.p = start + self._n
            else:
                data = self._values[k * self._size :].reshape(self._rows, -1).copy()
                self.p = start + data.shape[1]
            self.k = k = k + 1
            last = self._final and k >= self._packets
            if last:
                self.finished = True
            self._left = _now()
            return Piece(data, start, last)

    def stamp(self) -> Tuple[Dict[str, Any], float]:
        """Where a report made now stands, and when this was asked; give that time back to `resume`."""
        entered = _now()
        clock = self._clock + (entered - self._left)
        return {"block": self.block.get("index"), "p": self.p, "packet": self.k, "clock": round(clock, 6)}, entered

    def resume(self, entered: float) -> None:
        """The framework's own work since `entered` is not the algorithm's computing."""
        self._left += _now() - entered

    def close(self) -> None:
        """Let the host have the last figures."""
        with self._lock:
            if self._values is not None:
                self._times.append(_now() - self._left)
            self._tick()
            self._release()

    def _next_block(self, spent: float) -> None:
        if self.block:
            self._times.append(spent)
        self._tick()
        self._release()
        if self.finished:
            self._channel.send({"event": "note", "code": "read-after-finish", "block": self.block.get("index")})
            raise ReadAfterFinish(
                "no more data: the packet before carried the finish flag, the algorithm must end by itself"
            )
        answer = self._channel.ask({"event": "next"})
        if answer.get("end"):
            self.finished = True
            raise ReadAfterFinish("the data set holds no data")
        self.block = answer
        self._open(answer)
        self._packets = int(answer["packets"])
        self._full = int(answer["samples"]) // self._n
        self._final = bool(answer["last"])
        self.k = self.p = 0
        self._clock = 0.0

    def _open(self, answer: Dict[str, Any]) -> None:
        count = int(answer["samples"]) * self._rows
        if not count:
            self._values = np.empty(0)
            return
        handle = os.open(answer["path"], os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            self._map = mmap.mmap(handle, count * 8, access=mmap.ACCESS_READ)
        finally:
            os.close(handle)
        self._values = np.frombuffer(self._map, dtype=np.float64, count=count)

    def _release(self) -> None:
        self._values = None
        if self._map is not None:
            self._map.close()
            self._map = None

    def _tick(self) -> None:
        """Send progress and how long each packet was computed on, in microseconds."""
        if not self._times:
            return
        times, self._times = self._times, []
        entered = _now()
        self._channel.send(
            {
                "event": "tick",
                "block": self.block.get("index"),
                "p": self.p,
                "packet": self.k,
                "compute_us": [round(t * 1e6) for t in times],
            }
        )
        self._left += _now() - entered
