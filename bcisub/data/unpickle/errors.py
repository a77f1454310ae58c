"""Why a pickle was not taken."""

from __future__ import annotations


class RefusedError(Exception):
    """The pickle asks for something that data does not need; its text names it."""


class DamagedError(Exception):
    """The pickle contradicts itself or ends too early."""
