"""Scoring of ssvep-async: verdicts, then ITR over flicker trials and FPR over idle ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bcisub.model.record import BlockRecord, Report, RunRecord
from bcisub.model.result import Part, Result, Table, Verdict
from bcisub.scoring.itr import itr, mean
from bcisub.scoring.remarks import Remarks, remark_on_run
from bcisub.scoring.windows import Assigned, Window, assign

if TYPE_CHECKING:
    from bcisub.model.track import Readings

TARGETS = 40
LIMIT = 5.0
"""Seconds within which a decision must come (SSVEP-11)."""
FPR_LIMIT = 0.1
TINY = 1e-12
"""The mean of three tenths is a little more than a tenth in binary; exactly 0.1 is fine (SSVEP-16)."""
_WHOLE = ("int", "numpy.longlong", "numpy.ulonglong")
FIRST_IDLE = 101
LAST_START = 240


def score_run(record: RunRecord, readings: Readings) -> Result:
    """The whole result (SSVEP-10 to SSVEP-16)."""
    remarks = Remarks()
    remark_on_run(record, remarks)
    blocks = list(record.blocks)
    if record.end.complete:
        # A block the algorithm never asked for has reports for none of its trials.
        blocks += [BlockRecord(truth, packet=10, delivered=truth.samples) for truth in record.unread]
    ignore_compute = bool(record.options.get("ignore_compute"))
    verdicts: list[list[Verdict]] = []
    strays = 0
    for block in blocks:
        onsets = [event for event in block.truth.events if 0 < event[1] <= LAST_START]
        if not record.end.complete:
            onsets = [event for event in onsets if event[0] < block.delivered]
        assigned = assign(block, onsets, readings)
        strays += len(assigned.strays) + len(assigned.lost)
        _remark_on_reports(block, assigned, remarks)
        verdicts.append(
            [
                _verdict(block, number, window, record.fs, readings, ignore_compute)
                for number, window in enumerate(assigned.windows)
            ]
        )
    _remark_on_computing(verdicts, remarks)
    return _result(record, readings, blocks, verdicts, strays, remarks)


def _result(
    record: RunRecord,
    readings: Readings,
    blocks: Sequence[BlockRecord],
    verdicts: Sequence[Sequence[Verdict]],
    strays: int,
    remarks: Remarks,
) -> Result:
    every = [verdict for block in verdicts for verdict in block]
    parts = [
        _part(trials, block.truth.subject, block.truth.block) for block, trials in zip(blocks, verdicts, strict=True)
    ]
    own: dict[str, list[Verdict]] = {block.truth.subject: [] for block in blocks}
    for verdict in every:
        own[verdict.subject].append(verdict)
    subjects = [_part(trials, name) for name, trials in own.items()]
    pooled = _part(every, "all").metrics
    means = {"block": parts, "subject": subjects}.get(readings["itr-mean"])
    rate = pooled["itr"] if means is None else mean(p.metrics["itr"] for p in means if p.metrics["itr"] is not None)
    fpr = pooled["fpr"]
    if readings["fpr-mean"] == "subject":
        fpr = mean(part.metrics["fpr"] for part in subjects if part.metrics["fpr"] is not None)
    if fpr is None and record.end.complete:
        remarks.add(
            "no-idle-trials",
            "warning",
            "The data has no idle trial, so FPR was not tested (SSVEP-13).",
            "Use a set with idle trials.",
        )
    if rate is None and record.end.complete:
        remarks.add(
            "no-trials",
            "error",
            "The data has no flicker trial to score.",
            "Check the trigger row with `bcisub data info`.",
        )
    reason = None
    if not record.end.complete:
        reason = f"{record.end.message or record.end.how} (C8)"
    elif rate is None:
        reason = "no flicker trial was replayed"
    elif fpr is not None and fpr > FPR_LIMIT + TINY:
        reason = f"mean FPR {fpr:.3f} is over the limit of {FPR_LIMIT} (SSVEP-16)"
    counts = Counter(verdict.status for verdict in every)
    metrics = {**pooled, "itr": rate, "fpr": fpr}
    split = ["correct", "wrong", "late", "missing", "invalid", "quiet", "false-alarm"]
    return Result(
        track="ssvep-async",
        score=rate if reason is None else 0.0,
        unit="bits/min",
        higher_is_better=True,
        valid=reason is None,
        void_reason=reason,
        metrics=metrics,
        readings=dict(readings),
        subjects=subjects,
        blocks=parts,
        trials=every,
        stray_reports=strays,
        diagnostics=remarks.list(),
        headline=[
            ("ITR", _shown(rate, "{:.1f} bits/min")),
            ("accuracy", _shown(metrics["accuracy"], "{:.1%}")),
            ("mean time", _shown(metrics["mean_seconds"], "{:.2f} s")),
            ("FPR", _shown(fpr, "{:.3f}") + f" (limit {FPR_LIMIT})"),
        ],
        tables=[
            _table(parts, verdicts),
            Table("Verdicts", lines=["   ".join(f"{word} {counts[word]}" for word in split if counts[word])]),
        ],
    )


def _verdict(
    block: BlockRecord, number: int, window: Window, fs: int, readings: Readings, ignore_compute: bool
) -> Verdict:
    place = {"subject": block.truth.subject, "block": block.truth.block, "trial": number}
    reports = window.reports
    if window.code >= FIRST_IDLE:
        if readings["idle-window"] == "5s":
            reports = tuple(report for report in reports if (report.p - window.onset) / fs <= LIMIT)
        alarm = reports[0] if reports else None
        return Verdict(
            **place,  # type: ignore[arg-type]
            kind="idle",
            truth=window.code,
            onset=window.onset,
            status="false-alarm" if alarm else "quiet",
            correct=alarm is None,
            rule="SSVEP-13",
            result=_answer(alarm) if alarm else None,
            reported_at=alarm.p if alarm else None,
            seconds=(alarm.p - window.onset) / fs if alarm else None,
        )
    if not reports:
        status, rule, seconds, first = "missing", "SSVEP-12", float(readings["missing-time"]), None
    else:
        first = reports[0]
        seconds = (first.p - window.onset) / fs
        status, rule = _judge(first, window, seconds, fs, ignore_compute)
    return Verdict(
        **place,  # type: ignore[arg-type]
        kind="flicker",
        truth=window.code,
        onset=window.onset,
        status=status,
        correct=status == "correct",
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


def _table(parts: Sequence[Part], verdicts: Sequence[Sequence[Verdict]]) -> Table:
    rows = []
    for part, trials in zip(parts, verdicts, strict=True):
        m = part.metrics
        idle = sum(verdict.kind == "idle" for verdict in trials)
        rows.append(
            [
                part.subject,
                part.block or "",
                _shown(m["itr"], "{:.1f}"),
                _shown(m["accuracy"], "{:.1%}"),
                _shown(m["mean_seconds"], "{:.2f}"),
                _shown(m["fpr"], "{:.3f}"),
                f"{len(trials) - idle} + {idle}",
            ]
        )
    return Table("Blocks", ("subject", "block", "ITR", "accuracy", "seconds", "FPR", "flicker + idle"), rows)


def _shown(value: float | int | None, form: str) -> str:
    return "–" if value is None else form.format(value)


def _remark_on_reports(block: BlockRecord, assigned: Assigned, remarks: Remarks) -> None:
    for window in assigned.windows:
        if window.code < FIRST_IDLE and len(window.reports) > 1:
            remarks.add(
                "second-report",
                "warning",
                "More than one report in a flicker trial; only the first counts (SSVEP-10).",
                "After a report, wait until the response to that target is gone.",
                first={**block.place, "reported_at": window.reports[1].p},
                count=len(window.reports) - 1,
            )
    starts = {window.opens for window in assigned.windows}
    for report in block.reports:
        if not is_label(report):
            remarks.add(
                "invalid-report",
                "warning",
                f"A report is not an integer 1–40 (SSVEP-6); the first was {report.shown}.",
                "Set resultType to int(label).",
                first={**block.place, "reported_at": report.p},
            )
        if report.p in starts:
            remarks.add(
                "report-on-trigger-packet",
                "warning",
                "A report came on the packet that holds a trial's trigger; it belongs to the trial before (C4).",
                "Wait for at least one more packet.",
                first={**block.place, "reported_at": report.p},
            )
    for report in assigned.strays:
        remarks.add(
            "stray-report",
            "info",
            "A report lies in no trial's window; it scores nothing (C5).",
            "Nothing is lost, but the algorithm saw a target where there was none.",
            first={**block.place, "reported_at": report.p},
        )
    for report in assigned.lost:
        remarks.add(
            "report-lost-at-block-end",
            "warning",
            "A report on a block's last packet is lost (reading block-tail=engine).",
            "Report before the last packet of a block.",
            first={**block.place, "reported_at": report.p},
        )


def _remark_on_computing(verdicts: Sequence[Sequence[Verdict]], remarks: Remarks) -> None:
    for verdict in (one for block in verdicts for one in block):
        if verdict.rule == "SSVEP-15":
            remarks.add(
                "late-by-computing",
                "warning",
                "The data came in time, computing made the trial late (SSVEP-15).",
                "Compute less. If the machine was busy, score the run again with --ignore-compute.",
                first={"subject": verdict.subject, "block": verdict.block, "reported_at": verdict.reported_at},
            )
