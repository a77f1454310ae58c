"""Forgotten `await`s: a coroutine that was called and dropped, or used as if it were its result (META-5)."""

import inspect
import os
import re
import sys
import traceback
import warnings
from typing import Any, Dict, Optional, Tuple

from .channel import Channel

_NEVER_AWAITED = re.compile(r"coroutine '([^']+)' was never awaited")
_CREATED = re.compile(r'File "(.+)", line (\d+)')


class UnAwaited(RuntimeError):
    """A coroutine was used as if it were its result."""

    __module__ = "builtins"  # tracebacks name it without our modules


def note(name: str, count: int = 1, line: Optional[int] = None) -> Dict[str, Any]:
    """What tells the host of coroutines nobody awaited."""
    return {"event": "note", "code": "un-awaited", "name": name, "count": count, "line": line}


class Dropped:
    """Python warns when a coroutine is dropped unused, e.g. a report without `await`: the host is told how often.

    A loop that never awaits may drop millions, so the host hears of the first, the second, the fourth, and so on.
    """

    def __init__(self, channel: Channel, root: str) -> None:
        self._channel = channel
        self._root = os.path.join(root, "")
        self._last: Tuple[str, Optional[int]] = ("", None)
        """The coroutine dropped last, and the team's line that called it."""
        sys.set_coroutine_origin_tracking_depth(1)
        self._counts: Dict[str, int] = {}
        self._told: Dict[str, int] = {}
        warnings.filterwarnings("always", message="coroutine .* was never awaited", category=RuntimeWarning)
        self._show = warnings.showwarning
        warnings.showwarning = self._showwarning

    def used(self, problem: BaseException) -> str:
        """Tell of the coroutine whose use as a result raised this, with the team's line; its name."""
        line = None
        for frame, at in traceback.walk_tb(problem.__traceback__):
            if self._is_team(frame.f_code.co_filename):
                line = at
        name = _held(problem)
        if name is None:
            name, at_drop = self._last
            if line is not None and line == at_drop:
                return name  # told when it was dropped, on the way out of that line
            name = "a coroutine"
        self._channel.send(note(name, line=line))
        return name

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
        # Where it is dropped may be anywhere, in our files too; what helps is where it was called.
        created = _CREATED.search(str(message))
        called = int(created.group(2)) if created is not None and self._is_team(created.group(1)) else None
        self._last = (name, called)
        self._counts[name] = count = self._counts.get(name, 0) + 1
        if count & (count - 1) == 0:
            self._show(message, category, filename, lineno, file, line)
            self._tell(name, called)

    def _is_team(self, filename: str) -> bool:
        return os.path.abspath(filename).startswith(self._root)

    def _tell(self, name: str, line: Optional[int] = None) -> None:
        new = self._counts[name] - self._told.get(name, 0)
        if new:
            self._told[name] = self._counts[name]
            self._channel.send(note(name, new, line))


def _held(problem: BaseException) -> Optional[str]:
    """Name of a coroutine nobody awaited that the problem still holds: what lacked an attribute, or a local name."""
    held = [value for frame, _ in traceback.walk_tb(problem.__traceback__) for value in list(frame.f_locals.values())]
    name = None
    for value in [*held, getattr(problem, "obj", None)]:
        if inspect.iscoroutine(value) and inspect.getcoroutinestate(value) == inspect.CORO_CREATED:
            name = value.__name__
            value.close()  # told here, so Python need not warn of it
    return name
