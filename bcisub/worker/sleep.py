"""The worker's heartbeat: sends progress, and notices when the machine slept.

A laptop closed for an hour must not make trials late. A thread beats four times a second. Where a beat is long
overdue and the process has not computed meanwhile, the process was not running at all.
"""

import threading
import time
from typing import Callable, List, Tuple

BEAT = 0.25
ASLEEP = 2.0
"""Seconds a beat may be overdue before it counts as sleep."""

_counter = time.perf_counter
_computed = time.process_time


class SleepWatch:
    """Remembers when the process slept, and for how long."""

    def __init__(self, each: Callable[[], None]) -> None:
        """`each` is called on every beat."""
        self._each = each
        self._sleeps: List[Tuple[float, float]] = []
        self._lock = threading.Lock()
        self._last = _counter()
        self._last_computed = _computed()
        self._wait = threading.Event().wait
        threading.Thread(target=self._run, name="bcisub-sleep", daemon=True).start()

    def slept(self, begin: float, end: float) -> float:
        """Seconds of sleep that ended between two readings of `time.perf_counter`."""
        # The beat that would notice may come only after the team's code has already gone on.
        self._beat()
        with self._lock:
            return sum(seconds for at, seconds in self._sleeps if begin < at <= end)

    def _beat(self) -> None:
        with self._lock:
            at, computed = _counter(), _computed()
            gap = at - self._last
            if gap > ASLEEP and computed - self._last_computed < 0.5 * gap:
                self._sleeps.append((self._last + gap - BEAT, gap - BEAT))
            self._last, self._last_computed = at, computed

    def _run(self) -> None:
        while True:
            self._wait(BEAT)
            self._beat()
            self._each()
