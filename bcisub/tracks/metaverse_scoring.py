"""Scoring of the metaverse track: one verdict a trial, then the two transfer rates (META-10 to META-15)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bcisub.results.model import Diagnostic, Part, Result, Table, Verdict
from bcisub.scoring.itr import itr
from bcisub.scoring.record import BlockRecord, Report, RunRecord
from bcisub.scoring.windows import packet_end
from bcisub.tracks.base import Readings
from bcisub.tracks.metaverse import SUBJECTS, Trial, trials

FLOOR = 3.0
"""Seconds a decision counts at least (META-13)."""
WEIGHTS = (0.9, 0.1)
"""Of real or generated, and of the subject (META-15)."""
_DIGITS = re.compile(r"[01]{6}")

Metrics = dict[str, float | int | None]


def score(record: RunRecord, readings: Readings) -> Result:
    """The run's result under the given readings."""
    verdicts: list[Verdict] = []
    by_block: list[tuple[BlockRecord, list[Verdict]]] = []
    tally = _Tally()
    unread = [BlockRecord(truth, packet=1) for truth in record.unread]
    for block in (*record.blocks, *unread):
        judged = list(_judge(block, record.fs, readings, tally))
        verdicts.extend(judged)
        by_block.append((block, judged))
    hidden = sum(verdict.truth is None for verdict in verdicts)
    reason = None if record.end.complete else record.end.message or f"the run ended by {record.end.how}"
    if reason is None and hidden:
        reason = f"{hidden} of {len(verdicts)} trials hide their truth (trigger 240): nothing to score against"
    elif reason is None and not verdicts:
        reason = "the set holds no trials"
    blocks = [
        Part(block.truth.subject, _score(figures), figures, block.truth.block)
        for block, judged in by_block
        if (figures := _figures(judged))
    ]
    figures = _figures(verdicts)
    value = _score(figures)
    if readings["itr-mean"] == "block" and value is not None and blocks:
        value = sum(part.score or 0.0 for part in blocks) / len(blocks)
    result = Result(
        track="metaverse",
        score=value if reason is None else None,
        unit="bits/min",
        higher_is_better=True,
        valid=reason is None,
        void_reason=reason,
        metrics=figures,
        readings=dict(readings),
        subjects=_subjects(verdicts),
        blocks=blocks,
        trials=verdicts,
        stray_reports=tally.counts["stray-report"],
        diagnostics=tally.diagnostics(),
    )
    result.diagnostics += _unawaited(record)
    result.headline = _headline(figures)
    result.tables = _tables(verdicts, figures, record.fs)
    return result


def well_formed(report: Report) -> bool:
    """META-8: a string of six binary digits with a subject 1-23."""
    value = report.value
    return isinstance(value, str) and bool(_DIGITS.fullmatch(value)) and 1 <= int(value[1:], 2) <= SUBJECTS


_SAID = {
    "second-report": (
        "warning",
        "a further report between two packets is not effective (META-11)",
        "Report at most once per packet.",
    ),
    "late-report": (
        "warning",
        "the deciding report came after the trial's end: wrong in both parts (META-12)",
        "Do not report after the packet with 241, not even to correct an answer.",
    ),
    "invalid-report": (
        "error",
        "the result is not six binary digits with a subject 1-23 (META-8)",
        'Report a str such as "110000": 1 = real, then the subject in five binary digits.',
    ),
    "stray-report": (
        "warning",
        "a report before the first trial's first packet counts for nobody (C5)",
        "Report from the packet after the start trigger on.",
    ),
}


class _Tally:
    """Counts of what went amiss, with the first place of each."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._first: dict[str, dict[str, object]] = {}

    def add(self, code: str, block: BlockRecord, report: Report) -> None:
        self.counts[code] += 1
        self._first.setdefault(code, {**block.place, "p": report.p, "result": report.shown})

    def diagnostics(self) -> list[Diagnostic]:
        return [
            Diagnostic(code, level, message, hint, self.counts[code], self._first[code])
            for code, (level, message, hint) in _SAID.items()
            if self.counts[code]
        ]


def _unawaited(record: RunRecord) -> list[Diagnostic]:
    """META-5: coroutines the worker saw dropped without `await`."""
    names = [str(note.get("name")) for note in record.notes if note.get("code") == "un-awaited"]
    if not names:
        return []
    message = f"{names[0]}() was called without await, so it never happened (META-5)"
    hint = "Write `await` before get_device, get_data and report."
    return [Diagnostic("un-awaited", "error", message, hint, len(names), {"name": names[0]})]


@dataclass(frozen=True)
class _Window:
    """Where a trial's reports lie."""

    opens: int
    closes: int
    """E(e): the last position on time."""
    next: int
    """E(next s), or the block's end."""


def _judge(block: BlockRecord, fs: int, readings: Readings, tally: _Tally) -> Iterator[Verdict]:
    found = trials(block.truth)
    samples = block.truth.samples
    windows = []
    for at, trial in enumerate(found):
        after = packet_end(found[at + 1].start, block.packet, samples) if at + 1 < len(found) else samples
        opens = packet_end(trial.start, block.packet, samples)
        windows.append(_Window(opens, packet_end(trial.end, block.packet, samples), after))
    effective = _effective(block, tally)
    place = 0
    for number, (trial, window) in enumerate(zip(found, windows, strict=True)):
        while place < len(effective) and effective[place].p <= window.opens:
            tally.add("stray-report", block, effective[place])
            place += 1
        deciding = None
        while place < len(effective) and effective[place].p <= window.next:
            deciding = effective[place]
            if not well_formed(deciding):
                tally.add("invalid-report", block, deciding)
            place += 1
        yield _verdict(block, number, trial, window, deciding, fs, readings, tally)
    for report in effective[place:]:
        tally.add("stray-report", block, report)


def _effective(block: BlockRecord, tally: _Tally) -> list[Report]:
    """META-11: the first report between two packets."""
    kept: list[Report] = []
    for report in block.reports:
        if kept and kept[-1].packet == report.packet:
            tally.add("second-report", block, report)
        else:
            kept.append(report)
    return kept


def _verdict(
    block: BlockRecord,
    number: int,
    trial: Trial,
    window: _Window,
    report: Report | None,
    fs: int,
    readings: Readings,
    tally: _Tally,
) -> Verdict:
    """META-12 to META-14 for one trial; C11 orders the statuses."""
    whole = (trial.end - trial.start) / fs
    real = subject = False
    if report is None:
        status, rule, seconds = "missing", "META-13", whole
    else:
        seconds = max(FLOOR, (report.p - trial.start) / fs)
        if report.p > window.closes:
            status, rule = "late", "META-12"
            tally.add("late-report", block, report)
            if readings["late-time"] == "trial":
                seconds = max(FLOOR, whole)
        elif not well_formed(report):
            status, rule = "invalid", "META-8"
        elif trial.truth is None:
            status, rule = "unscored", "META-4"
        else:
            real, subject = report.value[0] == trial.truth[0], report.value[1:] == trial.truth[1:]
            status, rule = ("correct" if real and subject else "wrong"), "META-14"
    return Verdict(
        subject=block.truth.subject,
        block=block.truth.block,
        trial=number,
        kind=trial.kind,
        truth=trial.truth,
        onset=trial.start,
        status=status,
        correct=real and subject,
        rule=rule,
        result=None if report is None else report.value if report.value is not None else report.text,
        reported_at=None if report is None else report.p,
        seconds=seconds,
        extra={"real_correct": real, "subject_correct": subject},
    )


def _figures(verdicts: Sequence[Verdict]) -> Metrics:
    """Both accuracies, both rates and the mean T; without truth only the time."""
    if not verdicts:
        return {}
    seconds = sum(verdict.seconds or 0.0 for verdict in verdicts) / len(verdicts)
    figures: Metrics = {"mean_seconds": seconds, "trials": len(verdicts)}
    if any(verdict.truth is None for verdict in verdicts):
        return figures
    for name, classes in (("real", 2), ("subject", SUBJECTS)):
        right = sum(bool(verdict.extra[f"{name}_correct"]) for verdict in verdicts) / len(verdicts)
        figures[f"{name}_accuracy"] = right
        figures[f"{name}_itr"] = itr(classes, right, seconds)
        figures[f"{name}_itr_at_floor"] = itr(classes, right, FLOOR)
    return figures


def _score(figures: Metrics, suffix: str = "itr") -> float | None:
    """META-15."""
    parts = [figures.get(f"{name}_{suffix}") for name in ("real", "subject")]
    if None in parts:
        return None
    return sum(weight * float(part or 0.0) for weight, part in zip(WEIGHTS, parts, strict=True))


def _subjects(verdicts: Sequence[Verdict]) -> list[Part]:
    """One part per folder of the set."""
    names = dict.fromkeys(verdict.subject for verdict in verdicts)
    parts = []
    for name in names:
        figures = _figures([verdict for verdict in verdicts if verdict.subject == name])
        parts.append(Part(name, _score(figures), figures))
    return parts


def _headline(figures: Metrics) -> list[tuple[str, str]]:
    lines = []
    for name, title in (("real", "real or generated"), ("subject", "subject")):
        if f"{name}_accuracy" in figures:
            lines.append((title, f"{figures[f'{name}_accuracy']:.3f}  ({figures[f'{name}_itr']:.2f} bits/min)"))
    if "mean_seconds" in figures:
        lines.append(("mean T", f"{figures['mean_seconds']:.3f} s"))
    return lines


def _tables(verdicts: Sequence[Verdict], figures: Metrics, fs: int) -> list[Table]:
    """What the screen adds: the price of time, who was taken for real, who for whom."""
    if "real_itr" not in figures:
        return [Table("No truth", lines=["The set hides its labels (240). The answers are written to answers.csv."])]
    return [_time(verdicts, figures, fs), _confusion(verdicts), _mistaken(verdicts)]


def _time(verdicts: Sequence[Verdict], figures: Metrics, fs: int) -> Table:
    early = [
        max(0.0, FLOOR - (verdict.reported_at - verdict.onset) / fs)
        for verdict in verdicts
        if verdict.reported_at is not None
    ]
    over = sum(max(0.0, (verdict.seconds or 0.0) - FLOOR) for verdict in verdicts)
    lines = [f"The 3 s floor added {sum(early):.1f} s: that much data was free and not used (META-13)."]
    if over > 0:
        now, then = _score(figures), _score(figures, "itr_at_floor")
        lines.append(f"Waiting past 3 s took {over:.1f} s; at 3 s the same answers make {then:.2f}, not {now:.2f}.")
    return Table("Time", lines=lines)


def _confusion(verdicts: Sequence[Verdict]) -> Table:
    answered = Counter(
        (verdict.kind, "none" if verdict.status in ("missing", "late", "invalid") else str(verdict.result)[0])
        for verdict in verdicts
    )
    rows = [
        (kind, *(str(answered[kind, answer]) for answer in ("1", "0", "none")))
        for kind in ("real-open", "real-closed", "generated")
    ]
    return Table("Real or generated", ("truth", "said real", "said generated", "no valid answer"), rows)


def _mistaken(verdicts: Sequence[Verdict], shown: int = 5) -> Table:
    pairs = Counter(
        (int(verdict.truth[1:], 2), int(verdict.result[1:], 2))
        for verdict in verdicts
        if verdict.status in ("correct", "wrong") and not verdict.extra["subject_correct"]
    )
    rows = [(str(truth), str(said), str(count)) for (truth, said), count in pairs.most_common(shown)]
    return Table("Most confused subjects", ("subject", "taken for", "trials"), rows)
