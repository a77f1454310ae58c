"""Diagnostics of the turing track: what a team should know beside its score, counted as the scorer walks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bcisub.data.turing_tables import TASKS
from bcisub.results.model import Diagnostic, Verdict
from bcisub.scoring.record import Report

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


class Remarks:
    """Counts per code, with the first place of each."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._first: dict[str, dict[str, Any]] = {}
        self.stray = 0
        """Reports that fell to no trial (C5)."""

    def on_trial(self, verdict: Verdict, reports: Sequence[Report]) -> None:
        """Remark on one trial and everything reported in it."""
        place = {"subject": verdict.subject, "block": verdict.block, "trial": verdict.trial}
        for report in reports[1:]:
            self._add("second-report", {**place, "reported_at": report.p})
        if not reports:
            self._add("no-report", place)
            return
        at = {**place, "reported_at": reports[0].p}
        if verdict.status == "late":
            self._add("late-report", {**at, "seconds": verdict.seconds})
        elif verdict.status == "invalid":
            self._add("invalid-report", {**at, "answer": reports[0].shown})
        elif verdict.result not in TASKS[verdict.extra["behaviour"]]:
            self._add("impossible-answer", {**at, "answer": verdict.result, "behaviour": verdict.extra["behaviour"]})

    def on_missed_target(self, place: Mapping[str, str], short: int, target: int) -> None:
        """A block that never reached its target, and by how much (TURING-13)."""
        self._add("target-missed", {**place, "missing": short, "target": target})

    def on_trigger_packet(self, place: Mapping[str, str], report: Report) -> None:
        """A report at p = E(s) (C4)."""
        self._add("report-on-trigger-packet", {**place, "reported_at": report.p})

    def on_lost(self, place: Mapping[str, str], report: Report) -> None:
        """A report that the reading `block-tail=engine` drops."""
        self._add("report-lost-at-block-end", {**place, "reported_at": report.p})

    def on_stray(self, count: int) -> None:
        """Reports of a block that fell to no trial."""
        self.stray += count

    def diagnostics(self) -> list[Diagnostic]:
        """All that was remarked, in the order of the table above."""
        return [
            Diagnostic(code, level, message, hint, self._counts[code], self._first[code])
            for code, (level, message, hint) in _TEXTS.items()
            if code in self._counts
        ]

    def _add(self, code: str, place: Mapping[str, Any]) -> None:
        self._counts[code] = self._counts.get(code, 0) + 1
        self._first.setdefault(code, dict(place))
