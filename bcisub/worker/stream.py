"""Packets out of memory-mapped blocks: the one place where data reaches the team's code.

The host has masked the triggers and laid the packets out one after the other, so a packet is a slice and
a copy (C7). Beside the data runs the virtual clock of SSVEP-15: packet k is there at (k+1)·n/fs, the
algorithm's computing is added, what the framework itself spends is not.
"""

import mmap
import os
import threading
import time
from itertools import chain, count, islice
from typing import Any, Dict, Iterator, List, Tuple

import numpy as np

from .channel import Channel
from .sleep import ASLEEP, SleepWatch

TICK = 500
"""Packets between two progress events."""

# Bound here, so that code which replaces functions of these modules changes nothing for the framework.
_now, _sleep = time.perf_counter, time.sleep
_array, _arange, _frombuffer = np.array, np.arange, np.frombuffer


class ReadAfterFinish(IndexError):
    """The algorithm went on reading after the packet that carried the finish flag (C8)."""


class Piece:
    """One packet. The stream fills it in: a constructor would cost as much as half the copy of the data."""

    # What every packet has lies in slots, which are quicker; the team may still put its own attributes on it.
    __slots__ = ("__dict__", "__weakref__", "data", "start_pos", "subject_id")

    data: Any
    start_pos: int
    """Index of the packet's first sample in its block."""
    subject_id: int
    finish_flag: bool = False
    """True on the last packet of the last block."""


class Stream:
    """All blocks of a run, one packet at a time. Threads may read and report side by side."""

    def __init__(self, channel: Channel, rows: int, packet: int, fs: float, model: Any = Piece) -> None:
        self._channel = channel
        self._rows = rows
        self._n = packet
        self._seconds = packet / fs
        self._model = model
        self._lock = threading.RLock()
        self._watch = SleepWatch()
        self._map: Any = None
        self._pieces: Iterator[Any] = iter(())
        self.block: Dict[str, Any] = {}
        """The host's description of the current block: `index`, `samples`, `packets`, `subject_id`, `last`."""
        self.finished = False
        self._start = -packet
        """First sample of the packet delivered last."""
        self._final = -1
        """First sample of the packet that carries the finish flag."""
        self._clock = 0.0
        self._reached = 0
        """Packet the clock stands at."""
        self._counted = 0
        """How many of `_times` the clock has in it."""
        self._left = _now()
        self._times: List[float] = []

    def next(self) -> Any:
        """The next packet; raises `ReadAfterFinish` when there is none."""
        try:
            for piece in self._pieces:
                return piece
        except ValueError:
            # Two threads of the team's read at once; a running generator refuses the second. Let the first finish.
            _sleep(0)
            return self.next()
        return self._next_of_next_block()

    def _next_of_next_block(self) -> Any:
        with self._lock:
            for piece in self._pieces:  # another thread has opened the block meanwhile
                return piece
            self._next_block()
            return next(self._pieces)

    def _deliver(self, views: Iterator[Any]) -> Iterator[Any]:
        """The packets of one block. A loop over local names is the quickest that Python has."""
        model, now, final, subject_id = self._model, _now, self._final, self.block["subject_id"]
        keep = self._times.append
        numbered = zip(count(0, self._n), views)
        while self.k < self.block["packets"]:
            for start, view in islice(numbered, TICK):
                piece = model()
                piece.data = view.copy()
                piece.start_pos = self._start = start
                piece.subject_id = subject_id
                if start == final:
                    piece.finish_flag = self.finished = True
                self._left = now()
                yield piece
                spent = now() - self._left
                keep(spent if spent < ASLEEP else self._spent(self._left + spent))
            self._tick()

    @property
    def p(self) -> int:
        """Samples of the block delivered so far (C3)."""
        return min(self._start + self._n, int(self.block.get("samples", 0)))

    @property
    def k(self) -> int:
        """Packets of the block delivered so far."""
        return self._start // self._n + 1

    def stamp(self) -> Tuple[Dict[str, Any], float]:
        """Where a report made now stands, and when this was asked; give that time back to `resume`."""
        entered = _now()
        with self._lock:
            self._advance()
            clock = self._clock + self._spent(entered)
            return {"block": self.block.get("index"), "p": self.p, "packet": self.k, "clock": round(clock, 6)}, entered

    def _spent(self, now: float) -> float:
        """Seconds the algorithm has had the packet; sleep of the machine is not its computing."""
        spent = now - self._left
        return spent if spent < ASLEEP else spent - self._watch.slept(self._left, now)

    def resume(self, entered: float) -> None:
        """The framework's own work since `entered` is not the algorithm's computing."""
        self._left += _now() - entered

    def close(self) -> None:
        """Let the host have the last figures."""
        with self._lock:
            self._tick()
            self._release()

    def _next_block(self) -> None:
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
        self._start = -self._n
        self._final = (int(answer["packets"]) - 1) * self._n if answer["last"] else -1
        self._reached, self._clock = 1, self._seconds
        self._pieces = self._deliver(self._open(answer))

    def _open(self, answer: Dict[str, Any]) -> Iterator[Any]:
        """The block's packets as views of the mapped file: the whole ones, then a shorter or an empty one."""
        samples, packets = int(answer["samples"]), int(answer["packets"])
        values = np.empty(0)
        if samples:
            handle = os.open(answer["path"], os.O_RDONLY | getattr(os, "O_BINARY", 0))
            try:
                self._map = mmap.mmap(handle, samples * self._rows * 8, access=mmap.ACCESS_READ)
            finally:
                os.close(handle)
            values = _frombuffer(self._map, dtype=np.float64)
            # Every page is touched now, in the framework's time, not while the algorithm waits for a packet.
            values[:: mmap.PAGESIZE // 8].sum()
        whole = samples // self._n
        size = whole * self._rows * self._n
        rest = [values[size:].reshape(self._rows, -1)] if packets > whole else []
        return chain(values[:size].reshape(whole, self._rows, self._n), rest)

    def _release(self) -> None:
        """Let go of the block's file; it cannot be closed while a view of it is alive."""
        self._pieces = iter(())
        if self._map is not None:
            self._map.close()
            self._map = None

    def _advance(self) -> None:
        """Bring the virtual clock up to the packet delivered last: computing is added, data is waited for.

        Packet by packet that is clock = max(clock + computing, due); here for many packets in one go.
        """
        times = _array(self._times[self._counted :])
        if times.size:
            spent = times.cumsum()
            due = (self._reached + 1 + _arange(times.size)) * self._seconds
            self._clock = float(spent[-1] + max(self._clock, (due - spent).max()))
            self._reached += times.size
            self._counted += times.size

    def _tick(self) -> None:
        """Send progress and how long each packet was computed on, in microseconds."""
        if not self._times:
            return
        entered = _now()
        self._advance()
        microseconds = (_array(self._times) * 1e6).round().astype(int).tolist()
        self._times.clear()
        self._counted = 0
        place = {"block": self.block.get("index"), "p": self.p, "packet": self.k}
        self._channel.send({"event": "tick", **place, "compute_us": microseconds})
        self._left += _now() - entered
