"""What the screen says of a metaverse run: the two rates, the price of time, who was taken for real, who for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bcisub.model.result import Screen, Table, Verdict
from bcisub.scoring.frame import Scored

Metrics = Mapping[str, float | int | None]


def screen(scored: Scored) -> Screen:
    """Headline and tables."""
    figures, score = scored.figures.metrics, scored.figures.score
    return Screen(_headline(figures), _tables(scored.judged.verdicts, figures, score))


def _headline(figures: Metrics) -> list[tuple[str, str]]:
    """Both accuracies with their rates, and the mean T."""
    lines = []
    for sign, name, title in (("₁", "real", "real/generated"), ("₂", "subject", "subject")):
        if f"{name}_accuracy" in figures:
            accuracy, rate = figures[f"{name}_accuracy"], figures[f"{name}_itr"]
            share = "–" if accuracy is None else f"{accuracy:.3f}"
            lines.append((f"P{sign} {title}", f"{share} (ITR{sign} {rate:.2f})"))
    if "mean_seconds" in figures:
        lines.append(("mean T", f"{figures['mean_seconds']:.3f} s"))
    return lines


def _tables(verdicts: Sequence[Verdict], figures: Metrics, score: float | None) -> list[Table]:
    """The tables below the headline; without truth, how to get them."""
    if not verdicts:
        return []
    time = Table("Time", lines=_time(verdicts, figures, score))
    if score is None:
        return [time, Table("No truth", lines=["The set hides its labels (240). With its truth: --truth FILE."])]
    return [time, _confusion(verdicts), *_mistaken(verdicts)]


def _time(verdicts: Sequence[Verdict], figures: Metrics, now: float | None) -> list[str]:
    cost = figures["floor_cost_seconds"] or 0.0
    if cost:
        free = (
            f"cost {cost:.1f} s ({cost / len(verdicts):.3f} s a trial): data up to 3 s is free, not all of it was used"
        )
    else:
        free = "cost and saved nothing: no answer came before it"
    lines = [f"The 3 s floor {free} (META-13)."]
    over = (figures["mean_seconds"] or 0.0) - 3.0
    at_floor = figures.get("score_at_floor")
    if now is not None and at_floor is not None and at_floor - now >= 0.005:
        then = f"at 3 s the same answers make {at_floor:.2f}, not {now:.2f}"
        lines.append(f"Waiting costs: T is {over:.3f} s above 3 s; {then}.")
    return lines


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


def _mistaken(verdicts: Sequence[Verdict], shown: int = 5) -> list[Table]:
    """The pairs of people most often taken for one another; nothing where nobody was."""
    pairs = Counter(
        (int(verdict.truth[1:], 2), int(verdict.result[1:], 2))
        for verdict in verdicts
        if verdict.status == "wrong" and not verdict.extra["subject_correct"]
    )
    rows = [(str(truth), str(said), str(count)) for (truth, said), count in pairs.most_common(shown)]
    return [Table("Most confused subjects", ("subject", "taken for", "trials"), rows)] if rows else []
