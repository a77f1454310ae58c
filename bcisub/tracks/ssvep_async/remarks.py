"""Diagnostics of the ssvep-async track: what a team should know beside its score."""

from __future__ import annotations

from bcisub.model.finding import Finding
from bcisub.model.record import Report
from bcisub.model.result import Verdict
from bcisub.model.track import Readings
from bcisub.scoring.answers import integer
from bcisub.scoring.frame import Figures, Scored
from bcisub.scoring.remarks import Remarks, remarks_on_run
from bcisub.scoring.report_remarks import LOOSE, ReportRemarks, Wording

TARGETS = 40


def label(report: Report, readings: Readings) -> int | None:
    """SSVEP-6: the target 1–40 that was answered; None where it is none."""
    answer = integer(report, readings["answer-type"])
    return answer if answer is not None and 1 <= answer <= TARGETS else None


_WORDINGS = {
    "second-report": Wording(
        "warning",
        "More than one report in a flicker trial; only the first counts (SSVEP-10).",
        "After a report, wait until the response to that target is gone.",
    ),
    "invalid-report": Wording(
        "warning",
        "A report is none of the answers 1–40 (SSVEP-6); the first was {shown}.",
        "Set resultType to int(label).",
    ),
    "loose-answer": LOOSE,
    "report-on-trigger-packet": Wording(
        "warning",
        "A report came on the packet that holds a trial's trigger; it belongs to the trial before (C4).",
        "Wait for at least one more packet.",
    ),
    "stray-report": Wording(
        "info",
        "A report lies in no trial's window; it scores nothing (C5).",
        "Nothing is lost, but the algorithm saw a target where there was none.",
    ),
    "report-lost-at-block-end": Wording(
        "warning",
        "A report on a block's last packet is lost (reading block-tail).",
        "Report before the last packet of a block.",
    ),
}


def diagnose(scored: Scored) -> list[Finding]:
    """What a team should know beside its score."""
    remarks = remarks_on_run(scored.record)

    def is_label(report: Report) -> bool:
        return label(report, scored.readings) is not None

    for judged, dealt in zip(scored.judged.blocks, scored.judged.dealt, strict=True):
        report_remarks = ReportRemarks(remarks, _WORDINGS, dealt, is_label)
        for verdict, window in zip(judged.verdicts, dealt.windows, strict=True):
            if verdict.kind == "flicker" and window.reports:
                report_remarks.trial(verdict, window.reports[0], window.reports[1:])
        for report in dealt.block.reports:
            report_remarks.answer(report)
            report_remarks.start(report)
        report_remarks.outside()
    for verdict in scored.judged.verdicts:
        if verdict.rule == "SSVEP-15":
            _remark_on_computing(verdict, remarks)
    if scored.record.end.complete:
        _remark_on_set(scored.figures, remarks)
    return remarks.list()


def _remark_on_computing(verdict: Verdict, remarks: Remarks) -> None:
    remarks.add(
        "late-by-computing",
        "warning",
        "The data came in time, computing made the trial late (SSVEP-15).",
        "Compute less between packets. If the machine was busy, score the run again with --ignore-compute.",
        first={"subject": verdict.subject, "block": verdict.block, "reported_at": verdict.reported_at},
    )


def _remark_on_set(figures: Figures, remarks: Remarks) -> None:
    if figures.metrics["fpr"] is None:
        remarks.add(
            "no-idle-trials",
            "warning",
            "The data has no idle trial, so FPR was not tested (SSVEP-13).",
            "Use a set with idle trials.",
        )
    if figures.score is None:
        remarks.add(
            "no-trials",
            "error",
            "The data has no flicker trial to score.",
            "Check the trigger row with `bcisub data info`.",
        )
