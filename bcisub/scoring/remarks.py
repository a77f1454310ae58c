"""Collects diagnostics while scoring: one per code, counted, with its first place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bcisub.model.finding import ERROR, INFO, WARNING, Finding, declare, gravest_first
from bcisub.model.record import RunRecord

READ_AFTER_FINISH = declare(
    "read-after-finish", ERROR, "The engine raises there, and the run may count as failed (C8)."
)
REPORT_BEFORE_DATA = declare("report-before-data", WARNING, "Such a report counts for nothing.")
REPORT_TOO_LARGE = declare("report-too-large", ERROR, "Such an answer is wrong, whatever was meant.")
LOG_ROTATED = declare("log-rotated", INFO)
TASK_EXCEPTION = declare("task-exception", ERROR, "The task is dead for the rest of the run.")
STOPPED_EARLY = declare("stopped-early", ERROR, "What was not read counts as missing.")
INVALID_REPORT = declare("invalid-report", ERROR, "Such an answer is wrong, whatever was meant.")
LOOSE_ANSWER = declare(
    "loose-answer", INFO, "It counts where the scorer compares with ==, and not where it asks for int."
)
SECOND_REPORT = declare("second-report", WARNING, "One report a trial is due; a further one is ignored or a violation.")
LATE_BY_COMPUTING = declare(
    "late-by-computing", ERROR, "Computing counts there as well: a late answer is wrong (SSVEP-15)."
)


class Remarks:
    """Diagnostics by code, in the order they first came up."""

    def __init__(self) -> None:
        self._found: dict[str, Finding] = {}

    def add(
        self, code: str, level: str, message: str, hint: str, *, first: Mapping[str, Any] | None = None, count: int = 1
    ) -> None:
        """Count one more of `code`; message, hint and place are those of the first."""
        known = self._found.get(code)
        self._found[code] = (
            Finding(code, level, message, hint, count, first)
            if known is None
            else replace(known, count=known.count + count)
        )

    def again(self, code: str) -> bool:
        """Count one more of a code that was told before; False if it was not."""
        known = self._found.get(code)
        if known is not None:
            self._found[code] = replace(known, count=known.count + 1)
        return known is not None

    def list(self) -> list[Finding]:
        """Errors first, then warnings, then the rest."""
        return gravest_first(self._found.values())


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
