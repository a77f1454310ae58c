"""What a run may use: time, memory, the size of a report and of the log. From `[limits]` and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bcisub.model.errors import BcisubError

KEYS = {
    "time_seconds": "wall clock of the whole run; 3 × the data + 60 s if not given",
    "memory_mb": "memory of the worker and its children",
    "report_chars": "characters of one report that are looked at",
    "log_mb": "what the algorithm prints; older output is dropped",
}
"""Keys of the table `[limits]` in `bcisub.toml` and what they limit."""
MEGABYTE = 1_000_000


@dataclass(frozen=True)
class Limits:
    """Limits of one run."""

    time: float | None = None
    """Seconds; None leaves it to the data's length."""
    memory: int = 8_000 * MEGABYTE
    """Bytes."""
    report: int = 4096
    """Characters."""
    log: int = 10 * MEGABYTE
    """Bytes."""


def choose(settings: Mapping[str, Any], **given: float | None) -> Limits:
    """The project's limits, each replaced where the command line gives one."""
    values: dict[str, float] = {}
    for key, value in settings.items():
        if key not in KEYS:
            raise BcisubError(f"limits.{key} is not known.", where="bcisub.toml", hint=f"It has: {', '.join(KEYS)}.")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
            raise BcisubError(f"limits.{key} must be a number above 0, not {value!r}.", where="bcisub.toml")
        values[key] = value
    values.update({key: value for key, value in given.items() if value is not None})
    usual = Limits()
    return Limits(
        time=values.get("time_seconds"),
        memory=int(values.get("memory_mb", usual.memory / MEGABYTE) * MEGABYTE),
        report=int(values.get("report_chars", usual.report)),
        log=int(values.get("log_mb", usual.log / MEGABYTE) * MEGABYTE),
    )
