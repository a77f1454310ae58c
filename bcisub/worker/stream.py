"""Packets out of memory-mapped blocks: the one place where data reaches the team's code.

The host has masked the triggers and laid the packets out one after the other, so a packet is a slice and
a copy (C7). Beside the data runs the virtual clock of SSVEP-15: packet k is there at (k+1)·n/fs, the
algorithm's computing is added, what the framework itself spends is not.
"""

import contextlib
import mmap
import os
import threading
import time
from itertools import chain, count
from typing import Any, Dict, Generator, Iterator, List, Tuple

import numpy as np

from .channel import Channel
from .sleep import ASLEEP, SleepWatch

# Bound here, so that code which replaces functions of these modules changes nothing for the framework.
_now, _sleep = time.perf_counter, time.sleep
_frombuffer, _cumsum, _arange = np.frombuffer, np.cumsum, np.arange
_minimum, _multiply, _rint = np.minimum, np.multiply, np.rint


class ReadAfterFinish(IndexError):
    """The algorithm went on reading after the packet that carried the finish flag (C8)."""

    __module__ = "builtins"  # tracebacks name it without our modules


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
        self._map: Any = None
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
        self._told = -packet
        """`_start` when the host was told last."""
        self._pieces = self._deliver()
        # Progress goes out beside the algorithm: a packet it never comes back from is in the log all the same.
        self._watch = SleepWatch(self._tick)

    def next(self) -> Any:
        """The next packet; raises `ReadAfterFinish` when there is none."""
        while True:
            try:
                for piece in self._pieces:
                    return piece
            except ValueError:
                # A generator serves one thread at a time: this one has to wait for its turn. A lock would cost
                # every packet a third of its copy.
                _sleep(0.0001)
            else:
                self._refuse()

    def _deliver(self) -> Generator[Any, None, None]:
        """Every packet of every block. A loop over local names is the quickest that Python has."""
        model, times = self._model, self._times
        while not self.finished:
            view: Any = None
            views: Any = self._next_block()
            final, subject_id = self._final, self.block["subject_id"]
            for start, view in zip(count(0, self._n), views):
                piece = model()
                piece.data = view.copy()
                piece.start_pos = self._start = start
                piece.subject_id = subject_id
                if start == final:
                    piece.finish_flag = self.finished = True
                self._left = _now()
                yield piece
                now = _now()
                spent = now - self._left
                times.append(spent if spent < ASLEEP else self.awake(spent, now))
            view = views = None  # the block's file can be closed only when nothing looks at it
            self._release()

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
            clock = self._clock + self.awake(entered - self._left, entered)
            return {"block": self.block.get("index"), "p": self.p, "packet": self.k, "clock": round(clock, 6)}, entered

    def awake(self, spent: float, now: float) -> float:
        """Of the seconds up to now those in which the machine did not sleep: sleep is nobody's computing."""
        return spent if spent < ASLEEP else spent - self._watch.slept(now - spent, now)

    def resume(self, entered: float) -> None:
        """The framework's own work since `entered` is not the algorithm's computing."""
        self._left += _now() - entered

    def close(self) -> None:
        """Let the host have the last figures."""
        if self._map is not None and self._start >= 0:
            # The packet in the algorithm's hands was delivered too.
            now = _now()
            self._times.append(self.awake(now - self._left, now))
        self._tick()
        with contextlib.suppress(ValueError):  # a thread of the team is still reading
            self._pieces.close()
        self._release()

    def _refuse(self) -> None:
        """Nothing is left: the algorithm should have ended by itself (C8)."""
        self._tick()
        self._channel.send({"event": "note", "code": "read-after-finish", "block": self.block.get("index")})
        raise ReadAfterFinish(
            "no more data: the packet before carried the finish flag, the algorithm must end by itself"
        )

    def _next_block(self) -> Iterator[Any]:
        """Ask the host for a block; its packets."""
        self._tick()
        answer = self._channel.ask({"event": "next"})
        if answer.get("end"):
            self.finished = True
            raise ReadAfterFinish("the data set holds no data")
        with self._lock:
            self.block = answer
            self._start = self._told = -self._n
            self._final = (int(answer["packets"]) - 1) * self._n if answer["last"] else -1
            self._reached, self._clock = 1, self._seconds
        return self._open(answer)

    def _open(self, answer: Dict[str, Any]) -> Iterator[Any]:
        """The block's packets as views of the mapped file: the whole ones, then a shorter or an empty one."""
        samples, packets = int(answer["samples"]), int(answer["packets"])
        values: Any = np.empty(0)
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
        """Let go of the block's file."""
        if self._map is not None:
            with contextlib.suppress(BufferError):
                self._map.close()
            self._map = None

    def _advance(self) -> None:
        """Bring the virtual clock up to the packet delivered last: computing is added, data is waited for.

        Packet by packet that is clock = max(clock + computing, due); here for many packets in one go.
        """
        times = self._times[self._counted :]
        if times:
            spent = _cumsum(times)
            due = (self._reached + 1 + _arange(len(times))) * self._seconds
            self._clock = float(spent[-1] + max(self._clock, (due - spent).max()))
            self._reached += len(times)
            self._counted += len(times)

    def _tick(self) -> None:
        """Send progress and how long each packet was computed on, in microseconds.

        The times go as the hex digits of 32-bit numbers: as JSON they would cost a fifth of the packets' copies.
        """
        with self._lock:
            self._advance()
            times = self._times[: self._counted]
            if not times and self._told == self._start:
                return
            del self._times[: self._counted]
            self._counted = 0
            self._told = self._start
            microseconds = _minimum(_rint(_multiply(times, 1e6)), 0xFFFFFFFF).astype("<u4")
            place = {"block": self.block.get("index"), "p": self.p, "packet": self.k}
            self._channel.send({"event": "tick", **place, "packed_us": microseconds.tobytes().hex()})
