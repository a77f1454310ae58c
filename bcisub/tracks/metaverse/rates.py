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


def _rates(verdicts: Sequence[Verdict]) -> Metrics:
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
    total = at_floor = 0.0
    for name, classes, weight in PARTS:
        right = sum(bool(verdict.extra[f"{name}_correct"]) for verdict in verdicts) / len(verdicts)
        figures[f"{name}_accuracy"] = right
        figures[f"{name}_itr"] = itr(classes, right, seconds)
        total += weight * itr(classes, right, seconds)
        at_floor += weight * itr(classes, right, FLOOR)
    return {**figures, "score_at_floor": at_floor, "score": total}


def figures(judged: Judged, readings: Readings) -> Figures:
    """Rates and score of the run, of every folder of the set and of every block (META-15)."""
    blocks = [Part(one.subject, *_parted(_rates(one.verdicts)), one.block) for one in judged.blocks]
    subjects = []
    for name, own in judged.by_subject().items():
        parts = [part for part in blocks if part.subject == name]
        subjects.append(Part(name, *_parted(_figures_of(own.verdicts, parts, readings))))
    verdicts = judged.verdicts
    score, metrics = _parted(_figures_of(verdicts, blocks, readings))
    hidden = sum(verdict.truth is None for verdict in verdicts)
    return Figures(score, metrics, subjects, blocks, _void_reason(len(verdicts), hidden), unlabelled=hidden > 0)


def _void_reason(count: int, hidden: int) -> str | None:
    if hidden:
        return f"{hidden} of {count} trials hide their truth (trigger 240): there is nothing to score against (META-4)"
    return None if count else "the set holds no trials"


def _figures_of(verdicts: Sequence[Verdict], blocks: Sequence[Part], readings: Readings) -> Metrics:
    """The figures of some trials and their blocks; `itr-mean=block` makes rates and score the mean of the blocks'."""
    figures = _rates(verdicts)
    if readings["itr-mean"] == "block" and "score" in figures:
        figures["score"] = mean(block.score or 0.0 for block in blocks)
        for name in ("real_itr", "subject_itr", "score_at_floor"):
            figures[name] = mean(block.metrics[name] or 0.0 for block in blocks)
    return figures


def _parted(figures: Metrics) -> tuple[float | None, Metrics]:
    return figures.pop("score", None), figures
