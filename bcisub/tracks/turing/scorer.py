"""Scoring of the turing track: verdicts of trials, the walk through a block, the mean of the blocks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bcisub.model.record import RunRecord
from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, JudgedBlock, Metrics, Scorer, ends_run, judged_block, reached, served
from bcisub.scoring.windows import Assigned, Window, assign, trial_ends
from bcisub.tracks.turing.remarks import diagnose
from bcisub.tracks.turing.screen import screen
from bcisub.tracks.turing.tables import TRIAL_END, answered, behaviour_of, is_task, task_of

K = 200.0
"""Factor of the score (TURING-13)."""
LIMIT = 5
"""Seconds of data a trial may take (TURING-11)."""
OVERHEAD = 0.5
"""Seconds added to every trial (TURING-12)."""


@dataclass(frozen=True)
class Walk:
    """The trials of a block in order, until ⌈0.8·N⌉ are correct (TURING-13)."""

    target: int
    correct: int
    """Correct trials among those walked."""
    seconds: float
    """ΣL over the trials walked."""
    running: Sequence[float]
    """The score so far on every trial walked (TURING-14)."""

    @property
    def score(self) -> float:
        """TURING-13; 0 where the target was never reached."""
        return K * self.target / self.seconds if self.running and self.correct == self.target else 0.0


def walk(trials: Iterable[tuple[bool, float]], due: int) -> Walk:
    """Walk trials, correct or not and how long, of a block that holds `due`.

    A run that broke off in the block is not blamed for trials it did not reach; N counts them all the same.
    """
    target = -(-4 * due // 5)
    correct, seconds, running = 0, 0.0, []
    for right, length in trials:
        if correct == target:
            break
        correct, seconds = correct + right, seconds + length
        running.append(K * correct / seconds)
    return Walk(target, correct, seconds, running)


def judge(record: RunRecord, readings: Readings) -> Judged:
    """Every trial's verdict (TURING-10 to TURING-12, TURING-14)."""
    blocks, dealt = [], []
    for block in served(record, packet=10):
        tasks = [(at, code) for at, code in block.truth.events if is_task(code)]
        stop = reached(block, record)
        seen = [task for task in tasks if task[0] < stop]
        stops = trial_ends(block, seen, readings, TRIAL_END) if readings["report-window"] == "end" else ()
        assigned = assign(block, seen, readings, stops=stops, last=ends_run(block, record))
        verdicts = _verdicts(assigned, record.fs, readings, stop, len(tasks))
        blocks.append(judged_block(block, record, verdicts, len(tasks)))
        dealt.append(assigned)
    return Judged(blocks, record.end.complete, dealt)


def figures(judged: Judged, readings: Readings) -> Figures:
    """The mean of the blocks' scores (TURING-15)."""
    blocks = [_part(block) for block in judged.blocks]
    verdicts = judged.verdicts
    metrics: Metrics = {
        "accuracy": _accuracy(verdicts),
        "mean_seconds": _mean([verdict.seconds for verdict in verdicts if verdict.seconds is not None]),
        "blocks_reached": sum(block.metrics["missing"] == 0 for block in blocks),
    }
    subjects = []
    for subject, own in judged.by_subject().items():
        accuracy = _accuracy(own.verdicts)
        scores = [block.score or 0.0 for block in blocks if block.subject == subject]
        subjects.append(Part(subject, _mean(scores), {"accuracy": accuracy, "blocks": len(own.blocks)}))
    return Figures(_mean([block.score or 0.0 for block in blocks]), metrics, subjects, blocks)


def _verdicts(assigned: Assigned, fs: int, readings: Readings, stop: int, due: int) -> list[Verdict]:
    """One verdict a trial; what lies behind the walk's end is judged and not counted."""
    windows = assigned.windows
    judged = [_judge(window, fs, readings) for window in windows]
    lengths = [_length(window, min(window.ends, stop), fs, readings) for window in windows]
    running = walk(
        ((status == "correct", length) for (status, _, _), length in zip(judged, lengths, strict=True)), due
    ).running
    verdicts = []
    for trial, (window, length, (status, result, rule)) in enumerate(zip(windows, lengths, judged, strict=True)):
        first = window.reports[0] if window.reports else None
        counted = trial < len(running)
        verdicts.append(
            Verdict(
                **assigned.block.place,
                trial=trial,
                kind="task",
                truth=task_of(window.code),
                onset=window.onset,
                status=status,
                correct=status == "correct",
                rule=rule,
                result=result,
                reported_at=first.p if first else None,
                seconds=(first.p - window.origin) / fs if first else None,
                extra={
                    "behaviour": behaviour_of(window.code),
                    "length": round(length, 6),
                    "counted": counted,
                    "running": running[trial] if counted else None,
                },
                detail=length,
            )
        )
    return verdicts


def _judge(window: Window, fs: int, readings: Readings) -> tuple[str, object, str]:
    """Status, answer and deciding rule of a trial; late before invalid before wrong (C11)."""
    if not window.reports:
        return "missing", None, "TURING-12"
    first = window.reports[0]
    used, limit = first.p - window.origin, LIMIT * fs
    answer = answered(first, readings)
    shown = first.value if answer is None else answer
    if used > limit or (used == limit and readings["five-seconds"] == "under"):
        return "late", shown, "TURING-11"
    if answer is None:
        return "invalid", shown, "TURING-6"
    if len(window.reports) > 1 and readings["repeats"] == "wrong":
        return "wrong", shown, "TURING-10"
    return ("correct" if answer == task_of(window.code) else "wrong"), shown, "TURING-10"


def _length(window: Window, end: int, fs: int, readings: Readings) -> float:
    """L of a trial in seconds; `end` is where its window ends, or where the run broke off (TURING-12)."""
    if window.reports:
        return (window.reports[0].p - window.origin) / fs + OVERHEAD
    if readings["missing-length"] == "trial":
        return (end - window.origin) / fs + OVERHEAD
    return float(readings["missing-length"]) + OVERHEAD


def _part(block: JudgedBlock) -> Part:
    walked = walk(((verdict.correct, verdict.detail) for verdict in block.verdicts), block.due)
    metrics = {
        "trials": len(block.verdicts),
        "walked": len(walked.running),
        "target": walked.target,
        "correct": walked.correct,
        "missing": walked.target - walked.correct,
        "seconds": round(walked.seconds, 6),
    }
    return Part(block.subject, walked.score, metrics, block.block)


def _accuracy(verdicts: Sequence[Verdict]) -> float:
    return _mean([float(verdict.correct) for verdict in verdicts])


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


SCORER = Scorer(judge, figures, diagnose, screen)
