"""The host's side of the talk with a worker: serve what it asks for, watch the limits, say how it ended."""

from __future__ import annotations

import queue
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from bcisub.replay.limits import MEGABYTE
from bcisub.replay.options import RunOptions
from bcisub.replay.process import Worker

ASLEEP = 5.0
"""Seconds without a turn of the loop after which the machine must have been asleep."""
WEIGH = 0.25
"""Seconds between two looks at the worker's memory."""

CONNECTION_CLOSED = 71
"""Exit code by which a worker says that the team's code closed its line."""

Watch = Callable[[dict[str, Any]], None]
"""Takes every event of a run as it happens."""


class Session(ABC):
    """The host's side of the talk with one worker, whatever is served: limits, events, the end."""

    def __init__(self, worker: Worker, options: RunOptions, keep: Watch) -> None:
        self._worker = worker
        self._options = options
        self._keep = keep
        self._began = time.monotonic()
        self._weighed = self._began

    @abstractmethod
    def next(self) -> dict[str, Any]:
        """What the worker gets when it asks for more; its own time stands still meanwhile."""

    def close(self) -> None:  # noqa: B027 - not every session holds something
        """Let go of what was held for the worker; it is gone."""

    def settle(self) -> None:  # noqa: B027 - nor has something to save
        """The user stopped the run: keep what the worker is about to say, where that saves work later."""

    def serve(self, limit: float) -> dict[str, Any]:
        """Serve until the worker ends or a limit does; say how it ended."""
        limits = self._options.limits
        looked = time.monotonic()
        gone = False
        while True:
            now = time.monotonic()
            if now - looked > ASLEEP:
                # The loop turns five times a second: a longer gap is a machine that slept, not a slow algorithm.
                self._began += now - looked
            looked = now
            if now - self._began > limit:
                return {"how": "time-limit", "message": f"the run took longer than its limit of {limit:g} s"}
            if now - self._weighed > WEIGH:
                self._weighed = now
                if self._worker.memory() > limits.memory:
                    megabytes = limits.memory / MEGABYTE
                    return {"how": "memory-limit", "message": f"the worker took more than {megabytes:g} MB of memory"}
            try:
                event = self._worker.events.get(timeout=0.2)
            except queue.Empty:
                # A forked child may hold the worker's side open after it is gone.
                if gone:
                    return self._gone()
                gone = self._worker.wait(0) is not None
                continue
            if event is None:
                return self._gone()
            if event.get("event") == "next":
                entered = time.monotonic()
                self._worker.answer(self.next())
                looked = time.monotonic()
                self._began += looked - entered
            elif event.get("event") == "end":
                return {key: value for key, value in event.items() if key != "event"}
            else:
                self._keep(event)

    def _gone(self) -> dict[str, Any]:
        """The worker closed its side without a word."""
        code = self._worker.wait(3.0)
        if code in (None, CONNECTION_CLOSED):
            return {"how": "lost", "message": "the algorithm closed the connection to the framework"}
        if code < 0:
            return {"how": "signal", "message": f"the worker was killed by signal {-code}"}
        return {"how": "exit", "message": f"the worker ended with exit code {code} in the middle of the run"}
