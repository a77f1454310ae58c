"""The diagnostics every streaming track has: each found in one way, told in the track's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bcisub.model.record import Report
from bcisub.model.result import Verdict
from bcisub.scoring.answers import is_int
from bcisub.scoring.remarks import Remarks
from bcisub.scoring.windows import Assigned, part_at


@dataclass(frozen=True)
class Wording:
    """What a track says of a diagnostic. `{shown}` in the message is the report's value and type."""

    level: str
    message: str
    hint: str
    names: tuple[str, ...] = ("reported_at",)
    """What the first place names beside subject and block: `trial`, `reported_at`, `seconds`, `answer`, `result`."""


LOOSE = Wording(
    "info",
    "An answer is no int and counts because == finds it equal to one; the first was {shown}.",
    "Report int(answer): that is right under every reading.",
)
"""How a track says `loose-answer`."""


class ReportRemarks:
    """Remarks on the reports of one block that was served, in the track's order.

    A code without a wording is none of the track's: where nothing is due, `no-report` is nothing to tell.
    """

    def __init__(
        self,
        remarks: Remarks,
        wordings: Mapping[str, Wording],
        dealt: Assigned,
        is_answer: Callable[[Report], bool],
    ) -> None:
        self._remarks, self._wordings, self._dealt, self._is_answer = remarks, wordings, dealt, is_answer
        self._stored = dealt.block.truth.stored
        self._starts = {window.opens for window in dealt.windows}

    def add(self, code: str, report: Report | None = None, verdict: Verdict | None = None, **known: Any) -> None:
        """One more of a code: at a report, else at a trial, else of the block."""
        if code not in self._wordings or self._remarks.again(code):
            return
        words = self._wordings[code]
        place = self._dealt.block.place
        if verdict is not None:
            place = {"subject": verdict.subject, "block": verdict.block}
            known |= {"trial": verdict.trial, "seconds": verdict.seconds}
        if report is not None:
            stored = part_at(self._stored, report.p - 1)
            place = stored.place
            known = {"reported_at": report.p - stored.first, "answer": report.shown, "result": report.shown, **known}
        message = words.message.format(shown=report.shown if report else "")
        first = {**place, **{name: known[name] for name in words.names}}
        self._remarks.add(code, words.level, message, words.hint, first=first)

    def answer(self, report: Report) -> None:
        """A report that is no answer of the track, or is one only because of `==`; in a trial or outside."""
        if not self._is_answer(report):
            self.add("invalid-report", report)
        elif not is_int(report):
            self.add("loose-answer", report)

    def start(self, report: Report) -> None:
        """C4: a report on the packet that holds a trial's trigger belongs to the trial before."""
        if report.p in self._starts:
            self.add("report-on-trigger-packet", report)

    def outside(self) -> None:
        """C5: reports in no trial's window, and those that are lost at a block's end."""
        for report in self._dealt.strays:
            self.add("stray-report", report)
        for report in self._dealt.lost:
            self.add("report-lost-at-block-end", report)

    def trial(self, verdict: Verdict, deciding: Report | None, further: Sequence[Report] = ()) -> None:
        """C11: a trial that has no report, or a late one, and the reports beyond the one that is due."""
        for report in further:
            self.add("second-report", report, verdict)
        if deciding is None:
            self.add("no-report", None, verdict)
        elif verdict.status == "late":
            self.add("late-report", deciding, verdict)
