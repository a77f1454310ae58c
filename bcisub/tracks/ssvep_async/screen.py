"""What the screen says of an ssvep-async run: both figures of the score, the blocks, the verdicts by word."""

from __future__ import annotations

from collections import Counter

from bcisub.model.result import Screen, Table
from bcisub.scoring.frame import Scored

FPR_LIMIT = 0.1
"""Mean FPR over which a score is void (SSVEP-16)."""
_WORDS = ("correct", "wrong", "late", "missing", "invalid", "quiet", "false-alarm")


def screen(scored: Scored) -> Screen:
    """Headline and tables."""
    metrics = scored.figures.metrics
    headline = [
        ("ITR", _shown(metrics["itr"], "{:.1f} bits/min")),
        ("accuracy", _shown(metrics["accuracy"], "{:.1%}")),
        ("mean time", _shown(metrics["mean_seconds"], "{:.2f} s")),
        ("FPR", _shown(metrics["fpr"], "{:.3f}") + f" (limit {FPR_LIMIT})"),
    ]
    counts = Counter(verdict.status for verdict in scored.judged.verdicts)
    verdicts = "   ".join(f"{word} {counts[word]}" for word in _WORDS if counts[word])
    return Screen(headline, [_blocks(scored), Table("Verdicts", lines=[verdicts])])


def _blocks(scored: Scored) -> Table:
    rows = []
    for part, judged in zip(scored.figures.blocks, scored.judged.blocks, strict=True):
        m = part.metrics
        idle = sum(verdict.kind == "idle" for verdict in judged.verdicts)
        rows.append(
            [
                part.subject,
                part.block or "",
                _shown(m["itr"], "{:.1f}"),
                _shown(m["accuracy"], "{:.1%}"),
                _shown(m["mean_seconds"], "{:.2f}"),
                _shown(m["fpr"], "{:.3f}"),
                f"{len(judged.verdicts) - idle} + {idle}",
            ]
        )
    return Table("Blocks", ("subject", "block", "ITR", "accuracy", "seconds", "FPR", "flicker + idle"), rows)


def _shown(value: float | int | None, form: str) -> str:
    return "–" if value is None else form.format(value)
