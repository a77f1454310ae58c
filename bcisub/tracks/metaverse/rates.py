"""The two transfer rates of the metaverse track and the score they make, counted from verdicts (META-15)."""

from __future__ import annotations

from collections.abc import Sequence

from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.itr import itr, mean
from bcisub.tracks.metaverse.triggers import SUBJECTS

FLOOR = 3.0
"""Seconds a decision counts at least (META-13)."""
PARTS = (("real", 2, 0.9), ("subject", SUBJECTS, 0.1))
"""What is judged, among how many, and its weight (META-14, META-15)."""

Metrics = dict[str, float | int | None]


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


def figures_of(verdicts: Sequence[Verdict], blocks: Sequence[Part], readings: Readings) -> Metrics:
    """The figures of some trials and their blocks; `itr-mean=block` makes rates and score the mean of the blocks'."""
    figures = _rates(verdicts)
    if readings["itr-mean"] == "block" and "score" in figures:
        figures["score"] = mean(block.score or 0.0 for block in blocks)
        for name in ("real_itr", "subject_itr", "score_at_floor"):
            figures[name] = mean(block.metrics[name] or 0.0 for block in blocks)
    return figures


def by_block(verdicts: Sequence[Verdict]) -> list[Part]:
    """One part per block of the set."""
    places = dict.fromkeys((verdict.subject, verdict.block) for verdict in verdicts)
    grouped: dict[tuple[str, str], list[Verdict]] = {place: [] for place in places}
    for verdict in verdicts:
        grouped[verdict.subject, verdict.block].append(verdict)
    return [_part(subject, _rates(judged), block) for (subject, block), judged in grouped.items()]


def by_subject(verdicts: Sequence[Verdict], blocks: Sequence[Part], readings: Readings) -> list[Part]:
    """One part per folder of the set."""
    parts = []
    for name in dict.fromkeys(verdict.subject for verdict in verdicts):
        judged = [verdict for verdict in verdicts if verdict.subject == name]
        own = [block for block in blocks if block.subject == name]
        parts.append(_part(name, figures_of(judged, own, readings)))
    return parts


def _part(subject: str, figures: Metrics, block: str | None = None) -> Part:
    return Part(subject, figures.pop("score", None), figures, block)
