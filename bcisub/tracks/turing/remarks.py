"""Diagnostics of the turing track: what a team should know beside its score."""

from __future__ import annotations

from bcisub.model.finding import Finding
from bcisub.model.record import BlockRecord, Report
from bcisub.scoring.frame import Scored
from bcisub.scoring.remarks import Remarks, remarks_on_run
from bcisub.scoring.report_remarks import LOOSE, ReportRemarks, Wording
from bcisub.tracks.turing.tables import TASKS, answered, is_reserved

_WORDINGS = {
    "report-on-trigger-packet": Wording(
        "warning",
        "A report was made on the very packet that holds a task trigger; it counts for the trial before (C4).",
        "Wait for the packet after the trigger's before you report.",
    ),
    "second-report": Wording(
        "warning",
        "A trial was reported more than once; one and only one report is due (TURING-10, reading repeats).",
        "Report once, then wait for the next task trigger.",
        ("trial", "reported_at"),
    ),
    "late-report": Wording(
        "warning",
        "A report came with 5 s of data or more: wrong, and all of its data length counts (TURING-11).",
        "Answer on the last packet before 5 s at the latest.",
        ("trial", "reported_at", "seconds"),
    ),
    "no-report": Wording(
        "warning",
        "A trial was not reported at all: wrong, at the cost of 5.5 s (TURING-12).",
        "A guess before 5 s is never worse.",
        ("trial",),
    ),
    "invalid-report": Wording(
        "warning",
        "A report was none of the answers 1 to 7 (TURING-6).",
        "Set ReportModel.result to an int; numpy integers are fine.",
        ("reported_at", "answer"),
    ),
    "loose-answer": LOOSE,
    "impossible-answer": Wording(
        "warning",
        "An answer is ruled out by the robot behaviour shown in the trigger: it could only be wrong (TURING-6).",
        "Read bits 6 to 3 of the task trigger and choose among the tasks of table 2.",
        ("trial", "reported_at", "answer", "behaviour"),
    ),
    "target-missed": Wording(
        "warning",
        "A block ended before 80 % of its trials were correct and scores 0 (TURING-13).",
        "Raise accuracy before speed.",
        ("missing", "target"),
    ),
    "stray-report": Wording(
        "info",
        "A report lies in no trial's window; it scores nothing (C5).",
        "Nothing is lost, but the algorithm answered where nothing was asked.",
    ),
    "report-lost-at-block-end": Wording(
        "warning",
        "A report on a block's last packet is lost under this reading of block-tail.",
        "Report before the block's last packet.",
    ),
}


def diagnose(scored: Scored) -> list[Finding]:
    """Block after block: its reports, its trials, and whether it reached its target."""
    remarks = remarks_on_run(scored.record)

    def names_task(report: Report) -> bool:
        return answered(report, scored.readings) is not None

    for block, part, dealt in zip(scored.judged.blocks, scored.figures.blocks, scored.judged.dealt, strict=True):
        report_remarks = ReportRemarks(remarks, _WORDINGS, dealt, names_task)
        _remark_on_reserved(dealt.block, remarks)
        for report in dealt.block.reports:
            report_remarks.answer(report)
        for report in dealt.block.reports:
            report_remarks.start(report)
        report_remarks.outside()
        for verdict, window in zip(block.verdicts, dealt.windows, strict=True):
            first = window.reports[0] if window.reports else None
            report_remarks.trial(verdict, first, window.reports[1:])
            behaviour = verdict.extra["behaviour"]
            if verdict.status in ("correct", "wrong") and verdict.result not in TASKS[behaviour]:
                report_remarks.add("impossible-answer", first, verdict, answer=verdict.result, behaviour=behaviour)
        if part.metrics["missing"] and not block.cut:
            report_remarks.add("target-missed", missing=part.metrics["missing"], target=part.metrics["target"])
    return remarks.list()


def _remark_on_reserved(block: BlockRecord, remarks: Remarks) -> None:
    """TURING-2: a reserved code is no trial; the block is played all the same."""
    for sample, code in block.truth.events:
        if is_reserved(code):
            remarks.add(
                "reserved-trigger",
                "warning",
                f"Trigger {code} is reserved: it is no trial, and the algorithm sees it as it is (TURING-2).",
                "Do not take it for a task; on the server it may mean anything.",
                first={**block.place, "sample": sample, "trigger": code},
            )
