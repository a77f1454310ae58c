"""Scoring of the turing track: verdicts of trials, the walk through a block, the mean of the blocks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bcisub.data.turing_tables import BEHAVIOUR_NAMES, TASK_NAMES, TASKS, behaviour_of, is_task, task_of
from bcisub.results.model import Part, Result, Table, Verdict
from bcisub.scoring.record import BlockRecord, Report, RunRecord
from bcisub.scoring.turing_remarks import Remarks

if TYPE_CHECKING:
    from bcisub.tracks.base import Readings

K = 200.0
"""Factor of the score (TURING-13)."""
LIMIT = 5
"""Seconds of data a trial may take (TURING-11)."""
OVERHEAD = 0.5
"""Seconds added to every trial (TURING-12)."""


@dataclass(frozen=True)
class Window:
    """One trial and the reports that fall to it."""

    onset: int
    code: int
    end: int
    """Last position that belongs to the trial (C5)."""
    reports: tuple[Report, ...]


@dataclass(frozen=True)
class BlockScore:
    """One block after the walk."""

    subject: str
    block: str
    verdicts: tuple[Verdict, ...]
    target: int
    walked: int
    correct: int
    """Correct trials among those walked."""
    seconds: float
    """ΣL over the trials walked."""
    score: float

    @property
    def short(self) -> int:
        """Correct trials that were missing to the target."""
        return self.target - self.correct


def score_run(record: RunRecord, readings: Readings) -> Result:
    """The whole result. A run that did not come to its own end is void; what was recorded is still shown (C8)."""
    remarks = Remarks()
    # A block the algorithm never asked for has reports for none of its trials.
    blocks = [*record.blocks, *(BlockRecord(truth, packet=10) for truth in record.unread)]
    scored = [score_block(block, record.fs, readings, remarks) for block in blocks]
    mean = _mean([block.score for block in scored])
    verdicts = [verdict for block in scored for verdict in block.verdicts]
    accuracy = _mean([float(verdict.correct) for verdict in verdicts])
    answered = [verdict.seconds for verdict in verdicts if verdict.seconds is not None]
    reached = sum(block.short == 0 for block in scored)
    valid = record.end.complete
    return Result(
        track="turing",
        score=mean if valid else 0.0,
        unit="points",
        higher_is_better=True,
        valid=valid,
        void_reason=None if valid else record.end.message or record.end.how,
        metrics={"accuracy": accuracy, "mean_seconds": _mean(answered), "blocks_reached": reached},
        readings=dict(readings),
        subjects=_subjects(scored),
        blocks=[_part(block) for block in scored],
        trials=verdicts,
        stray_reports=remarks.stray,
        diagnostics=remarks.diagnostics(),
        headline=[
            ("accuracy", f"{accuracy:.1%}"),
            ("mean data length", f"{_mean(answered):.2f} s"),
            ("blocks that reached their target", f"{reached} of {len(scored)}"),
        ],
        tables=[_block_table(scored), _confusions(verdicts)],
    )


def score_block(block: BlockRecord, fs: int, readings: Readings, remarks: Remarks) -> BlockScore:
    """Walk the trials in order until ⌈0.8·N⌉ are correct (TURING-13), with the score so far on each (TURING-14)."""
    windows = trial_windows(block, readings, remarks)
    target = -(-4 * len(windows) // 5)
    correct, seconds, walked, verdicts = 0, 0.0, 0, []
    for trial, window in enumerate(windows):
        status, result, rule = _judge(window, fs, readings)
        first = window.reports[0] if window.reports else None
        length = _length(window, fs, readings)
        counted = correct < target
        running = None
        if counted:
            walked, seconds, correct = walked + 1, seconds + length, correct + (status == "correct")
            running = K * correct / seconds
        verdict = Verdict(
            **block.place,
            trial=trial,
            kind="task",
            truth=task_of(window.code),
            onset=window.onset,
            status=status,
            correct=status == "correct",
            rule=rule,
            result=result,
            reported_at=first.p if first else None,
            seconds=(first.p - window.onset) / fs if first else None,
            extra={
                "behaviour": behaviour_of(window.code),
                "length": round(length, 6),
                "counted": counted,
                "running": running,
            },
        )
        verdicts.append(verdict)
        remarks.on_trial(verdict, window.reports)
    reached = correct == target
    score = K * target / seconds if reached and windows else 0.0
    scored = BlockScore(**block.place, verdicts=tuple(verdicts), target=target, walked=walked, correct=correct,
                        seconds=seconds, score=score)  # fmt: skip
    if scored.short:
        remarks.on_missed_target(block.place, scored.short, target)
    return scored


def trial_windows(block: BlockRecord, readings: Readings, remarks: Remarks) -> list[Window]:
    """Share the reports out among the trials by where their windows lie (C4, C5, TURING-10)."""
    samples, packet = block.truth.samples, block.packet
    trials = [(sample, code) for sample, code in block.truth.events if is_task(code)]
    starts = [trigger_packet_end(sample, packet, samples, readings["trigger-packet"]) for sample, _ in trials]
    strict = readings["window-end"] == "engine"
    kept = []
    for report in block.reports:
        if report.p in starts:
            remarks.on_trigger_packet(block.place, report)
        if readings["block-tail"] == "engine" and report.packet == block.packets:
            remarks.on_lost(block.place, report)
        else:
            kept.append(report)
    windows, used = [], 0
    for place, (sample, code) in enumerate(trials):
        last = place + 1 == len(trials)
        end = samples if last else starts[place + 1]
        inside = tuple(r for r in kept if starts[place] < r.p and (r.p <= end if last or not strict else r.p < end))
        used += len(inside)
        windows.append(Window(sample, code, end, inside))
    remarks.on_stray(len(block.reports) - used)
    return windows


def trigger_packet_end(sample: int, packet: int, samples: int, reading: str) -> int:
    """E(s): up to where the trigger's packet still belongs to the trial before (C4)."""
    packets = -(-sample // packet) if reading == "engine" else sample // packet + 1
    return min(packets * packet, samples)


def _judge(window: Window, fs: int, readings: Readings) -> tuple[str, object, str]:
    """Status, answer and deciding rule of a trial; late before invalid before wrong (C11)."""
    if not window.reports:
        return "missing", None, "TURING-12"
    first = window.reports[0]
    used, limit = first.p - window.onset, LIMIT * fs
    value = first.value
    if used > limit or (used == limit and readings["five-seconds"] == "under"):
        return "late", value, "TURING-11"
    if not isinstance(value, int) or isinstance(value, bool) or value not in TASK_NAMES:
        return "invalid", value, "TURING-6"
    return ("correct" if value == task_of(window.code) else "wrong"), value, "TURING-10"


def _length(window: Window, fs: int, readings: Readings) -> float:
    """L of a trial in seconds (TURING-12)."""
    if window.reports:
        return (window.reports[0].p - window.onset) / fs + OVERHEAD
    if readings["missing-length"] == "trial":
        return (window.end - window.onset) / fs + OVERHEAD
    return float(readings["missing-length"]) + OVERHEAD


def _part(block: BlockScore) -> Part:
    figures = {
        "trials": len(block.verdicts),
        "walked": block.walked,
        "target": block.target,
        "correct": block.correct,
        "missing": block.short,
        "seconds": round(block.seconds, 6),
    }
    return Part(block.subject, block.score, figures, block.block)


def _subjects(blocks: Sequence[BlockScore]) -> list[Part]:
    parts = []
    for subject in dict.fromkeys(block.subject for block in blocks):
        own = [block for block in blocks if block.subject == subject]
        verdicts = [verdict for block in own for verdict in block.verdicts]
        accuracy = _mean([float(verdict.correct) for verdict in verdicts])
        parts.append(Part(subject, _mean([block.score for block in own]), {"accuracy": accuracy, "blocks": len(own)}))
    return parts


def _block_table(blocks: Sequence[BlockScore]) -> Table:
    rows = [
        (
            f"{block.subject}/{block.block}",
            f"{block.walked} of {len(block.verdicts)}",
            str(block.target),
            str(block.correct) + (f" ({block.short} short)" if block.short else ""),
            f"{block.seconds:.2f}",
            f"{block.score:.2f}",
        )
        for block in blocks
    ]
    return Table("Blocks", ("block", "trials walked", "target", "correct", "ΣL in s", "score"), rows)


def _confusions(verdicts: Sequence[Verdict]) -> Table:
    """Which behaviours were confused for which tasks, the most frequent first."""
    pairs = Counter(
        (verdict.extra["behaviour"], verdict.truth, verdict.result) for verdict in verdicts if verdict.status == "wrong"
    )
    rows = [
        (
            f"{behaviour} ({BEHAVIOUR_NAMES[behaviour]})",
            TASK_NAMES[truth],
            TASK_NAMES[result] + ("" if result in TASKS[behaviour] else " (impossible)"),
            str(count),
        )
        for (behaviour, truth, result), count in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
    ]
    return Table("Confused", ("behaviour", "task", "reported", "times"), rows)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
