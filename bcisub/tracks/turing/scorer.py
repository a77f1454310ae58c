"""Scoring of the turing track: verdicts of trials, the walk through a block, the mean of the blocks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bcisub.model.record import BlockRecord, Report, RunRecord
from bcisub.model.result import Part, Result, Table, Verdict
from bcisub.scoring.remarks import Remarks, remark_on_run
from bcisub.scoring.windows import Window, assign
from bcisub.tracks.turing.remarks import remark_on_reports, remark_on_target, remark_on_trial
from bcisub.tracks.turing.tables import BEHAVIOUR_NAMES, TASK_NAMES, TASKS, behaviour_of, is_task, task_of

if TYPE_CHECKING:
    from bcisub.model.track import Readings

K = 200.0
"""Factor of the score (TURING-13)."""
LIMIT = 5
"""Seconds of data a trial may take (TURING-11)."""
OVERHEAD = 0.5
"""Seconds added to every trial (TURING-12)."""


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
    strays: int
    """Reports that fell to no trial (C5)."""
    cut: bool
    """The run broke off in this block."""

    @property
    def short(self) -> int:
        """Correct trials that were missing to the target."""
        return self.target - self.correct


def score_run(record: RunRecord, readings: Readings) -> Result:
    """The whole result. A run that did not come to its own end is void; what was recorded is still shown (C8)."""
    remarks = Remarks()
    remark_on_run(record, remarks)
    valid = record.end.complete
    # Blocks the algorithm chose not to read count as missing; those a broken run never reached are left out.
    unread = [BlockRecord(truth, packet=10) for truth in record.unread] if valid else []
    scored = [
        score_block(block, record.fs, readings, remarks, cut=not valid and not block.read_out)
        for block in [*record.blocks, *unread]
    ]
    mean = _mean([block.score for block in scored])
    verdicts = [verdict for block in scored for verdict in block.verdicts]
    accuracy = _mean([float(verdict.correct) for verdict in verdicts])
    answered = [verdict.seconds for verdict in verdicts if verdict.seconds is not None]
    reached = sum(block.short == 0 for block in scored)
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
        stray_reports=sum(block.strays for block in scored),
        diagnostics=remarks.list(),
        headline=[
            ("accuracy", f"{accuracy:.1%}"),
            ("mean data length", f"{_mean(answered):.2f} s"),
            ("blocks that reached their target", f"{reached} of {len(scored)}"),
        ],
        tables=[_block_table(scored), _confusions(verdicts)],
    )


def score_block(block: BlockRecord, fs: int, readings: Readings, remarks: Remarks, *, cut: bool) -> BlockScore:
    """Walk the trials in order until ⌈0.8·N⌉ are correct (TURING-13), with the score so far on each (TURING-14).

    A run that broke off in the block is not blamed for trials it did not reach; N counts them all the same.
    """
    tasks = [(at, code) for at, code in block.truth.events if is_task(code)]
    target = -(-4 * len(tasks) // 5)
    stop = block.delivered if cut else block.truth.samples
    assigned = assign(block, [task for task in tasks if task[0] < stop], readings)
    windows = assigned.windows
    ends = [*(window.opens for window in windows[1:]), stop]
    remark_on_reports(block, assigned, [report for report in block.reports if not names_task(report)], remarks)
    correct, seconds, walked, verdicts = 0, 0.0, 0, []
    for trial, (window, end) in enumerate(zip(windows, ends, strict=False)):
        status, result, rule = _judge(window, fs, readings)
        first = window.reports[0] if window.reports else None
        length = _length(window, end, fs, readings)
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
        remark_on_trial(verdict, window.reports, remarks)
    reached = correct == target
    score = K * target / seconds if reached and windows else 0.0
    scored = BlockScore(
        **block.place,
        verdicts=tuple(verdicts),
        target=target,
        walked=walked,
        correct=correct,
        seconds=seconds,
        score=score,
        strays=len(assigned.strays) + len(assigned.lost),
        cut=cut,
    )
    if scored.short and not cut:
        remark_on_target(block, scored.short, target, remarks)
    return scored


def _judge(window: Window, fs: int, readings: Readings) -> tuple[str, object, str]:
    """Status, answer and deciding rule of a trial; late before invalid before wrong (C11)."""
    if not window.reports:
        return "missing", None, "TURING-12"
    first = window.reports[0]
    used, limit = first.p - window.onset, LIMIT * fs
    value = first.value
    if used > limit or (used == limit and readings["five-seconds"] == "under"):
        return "late", value, "TURING-11"
    if not names_task(first):
        return "invalid", value, "TURING-6"
    return ("correct" if value == task_of(window.code) else "wrong"), value, "TURING-10"


def names_task(report: Report) -> bool:
    """TURING-6: an integer 1 to 7."""
    value = report.value
    return isinstance(value, int) and not isinstance(value, bool) and value in TASK_NAMES


def _length(window: Window, end: int, fs: int, readings: Readings) -> float:
    """L of a trial in seconds; `end` is where the next trial's window opens (TURING-12)."""
    if window.reports:
        return (window.reports[0].p - window.onset) / fs + OVERHEAD
    if readings["missing-length"] == "trial":
        return (end - window.onset) / fs + OVERHEAD
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
            str(block.correct) + (" (broke off)" if block.cut else f" ({block.short} short)" if block.short else ""),
            f"{block.seconds:.2f}",
            f"{block.score:.2f}",
        )
        for block in blocks
    ]
    return Table("Blocks", ("block", "trials walked", "target", "correct", "ΣL in s", "score"), rows)


def _confusions(verdicts: Sequence[Verdict]) -> Table:
    """Which tasks were taken for which others, behind each robot behaviour; the worst behaviour first."""
    asked = Counter(verdict.extra["behaviour"] for verdict in verdicts)
    wrong: dict[int, Counter[tuple[int, int]]] = {}
    for verdict in verdicts:
        if verdict.status == "wrong":
            wrong.setdefault(verdict.extra["behaviour"], Counter())[verdict.truth, verdict.result] += 1
    rows = []
    for behaviour, pairs in sorted(wrong.items(), key=lambda item: (-item[1].total(), item[0])):
        told = [
            f"{TASK_NAMES[truth]} → {TASK_NAMES[result]}"
            + ("" if result in TASKS[behaviour] else " (impossible)")
            + (f" ×{count}" if count > 1 else "")
            for (truth, result), count in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
        ]
        name = f"{behaviour} ({BEHAVIOUR_NAMES[behaviour]})"
        rows.append((name, ", ".join(told), f"{pairs.total()} of {asked[behaviour]}"))
    return Table("Confused", ("behaviour", "task → reported", "wrong"), rows, () if rows else ("nothing",))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0
