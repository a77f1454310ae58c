"""What the screen says of a turing run: the walk through every block, and which tasks were taken for which others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bcisub.model.result import Part, Screen, Table, Verdict
from bcisub.scoring.frame import JudgedBlock, Scored
from bcisub.tracks.turing.tables import BEHAVIOUR_NAMES, TASK_NAMES, TASKS


def screen(scored: Scored) -> Screen:
    """Headline and tables."""
    metrics, blocks = scored.figures.metrics, scored.judged.blocks
    headline = [
        ("accuracy", f"{metrics['accuracy']:.1%}"),
        ("mean data length", f"{metrics['mean_seconds']:.2f} s"),
        ("blocks that reached their target", f"{metrics['blocks_reached']} of {len(blocks)}"),
    ]
    return Screen(headline, [_blocks(blocks, scored.figures.blocks), _confusions(scored.judged.verdicts)])


def _blocks(blocks: Sequence[JudgedBlock], parts: Sequence[Part]) -> Table:
    rows = []
    for block, part in zip(blocks, parts, strict=True):
        m = part.metrics
        short = " (broke off)" if block.cut else f" ({m['missing']} short)" if m["missing"] else ""
        rows.append(
            (
                f"{block.subject}/{block.block}",
                f"{m['walked']} of {m['trials']}",
                str(m["target"]),
                f"{m['correct']}{short}",
                f"{m['seconds']:.2f}",
                f"{part.score:.2f}",
            )
        )
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
        mistakes = [
            f"{TASK_NAMES[truth]} → {TASK_NAMES[result]}"
            + ("" if result in TASKS[behaviour] else " (impossible)")
            + (f" ×{count}" if count > 1 else "")
            for (truth, result), count in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
        ]
        name = f"{behaviour} ({BEHAVIOUR_NAMES[behaviour]})"
        rows.append((name, ", ".join(mistakes), f"{pairs.total()} of {asked[behaviour]}"))
    return Table("Confused", ("behaviour", "task → reported", "wrong"), rows, () if rows else ("nothing",))
