"""Scoring of ssvep-async: verdicts, then ITR over flicker trials and FPR over idle ones."""

from __future__ import annotations

from collections.abc import Sequence

from bcisub.model.finding import Finding
from bcisub.model.record import BlockRecord, Report, RunRecord
from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, Scored, Scorer, judged_block, reached, served
from bcisub.scoring.itr import itr, mean
from bcisub.scoring.remarks import Remarks, remarks_on_run
from bcisub.scoring.report_remarks import ReportRemarks, Wording
from bcisub.scoring.windows import Window, assign
from bcisub.tracks.ssvep_async.screen import FPR_LIMIT, screen

TARGETS = 40
LIMIT = 5.0
"""Seconds within which a decision must come (SSVEP-11)."""
TINY = 1e-12
"""The mean of three tenths is a little more than a tenth in binary; exactly 0.1 is fine (SSVEP-16)."""
_WHOLE = ("int", "numpy.longlong", "numpy.ulonglong")
FIRST_IDLE = 101
LAST_START = 240


def judge(record: RunRecord, readings: Readings) -> Judged:
    """Every trial's verdict (SSVEP-10 to SSVEP-13, SSVEP-15)."""
    ignore_compute = bool(record.options.get("ignore_compute"))
    blocks, dealt = [], []
    for block in served(record, packet=10):
        stop = reached(block, record)
        onsets = [(at, code) for at, code in block.truth.events if 0 < code <= LAST_START]
        assigned = assign(block, [onset for onset in onsets if onset[0] < stop], readings)
        verdicts = [
            _verdict(block, number, window, record.fs, readings, ignore_compute)
            for number, window in enumerate(assigned.windows)
        ]
        blocks.append(judged_block(block, record, verdicts, len(onsets)))
        dealt.append(assigned)
    return Judged(blocks, record.end.complete, dealt)


def figures(judged: Judged, readings: Readings) -> Figures:
    """ITR and FPR, pooled or the mean of the parts (SSVEP-13, SSVEP-14, SSVEP-16)."""
    blocks = [_part(block.verdicts, block.subject, block.block) for block in judged.blocks]
    subjects = [_part(own.verdicts, name) for name, own in judged.by_subject().items()]
    pooled = _part(judged.verdicts, "all").metrics
    means = {"block": blocks, "subject": subjects}.get(readings["itr-mean"])
    rate = pooled["itr"] if means is None else mean(p.metrics["itr"] for p in means if p.metrics["itr"] is not None)
    fpr = pooled["fpr"]
    if readings["fpr-mean"] == "subject":
        fpr = mean(part.metrics["fpr"] for part in subjects if part.metrics["fpr"] is not None)
    reason = None
    if rate is None:
        reason = "no flicker trial was replayed"
    elif fpr is not None and fpr > FPR_LIMIT + TINY:
        reason = f"mean FPR {fpr:.3f} is over the limit of {FPR_LIMIT} (SSVEP-16)"
    return Figures(rate, {**pooled, "itr": rate, "fpr": fpr}, subjects, blocks, reason)


def diagnose(scored: Scored) -> list[Finding]:
    """What a team should know beside its score."""
    remarks = remarks_on_run(scored.record)
    for judged, dealt in zip(scored.judged.blocks, scored.judged.dealt, strict=True):
        told = ReportRemarks(remarks, _WORDINGS, dealt, is_label)
        for verdict, window in zip(judged.verdicts, dealt.windows, strict=True):
            if verdict.kind == "flicker" and window.reports:
                told.trial(verdict, window.reports[0], window.reports[1:])
        for report in dealt.block.reports:
            told.answer(report)
            told.start(report)
        told.outside()
    for verdict in scored.judged.verdicts:
        if verdict.rule == "SSVEP-15":
            _remark_on_computing(verdict, remarks)
    if scored.record.end.complete:
        _remark_on_set(scored.figures, remarks)
    return remarks.list()


def _verdict(
    block: BlockRecord, number: int, window: Window, fs: int, readings: Readings, ignore_compute: bool
) -> Verdict:
    idle, reports = window.code >= FIRST_IDLE, window.reports
    if idle and readings["idle-window"] == "5s":
        reports = tuple(report for report in reports if (report.p - window.onset) / fs <= LIMIT)
    first = reports[0] if reports else None
    seconds = (first.p - window.onset) / fs if first else None
    if idle:
        status, rule = ("false-alarm" if first else "quiet"), "SSVEP-13"
    elif first is None or seconds is None:
        status, rule, seconds = "missing", "SSVEP-12", float(readings["missing-time"])
    else:
        status, rule = _judge(first, window, seconds, fs, ignore_compute)
    return Verdict(
        subject=block.truth.subject,
        block=block.truth.block,
        trial=number,
        kind="idle" if idle else "flicker",
        truth=window.code,
        onset=window.onset,
        status=status,
        correct=status in ("correct", "quiet"),
        rule=rule,
        result=_answer(first) if first else None,
        reported_at=first.p if first else None,
        seconds=seconds,
    )


def _judge(report: Report, window: Window, seconds: float, fs: int, ignore_compute: bool) -> tuple[str, str]:
    """Status and deciding rule of an answered flicker trial, in the order of C11."""
    if seconds > LIMIT:
        return "late", "SSVEP-12"
    # The clock is kept in whole microseconds; finer than that are only binary fractions.
    if not ignore_compute and round(report.clock - window.onset / fs, 6) > LIMIT:
        return "late", "SSVEP-15"
    if not is_label(report):
        return "invalid", "SSVEP-6"
    return ("correct" if report.value == window.code else "wrong"), "SSVEP-11"


def is_label(report: Report) -> bool:
    """SSVEP-6: an integer 1–40, Python's or numpy's."""
    whole = report.type in _WHOLE or report.type.startswith(("numpy.int", "numpy.uint"))
    return whole and isinstance(report.value, int) and 1 <= report.value <= TARGETS


def _answer(report: Report) -> object:
    return report.value if is_label(report) else report.text


def _part(trials: Sequence[Verdict], subject: str, block: str | None = None) -> Part:
    """Figures of some trials: P and T over flicker trials (SSVEP-14), FPR over idle ones (SSVEP-13)."""
    flicker = [verdict for verdict in trials if verdict.kind == "flicker"]
    idle = [verdict for verdict in trials if verdict.kind == "idle"]
    accuracy = mean(float(verdict.correct) for verdict in flicker)
    seconds = mean(verdict.seconds or 0.0 for verdict in flicker)
    rate = None if accuracy is None or seconds is None else itr(TARGETS, accuracy, seconds)
    fpr = mean(float(not verdict.correct) for verdict in idle)
    metrics = {"itr": rate, "fpr": fpr, "accuracy": accuracy, "mean_seconds": seconds}
    return Part(subject, rate, metrics, block)


_WORDINGS = {
    "second-report": Wording(
        "warning",
        "More than one report in a flicker trial; only the first counts (SSVEP-10).",
        "After a report, wait until the response to that target is gone.",
    ),
    "invalid-report": Wording(
        "warning",
        "A report is not an integer 1–40 (SSVEP-6); the first was {shown}.",
        "Set resultType to int(label).",
    ),
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
        "A report on a block's last packet is lost (reading block-tail=engine).",
        "Report before the last packet of a block.",
    ),
}


def _remark_on_computing(verdict: Verdict, remarks: Remarks) -> None:
    remarks.add(
        "late-by-computing",
        "warning",
        "The data came in time, computing made the trial late (SSVEP-15).",
        "Compute less. If the machine was busy, score the run again with --ignore-compute.",
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


SCORER = Scorer(judge, figures, diagnose, screen, broke_off=lambda end: f"{end.message or end.how} (C8)")
