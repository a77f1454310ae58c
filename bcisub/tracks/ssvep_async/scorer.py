"""Scoring of ssvep-async: verdicts, then ITR over flicker trials and FPR over idle ones."""

from __future__ import annotations

from collections.abc import Sequence

from bcisub.model.record import BlockRecord, Report, RunRecord
from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, Scorer, ends_run, judged_block, reached, served
from bcisub.scoring.itr import itr, mean
from bcisub.scoring.windows import Window, assign, trial_ends
from bcisub.tracks.ssvep_async.remarks import TARGETS, diagnose, label
from bcisub.tracks.ssvep_async.screen import FPR_LIMIT, screen

LIMIT = 5.0
"""Seconds within which a decision must come (SSVEP-11)."""
TINY = 1e-12
"""The mean of three tenths is a little more than a tenth in binary; exactly 0.1 is fine (SSVEP-16)."""
FIRST_IDLE = 101
LAST_START = 240
TRIAL_END = 241


def judge(record: RunRecord, readings: Readings) -> Judged:
    """Every trial's verdict (SSVEP-10 to SSVEP-13, SSVEP-15)."""
    compute_time = "none" if record.options.get("ignore_compute") else readings["compute-time"]
    blocks, dealt = [], []
    for block in served(record, packet=10):
        stop = reached(block, record)
        onsets = [(at, code) for at, code in block.truth.events if 0 < code <= LAST_START]
        seen = [onset for onset in onsets if onset[0] < stop]
        stops = _stops(block, seen, readings)
        assigned = assign(block, seen, readings, stops=stops, last=ends_run(block, record))
        verdicts = [
            _verdict(block, number, window, record.fs, readings, compute_time)
            for number, window in enumerate(assigned.windows)
        ]
        blocks.append(judged_block(block, record, verdicts, len(onsets)))
        dealt.append(assigned)
    return Judged(blocks, record.end.complete, dealt)


def _stops(block: BlockRecord, onsets: Sequence[tuple[int, int]], readings: Readings) -> Sequence[int | None]:
    """`report-window=end`: a flicker trial's window ends with its trigger 241; an idle trial's never does."""
    if readings["report-window"] != "end":
        return ()
    ends = trial_ends(block, onsets, readings, TRIAL_END)
    return [None if code >= FIRST_IDLE else end for end, (_, code) in zip(ends, onsets, strict=True)]


def figures(judged: Judged, readings: Readings) -> Figures:
    """ITR and FPR, pooled or the mean of the parts (SSVEP-13, SSVEP-14, SSVEP-16)."""
    as_written = readings["below-chance"] == "formula"
    blocks = [_part(block.verdicts, as_written, block.subject, block.block) for block in judged.blocks]
    subjects = [_part(own.verdicts, as_written, name) for name, own in judged.by_subject().items()]
    whole = [_part(judged.verdicts, as_written, "all")]
    pooled = whole[0].metrics
    parts = {"block": blocks, "subject": subjects, "pooled": whole}
    rate = _mean_of("itr", parts[readings["itr-mean"]])
    fpr = _mean_of("fpr", parts[readings["fpr-mean"]])
    reason = None
    if rate is None:
        reason = "no flicker trial was replayed"
    elif fpr is not None and fpr > FPR_LIMIT + TINY:
        reason = f"mean FPR {fpr:.3f} is over the limit of {FPR_LIMIT} (SSVEP-16)"
    return Figures(rate, {**pooled, "itr": rate, "fpr": fpr}, subjects, blocks, reason)


def _verdict(
    block: BlockRecord, number: int, window: Window, fs: int, readings: Readings, compute_time: str
) -> Verdict:
    idle = window.code >= FIRST_IDLE
    reports = _heard(window, idle, fs, readings)
    first = reports[0] if reports else None
    seconds = (first.p - window.origin) / fs if first else None
    answer = label(first, readings) if first else None
    if idle:
        status, rule = ("false-alarm" if first else "quiet"), "SSVEP-13"
    elif first is None:
        status, rule, seconds = "missing", "SSVEP-12", float(readings["missing-time"])
    else:
        status, rule, seconds = _judge(first, answer, window, block.packet, fs, readings, compute_time)
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
        result=first.text if first and answer is None else answer,
        reported_at=first.p if first else None,
        seconds=seconds,
    )


def _heard(window: Window, idle: bool, fs: int, readings: Readings) -> Sequence[Report]:
    """The reports of a window that are taken for reports of the trial (`report-window`, `idle-window`)."""
    if readings["idle-window" if idle else "report-window"] != "5s":
        return window.reports
    # An idle trial's 5 s run from its trigger, a flicker trial's are data length (C6).
    last = (window.onset if idle else window.origin) + LIMIT * fs
    return [report for report in window.reports if report.p <= last]


def _judge(
    report: Report, answer: int | None, window: Window, packet: int, fs: int, readings: Readings, compute_time: str
) -> tuple[str, str, float]:
    """Status, deciding rule and T of an answered flicker trial, in the order of C11."""
    data = (report.p - window.origin) / fs
    clock = _on_the_clock(report, window, packet, fs, compute_time)
    upto = readings["five-seconds"] == "upto"
    if clock > LIMIT or (clock == LIMIT and not upto):
        by_data = data > LIMIT or (data == LIMIT and not upto)
        return "late", "SSVEP-12" if by_data else "SSVEP-15", clock
    if answer is None:
        return "invalid", "SSVEP-6", data
    return ("correct" if answer == window.code else "wrong"), "SSVEP-11", data


def _on_the_clock(report: Report, window: Window, packet: int, fs: int, compute_time: str) -> float:
    """Seconds from the trial's start to the report, data and computing (SSVEP-15, reading `compute-time`)."""
    used = report.p - window.origin
    if compute_time == "packets":
        # In whole microseconds, as the clock is kept: how many packets would be there, and how many were taken.
        behind = round(report.clock * 1e6) * fs // (packet * 1_000_000) - report.packet
        return (used + max(0, behind) * packet) / fs
    if compute_time == "exact":
        # Finer than microseconds are only binary fractions.
        return max(used / fs, round(report.clock - window.origin / fs, 6))
    return used / fs


def _mean_of(figure: str, parts: Sequence[Part]) -> float | None:
    return mean(value for part in parts if (value := part.metrics[figure]) is not None)


def _part(trials: Sequence[Verdict], as_written: bool, subject: str, block: str | None = None) -> Part:
    """Figures of some trials: P and T over flicker trials (SSVEP-14), FPR over idle ones (SSVEP-13)."""
    flicker = [verdict for verdict in trials if verdict.kind == "flicker"]
    idle = [verdict for verdict in trials if verdict.kind == "idle"]
    accuracy = mean(float(verdict.correct) for verdict in flicker)
    seconds = mean(verdict.seconds or 0.0 for verdict in flicker)
    rate = None if accuracy is None or seconds is None else itr(TARGETS, accuracy, seconds, as_written=as_written)
    fpr = mean(float(not verdict.correct) for verdict in idle)
    metrics = {"itr": rate, "fpr": fpr, "accuracy": accuracy, "mean_seconds": seconds}
    return Part(subject, rate, metrics, block)


SCORER = Scorer(judge, figures, diagnose, screen, broke_off=lambda end: f"{end.message or end.how} (C8)")
