"""Scoring of the metaverse track: one verdict a trial (META-10 to META-14), and the result they make."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bcisub.model.record import BlockRecord, Report, RunRecord, StoredBlock
from bcisub.model.result import Result, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.remarks import Remarks, remark_on_run
from bcisub.scoring.windows import packet_end
from bcisub.tracks.metaverse.rates import FLOOR, by_block, by_subject, figures_of
from bcisub.tracks.metaverse.screen import headline, tables
from bcisub.tracks.metaverse.triggers import SUBJECTS, Trial, trials

_DIGITS = re.compile(r"[01]{6}")


def score_run(record: RunRecord, readings: Readings) -> Result:
    """The run's result under the given readings."""
    remarks = Remarks()
    remark_on_run(record, remarks)
    _remark_on_coroutines(record, remarks)
    blocks = list(record.blocks)
    if record.end.complete:
        # A block the algorithm never asked for has reports for none of its trials.
        blocks += [BlockRecord(truth, packet=1, delivered=truth.samples) for truth in record.unread]
    verdicts: list[Verdict] = []
    strays = 0
    for block in blocks:
        judge = _Judge(block, record, readings, remarks)
        verdicts += judge.verdicts()
        strays += judge.strays
    hidden = sum(verdict.truth is None for verdict in verdicts)
    reason = _void_reason(record, len(verdicts), hidden)
    parts = by_block(verdicts)
    figures = figures_of(verdicts, parts, readings)
    unlabelled = record.end.complete and hidden > 0
    return Result(
        track="metaverse",
        score=None if unlabelled else figures["score"] if reason is None else 0.0,
        unit="bits/min",
        higher_is_better=True,
        valid=reason is None,
        void_reason=reason,
        unlabelled=unlabelled,
        metrics={name: value for name, value in figures.items() if name != "score"},
        readings=dict(readings),
        subjects=by_subject(verdicts, parts, readings),
        blocks=parts,
        trials=verdicts,
        stray_reports=strays,
        diagnostics=remarks.list(),
        headline=headline(figures),
        tables=tables(verdicts, figures),
    )


def well_formed(report: Report) -> bool:
    """META-8: a string of six binary digits with a subject 1-23."""
    value = report.value
    return isinstance(value, str) and bool(_DIGITS.fullmatch(value)) and 1 <= int(value[1:], 2) <= SUBJECTS


def _void_reason(record: RunRecord, count: int, hidden: int) -> str | None:
    if not record.end.complete:
        return record.end.message or f"the run ended by {record.end.how}"
    if hidden:
        return f"{hidden} of {count} trials hide their truth (trigger 240): there is nothing to score against (META-4)"
    return None if count else "the set holds no trials"


@dataclass(frozen=True)
class _Window:
    """Where a trial's reports lie (META-10)."""

    opens: int
    """E(s): a report counts if p is greater."""
    closes: int
    """E(e): last position on time."""
    next: int
    """E(next s): last position that is this trial's, too late; the block's end after the last trial."""


class _Judge:
    """Gives the verdicts on one served run of samples: a block, or all of them joined (`chunking=flat`)."""

    def __init__(self, block: BlockRecord, record: RunRecord, readings: Readings, remarks: Remarks) -> None:
        self._block, self._fs, self._readings, self._remarks = block, record.fs, readings, remarks
        self._trials = trials(block.truth)
        if not record.end.complete:
            # A run that broke off is not blamed for trials it did not reach.
            self._trials = [trial for trial in self._trials if trial.start < block.delivered]
        self._stored = block.truth.stored
        self.strays = 0
        """Reports before the first trial's window (C5)."""

    def verdicts(self) -> Iterator[Verdict]:
        """One verdict a trial, in order."""
        windows = self._windows()
        effective = self._effective({window.opens for window in windows})
        for report in effective:
            if not well_formed(report):
                self._remark("invalid-report", report)
        numbers: Counter[StoredBlock] = Counter()
        at = 0
        for trial, window in zip(self._trials, windows, strict=True):
            while at < len(effective) and effective[at].p <= window.opens:
                self.strays += 1
                self._remark("stray-report", effective[at])
                at += 1
            deciding = None
            while at < len(effective) and effective[at].p <= window.next:
                deciding = effective[at]
                at += 1
            stored = self._stored_at(trial.start)
            yield self._verdict(stored, numbers[stored], trial, window, deciding)
            numbers[stored] += 1
        for report in effective[at:]:
            self.strays += 1
            self._remark("stray-report", report)

    def _windows(self) -> list[_Window]:
        def ends(sample: int) -> int:
            return packet_end(sample, self._block.packet, self._block.truth.samples)

        nexts = [*(ends(trial.start) for trial in self._trials[1:]), self._block.truth.samples]
        return [
            _Window(ends(trial.start), ends(trial.end), after)
            for trial, after in zip(self._trials, nexts, strict=False)
        ]

    def _effective(self, starts: set[int]) -> list[Report]:
        """META-11: the first report between two packets."""
        kept: list[Report] = []
        for report in self._block.reports:
            if kept and kept[-1].packet == report.packet:
                self._remark("second-report", report)
                continue
            kept.append(report)
            if report.p in starts:
                self._remark("report-on-trigger-packet", report)
        return kept

    def _verdict(
        self, stored: StoredBlock, number: int, trial: Trial, window: _Window, report: Report | None
    ) -> Verdict:
        """META-12 to META-14 for one trial; C11 orders the statuses."""
        whole = (trial.end - trial.start) / self._fs
        real = subject = False
        used = None if report is None else (report.p - trial.start) / self._fs
        seconds = whole if used is None else max(FLOOR, used)
        if report is None:
            status, rule = "missing", "META-13"
            if window.closes <= self._block.delivered:
                self._remarks.add("no-report", *_SAID["no-report"], first={**stored.place, "trial": number})
        elif report.p > window.closes:
            status, rule = "late", "META-12"
            self._remark("late-report", report)
            if self._readings["late-time"] == "trial":
                seconds = max(FLOOR, whole)
        elif not well_formed(report):
            status, rule = "invalid", "META-8"
        elif trial.truth is None:
            status, rule = "unscored", "META-4"
        else:
            real, subject = report.value[0] == trial.truth[0], report.value[1:] == trial.truth[1:]
            status, rule = ("correct" if real and subject else "wrong"), "META-14"
        return Verdict(
            **stored.place,
            trial=number,
            kind=trial.kind,
            truth=trial.truth,
            onset=trial.start - stored.first,
            status=status,
            correct=real and subject,
            rule=rule,
            result=None if report is None else report.value if report.value is not None else report.text,
            reported_at=None if report is None else report.p - stored.first,
            seconds=seconds,
            extra={"real_correct": real, "subject_correct": subject, "data_seconds": used},
        )

    def _stored_at(self, sample: int) -> StoredBlock:
        return self._stored[max(0, bisect_right([block.first for block in self._stored], sample) - 1)]

    def _remark(self, code: str, report: Report) -> None:
        stored = self._stored_at(report.p - 1)
        first = {**stored.place, "reported_at": report.p - stored.first, "result": report.shown}
        self._remarks.add(code, *_SAID[code], first=first)


_SAID = {
    "second-report": (
        "warning",
        "A further report between two packets is not effective: the first one counts (META-11).",
        "Report at most once per packet.",
    ),
    "late-report": (
        "warning",
        "The deciding report came after the trial's end: wrong in both parts (META-12).",
        "Do not report after the packet with 241, not even to correct an answer.",
    ),
    "invalid-report": (
        "error",
        "A result is not a str of six binary digits with a subject 1-23 (META-8).",
        'Report a str such as "110000": 1 = real, then the subject in five binary digits.',
    ),
    "no-report": (
        "warning",
        "A trial was not reported at all: wrong in both parts, and its whole length counts (META-13).",
        "A guess on the packet with 241 at the latest is never worse.",
    ),
    "stray-report": (
        "warning",
        "A report before the first trial's first packet counts for nobody (C5).",
        "Report from the packet after the start trigger on.",
    ),
    "report-on-trigger-packet": (
        "warning",
        "A report was made on the very packet that holds a start trigger; it counts for the trial before (C4).",
        "Wait for the packet after the start trigger's before you report.",
    ),
}
"""Level, message and hint of each diagnostic."""


def _remark_on_coroutines(record: RunRecord, remarks: Remarks) -> None:
    """META-5: coroutines the worker saw dropped without `await`."""
    for note in record.notes:
        if note["code"] == "un-awaited":
            remarks.add(
                "un-awaited",
                "error",
                f"{note['name']}() was called without await, so it never happened (META-5).",
                "Write `await` before get_device, get_data and report.",
                first={"name": note["name"], "line": note.get("line")},
                count=note.get("count", 1),
            )
