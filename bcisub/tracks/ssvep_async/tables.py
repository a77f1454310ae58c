"""Stored triggers of the ssvep-async track (SSVEP-2)."""

from __future__ import annotations

TRIAL_END, BLOCK_START, BLOCK_END = 241, 242, 243
FLICKER = range(1, 41)
"""A start trigger that is the target's label."""
IDLE = range(101, 142)
"""One of a trial in which nobody looks at a target."""
