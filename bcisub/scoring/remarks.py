"""Collects diagnostics while scoring: one per code, counted, with its first place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bcisub.model.record import RunRecord
from bcisub.model.result import Diagnostic


class Remarks:
    """Diagnostics by code, in the order they first came up."""

    def __init__(self) -> None:
        self._found: dict[str, dict[str, Any]] = {}

    def add(
        self, code: str, level: str, message: str, hint: str, *, first: Mapping[str, Any] | None = None, count: int = 1
    ) -> None:
        """Count one more of `code`; message, hint and place are those of the first."""
        if code in self._found:
            self._found[code]["count"] += count
        else:
            self._found[code] = {"level": level, "message": message, "hint": hint, "first": first, "count": count}

    def again(self, code: str) -> bool:
        """Count one more of a code that was told before; False if it was not."""
        known = code in self._found
        if known:
            self._found[code]["count"] += 1
        return known

    def list(self) -> list[Diagnostic]:
        """Errors first, then warnings, then the rest."""
        ranks = {"error": 0, "warning": 1, "info": 2}
        found = [Diagnostic(code=code, **fields) for code, fields in self._found.items()]
        return sorted(found, key=lambda diagnostic: ranks[diagnostic.level])


_NOTES = {
    "read-after-finish": (
        "error",
        "The algorithm went on reading after the finish flag (C8).",
        "End run() when the packet's finish flag is true.",
    ),
    "report-before-data": (
        "warning",
        "A report came before the first packet; it counts for nothing.",
        "Read a packet before you report.",
    ),
    "report-too-large": (
        "warning",
        "A report of {size} characters is over the limit and was not looked at.",
        "Report the answer alone; [limits] report_chars in bcisub.toml sets the limit.",
    ),
    "log-rotated": (
        "info",
        "The algorithm printed {bytes} bytes; worker.log keeps the newest part.",
        "Print less, or raise [limits] log_mb in bcisub.toml.",
    ),
    "task-exception": (
        "error",
        "A task that was never awaited failed: {text}.",
        "Await your tasks, so that their failures reach you.",
    ),
}
"""What the host or the worker noted during a run: level, message, hint."""


def remarks_on_run(record: RunRecord) -> Remarks:
    """What every track says about how a run went."""
    remarks = Remarks()
    for note in record.notes:
        if note["code"] in _NOTES:
            level, message, hint = _NOTES[note["code"]]
            remarks.add(note["code"], level, message.format_map(note), hint)
    if not record.end.complete:
        remarks.add(
            f"run-{record.end.how}",
            "error",
            f"The run did not come to its own end: {record.end.message}.",
            "Trials it did not reach are left out of the figures; the score is void.",
        )
    elif record.unread or not all(block.read_out for block in record.blocks):
        remarks.add(
            "stopped-early",
            "warning",
            "The algorithm returned before it had read all data; the rest counts as missing.",
            "Read on until the finish flag.",
        )
    return remarks
