"""Forgotten `await`s: a coroutine that was called and dropped, or used as if it were its result (META-5)."""

import inspect
import re
import traceback
import warnings
from typing import Any, Dict, Optional, Tuple

from .channel import Channel

_NEVER_AWAITED = re.compile(r"coroutine '([^']+)' was never awaited")


class UnAwaited(RuntimeError):
    """A coroutine was used as if it were its result."""

    __module__ = "builtins"  # tracebacks name it without our modules


def note(name: str, count: int = 1, line: Optional[int] = None) -> Dict[str, Any]:
    """What tells the host of coroutines nobody awaited."""
    return {"event": "note", "code": "un-awaited", "name": name, "count": count, "line": line}


def forgotten(problem: BaseException) -> Tuple[str, Optional[int]]:
    """Name of the coroutine that was used without `await`, and the line where that went wrong."""
    found: Tuple[str, Optional[int]] = ("a coroutine", None)
    for frame, line in traceback.walk_tb(problem.__traceback__):
        for value in list(frame.f_locals.values()):
            if inspect.iscoroutine(value) and inspect.getcoroutinestate(value) == inspect.CORO_CREATED:
                found = (value.__name__, line)
                value.close()  # told here, so Python need not warn of it
    return found


class Dropped:
    """Python warns when a coroutine is dropped unused, e.g. a report without `await`: the host is told how often.

    A loop that never awaits may drop millions, so the host hears of the first, the second, the fourth, and so on.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._counts: Dict[str, int] = {}
        self._told: Dict[str, int] = {}
        warnings.filterwarnings("always", message="coroutine .* was never awaited", category=RuntimeWarning)
        self._show = warnings.showwarning
        warnings.showwarning = self._showwarning

    def close(self) -> None:
        """Tell what was counted since."""
        for name in self._counts:
            self._tell(name)

    def _showwarning(
        self, message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Optional[str] = None
    ) -> None:
        found = _NEVER_AWAITED.search(str(message))
        if found is None:
            self._show(message, category, filename, lineno, file, line)
            return
        name = found.group(1).rpartition(".")[2]
        self._counts[name] = count = self._counts.get(name, 0) + 1
        if count & (count - 1) == 0:
            self._show(message, category, filename, lineno, file, line)
            self._tell(name, lineno)

    def _tell(self, name: str, line: Optional[int] = None) -> None:
        new = self._counts[name] - self._told.get(name, 0)
        if new:
            self._told[name] = self._counts[name]
            self._channel.send(note(name, new, line))
