"""Diagnostics of the metaverse track: what a team should know beside its score."""

from __future__ import annotations

from bcisub.model.finding import ERROR, Finding, declare
from bcisub.model.record import RunRecord
from bcisub.scoring.frame import Scored, served
from bcisub.scoring.remarks import Remarks, remarks_on_run
from bcisub.scoring.report_remarks import ReportRemarks, Wording
from bcisub.tracks.metaverse.reports import deciding, well_formed

UN_AWAITED = declare("un-awaited", ERROR, "What is not awaited never happens (META-5).")
_NAMED = ("reported_at", "result")

_WORDINGS = {
    "second-report": Wording(
        "warning",
        "A further report between two packets is not effective: the first one counts (META-11).",
        "Report at most once per packet.",
        _NAMED,
    ),
    "late-report": Wording(
        "warning",
        "The deciding report came too late for its trial: wrong in both parts (META-12).",
        "Report before the packet with 241, and nothing after it, not even to correct an answer.",
        _NAMED,
    ),
    "invalid-report": Wording(
        "error",
        "A result is not a str of six binary digits with a subject 1-23 (META-8).",
        'Report a str such as "110000": 1 = real, then the subject in five binary digits.',
        _NAMED,
    ),
    "no-report": Wording(
        "warning",
        "A trial was not reported at all: wrong in both parts, and its whole length counts (META-13).",
        "Guess before the packet with 241: in a trial of 3 s or more that takes no longer than silence.",
        ("trial",),
    ),
    "stray-report": Wording(
        "warning",
        "A report before the first trial's first packet counts for nobody (C5).",
        "Report from the packet after the start trigger on.",
        _NAMED,
    ),
    "report-on-trigger-packet": Wording(
        "warning",
        "A report was made on the very packet that holds a start trigger; it counts for the trial before (C4).",
        "Wait for the packet after the start trigger's before you report.",
        _NAMED,
    ),
}


def diagnose(scored: Scored) -> list[Finding]:
    """Block after block as served: its reports, then its trials."""
    remarks = remarks_on_run(scored.record)
    _remark_on_coroutines(scored.record, remarks)
    verdicts = iter(scored.judged.verdicts)
    for block, dealt in zip(served(scored.record, packet=50), scored.judged.dealt, strict=True):
        report_remarks = ReportRemarks(remarks, _WORDINGS, dealt, well_formed)
        before = None
        for report in block.reports:
            if report.packet == before:
                report_remarks.add("second-report", report)  # META-11
            else:
                report_remarks.start(report)
            before = report.packet
        for report in dealt.block.reports:
            report_remarks.answer(report)
        report_remarks.outside()
        for window in dealt.windows:
            verdict = next(verdicts)
            decided = deciding(window.reports, verdict.detail, scored.readings)
            if decided is not None or verdict.detail <= block.delivered:
                report_remarks.trial(verdict, decided)
    return remarks.list()


def _remark_on_coroutines(record: RunRecord, remarks: Remarks) -> None:
    """META-5: coroutines the worker saw dropped without `await`."""
    for note in record.notes:
        if note["code"] == "un-awaited":
            remarks.add(
                UN_AWAITED.code,
                "error",
                f"{note['name']}() was called without await, so it never happened (META-5).",
                "Write `await` before get_device, get_data and report.",
                first={"name": note["name"], "line": note.get("line")},
                count=note.get("count", 1),
            )
