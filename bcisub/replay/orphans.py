"""Processes whose parent is gone: on Linux they become the host's own children, so that none can hide from it."""

from __future__ import annotations

import contextlib
import ctypes
import sys

import psutil

_PR_SET_CHILD_SUBREAPER = 36


class Orphans:
    """The orphans of a worker that is about to be started; elsewhere than on Linux none are found."""

    def __init__(self) -> None:
        if sys.platform == "linux":
            # Where the system refuses, orphans are nobody's, as on other systems.
            with contextlib.suppress(OSError, AttributeError):
                ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self._before = set(_children())

    def found(self) -> list[psutil.Process]:
        """The children this process has got since then, the worker too, and their children."""
        found = []
        for child in _children():
            if child not in self._before:
                found.append(child)
                with contextlib.suppress(psutil.Error):
                    found += child.children(recursive=True)
        return found


def _children() -> list[psutil.Process]:
    if sys.platform == "linux":
        with contextlib.suppress(psutil.Error):
            return list(psutil.Process().children())
    return []
