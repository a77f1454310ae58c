"""Diagnostics of the turing track: what a team should know beside its score, counted as the scorer walks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bcisub.model.record import BlockRecord, Report
from bcisub.model.result import Verdict
from bcisub.scoring.remarks import Remarks
from bcisub.scoring.windows import Assigned
from bcisub.tracks.turing.tables import TASKS

_TEXTS = {
    "report-on-trigger-packet": (
        "warning",
        "A report was made on the very packet that holds a task trigger; it counts for the trial before (C4).",
        "Wait for the packet after the trigger's before you report.",
    ),
    "second-report": (
        "warning",
        "A trial was reported more than once; only its first report counts (TURING-10).",
        "Report once, then wait for the next task trigger.",
    ),
    "late-report": (
        "warning",
        "A report came with 5 s of data or more: wrong, and all of its data length counts (TURING-11).",
        "Answer on the last packet before 5 s at the latest.",
    ),
    "no-report": (
        "warning",
        "A trial was not reported at all: wrong, at the cost of 5.5 s (TURING-12).",
        "A guess before 5 s is never worse.",
    ),
    "invalid-report": (
        "warning",
        "A report was not an integer from 1 to 7 (TURING-6).",
        "Set ReportModel.result to an int; numpy integers are fine.",
    ),
    "impossible-answer": (
        "warning",
        "An answer is ruled out by the robot behaviour shown in the trigger: it could only be wrong (TURING-6).",
        "Read bits 6 to 3 of the task trigger and choose among the tasks of table 2.",
    ),
    "target-missed": (
        "warning",
        "A block ended before 80 % of its trials were correct and scores 0 (TURING-13).",
        "Raise accuracy before speed.",
    ),
    "report-lost-at-block-end": (
        "warning",
        "A report on a block's last packet is lost under this reading of block-tail.",
        "Report before the block's last packet.",
    ),
}


def remark_on_reports(block: BlockRecord, assigned: Assigned, invalid: Sequence[Report], remarks: Remarks) -> None:
    """Reports that name no task, and those that came where they do not help the trial they were meant for."""
    for report in invalid:
        _add(remarks, "invalid-report", {**block.place, "reported_at": report.p, "answer": report.shown})
    opens = {window.opens for window in assigned.windows}
    for report in block.reports:
        if report.p in opens:
            _add(remarks, "report-on-trigger-packet", {**block.place, "reported_at": report.p})
    for report in assigned.lost:
        _add(remarks, "report-lost-at-block-end", {**block.place, "reported_at": report.p})


def remark_on_trial(verdict: Verdict, reports: Sequence[Report], remarks: Remarks) -> None:
    """Remark on one trial and everything reported in it."""
    place = {"subject": verdict.subject, "block": verdict.block, "trial": verdict.trial}
    for report in reports[1:]:
        _add(remarks, "second-report", {**place, "reported_at": report.p})
    if not reports:
        _add(remarks, "no-report", place)
        return
    at = {**place, "reported_at": reports[0].p}
    if verdict.status == "late":
        _add(remarks, "late-report", {**at, "seconds": verdict.seconds})
    elif verdict.status != "invalid" and verdict.result not in TASKS[verdict.extra["behaviour"]]:
        behaviour = verdict.extra["behaviour"]
        _add(remarks, "impossible-answer", {**at, "answer": verdict.result, "behaviour": behaviour})


def remark_on_target(block: BlockRecord, short: int, target: int, remarks: Remarks) -> None:
    """A block that never reached its target, and by how much (TURING-13)."""
    _add(remarks, "target-missed", {**block.place, "missing": short, "target": target})


def _add(remarks: Remarks, code: str, place: Mapping[str, Any]) -> None:
    level, message, hint = _TEXTS[code]
    remarks.add(code, level, message, hint, first=place)
