"""The two transfer rates of the metaverse track and the score they make, counted from verdicts (META-15)."""

from __future__ import annotations

from collections.abc import Sequence

from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, Metrics
from bcisub.scoring.itr import itr, mean
from bcisub.tracks.metaverse.triggers import SUBJECTS

FLOOR = 3.0
"""Seconds a decision counts at least (META-13)."""
PARTS = (("real", 2, 0.9), ("subject", SUBJECTS, 0.1))
"""What is judged, among how many, and its weight (META-14, META-15)."""


def _rates(verdicts: Sequence[Verdict], readings: Readings) -> Metrics:
    """Both accuracies, both rates, the mean T and the score they make (META-15); without truth only the time."""
    if not verdicts:
        return {}
    seconds = mean(verdict.seconds or 0.0 for verdict in verdicts) or 0.0
    early = [FLOOR - used for verdict in verdicts if (used := verdict.extra["data_seconds"]) is not None]
    figures: Metrics = {
        "mean_seconds": seconds,
        "trials": len(verdicts),
        "floor_cost_seconds": sum(lead for lead in early if lead > 0),
    }
    if any(verdict.truth is None for verdict in verdicts):
        return figures
    as_written = readings["below-chance"] == "formula"
    total = at_floor = 0.0
    for name, classes, weight in PARTS:
        right = mean(_right(name, verdicts, readings))
        rate, best = (0.0 if right is None else itr(classes, right, t, as_written=as_written) for t in (seconds, FLOOR))
        figures[f"{name}_accuracy"], figures[f"{name}_itr"] = right, rate
        total += weight * rate
        at_floor += weight * best
    return {**figures, "score_at_floor": at_floor, "score": total}


def _right(name: str, verdicts: Sequence[Verdict], readings: Readings) -> list[float]:
    """1 or 0 for every trial a part is judged by (META-14, reading `subject-part`)."""
    part = readings["subject-part"] if name == "subject" else "all"
    return [
        float(verdict.correct if part == "joint" else verdict.extra[f"{name}_correct"])
        for verdict in verdicts
        if part != "real" or verdict.kind.startswith("real")
    ]


def figures(judged: Judged, readings: Readings) -> Figures:
    """Rates and score of the run, of every folder of the set and of every block (META-15)."""
    blocks = [Part(one.subject, *_parted(_rates(one.verdicts, readings)), one.block) for one in judged.blocks]
    subjects = []
    for name, own in judged.by_subject().items():
        parts = [part for part in blocks if part.subject == name]
        subjects.append(Part(name, *_parted(_figures_of(own.verdicts, parts, readings))))
    verdicts = judged.verdicts
    score, metrics = _parted(_figures_of(verdicts, blocks, readings))
    hidden = sum(verdict.truth is None for verdict in verdicts)
    reason = _void_reason(len(verdicts), hidden)
    if reason is None and readings["below-chance"] == "whole":
        reason = _below_chance(verdicts, readings)
        if reason is not None:
            score, metrics = 0.0, {**metrics, **dict.fromkeys(("real_itr", "subject_itr", "score_at_floor"), 0.0)}
    return Figures(score, metrics, subjects, blocks, reason, unlabelled=hidden > 0)


def _below_chance(verdicts: Sequence[Verdict], readings: Readings) -> str | None:
    """`below-chance=whole`: the accuracy over all trials of the run, in either part, voids the score."""
    for sign, (name, classes, _) in zip("₁₂", PARTS, strict=True):
        right = mean(_right(name, verdicts, readings))
        if right is not None and right < 1 / classes:
            return f"P{sign} {right:.3f} is below chance, 1/{classes} (META-15, below-chance=whole)"
    return None


def _void_reason(count: int, hidden: int) -> str | None:
    if hidden:
        return f"{hidden} of {count} trials hide their truth (trigger 240): there is nothing to score against (META-4)"
    return None if count else "the set holds no trials"


def _figures_of(verdicts: Sequence[Verdict], blocks: Sequence[Part], readings: Readings) -> Metrics:
    """The figures of some trials and their blocks; `itr-mean=block` makes rates and score the mean of the blocks'."""
    figures = _rates(verdicts, readings)
    if readings["itr-mean"] == "block" and "score" in figures:
        figures["score"] = mean(block.score or 0.0 for block in blocks)
        for name in ("real_itr", "subject_itr", "score_at_floor"):
            figures[name] = mean(block.metrics[name] or 0.0 for block in blocks)
    return figures


def _parted(figures: Metrics) -> tuple[float | None, Metrics]:
    return figures.pop("score", None), figures
