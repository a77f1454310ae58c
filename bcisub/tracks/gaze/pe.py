"""From verdicts to PE: of the run, of every person, of every group (GAZE-11, GAZE-12)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from statistics import fmean
from typing import TypeVar

from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, Metrics
from bcisub.tracks.gaze.error import prediction_error
from bcisub.tracks.gaze.verdicts import UNUSABLE, scored_errors

Group = TypeVar("Group", bound=Hashable)


def figures(judged: Judged, readings: Readings) -> Figures:
    """PE, void where a frame lacks a usable answer (GAZE-12)."""
    verdicts = judged.verdicts
    errors = [error for heap in _pools(verdicts, readings) for error in heap]
    labelled = any(verdict.truth is not None for verdict in verdicts)
    reason = _void_reason(verdicts, errors, labelled)
    # What a run that broke off would have scored is not told.
    pe, p50, p95 = _mean_error(verdicts, readings) if reason is None and judged.complete else (None, None, None)
    metrics: Metrics = {
        "pe": pe,
        "p50": p50,
        "p95": p95,
        "frames": len(verdicts),
        "scored": len(errors),
        **{word: sum(verdict.status == word for verdict in verdicts) for word in ("missing", "invalid", "late")},
    }
    subjects = [Part(s, *figures_of(part, readings)) for s, part in split(verdicts, lambda v: v.subject)]
    blocks = [
        Part(s, *figures_of(part, readings), block=g)
        for (s, g), part in split(verdicts, lambda v: (v.subject, v.block))
    ]
    answered = not any(map(_lacks_answer, verdicts))
    return Figures(pe, metrics, subjects, blocks, reason, answered and bool(verdicts) and not labelled)


def figures_of(part: Sequence[Verdict], readings: Readings) -> tuple[float | None, Metrics]:
    """PE of a person or a group, and the figures beside it."""
    pe, p50, p95 = (None, None, None) if any(map(_lacks_answer, part)) else _mean_error(part, readings)
    return pe, {"pe": pe, "p50": p50, "p95": p95, "frames": len(part)}


def _mean_error(
    verdicts: Sequence[Verdict], readings: Readings
) -> tuple[float, float, float] | tuple[None, None, None]:
    """PE, P50 and P95 of the frames in one, or the means of those of every subject or group (reading `pe-pool`)."""
    found = [prediction_error(errors) for errors in _pools(verdicts, readings) if errors]
    if not found:
        return None, None, None
    pe, p50, p95 = (fmean(column) for column in zip(*found, strict=True))
    return pe, p50, p95


def _pools(verdicts: Sequence[Verdict], readings: Readings) -> list[list[float]]:
    """The errors that are ranked together."""
    keys: dict[str, Callable[[Verdict], Hashable]] = {
        "all": lambda verdict: None,
        "subject": lambda verdict: verdict.subject,
        "group": lambda verdict: (verdict.subject, verdict.block),
    }
    return [scored_errors(heap, readings) for _, heap in split(verdicts, keys[readings["pe-pool"]])]


def _lacks_answer(verdict: Verdict) -> bool:
    """It leaves the set incomplete (GAZE-12)."""
    return verdict.status in UNUSABLE and not verdict.detail.final


def split(verdicts: Sequence[Verdict], by: Callable[[Verdict], Group]) -> list[tuple[Group, list[Verdict]]]:
    """Verdicts sorted into heaps, in the order the heaps first appear."""
    heaps: dict[Group, list[Verdict]] = {}
    for verdict in verdicts:
        heaps.setdefault(by(verdict), []).append(verdict)
    return list(heaps.items())


def is_aimless(verdict: Verdict) -> bool:
    """The answer is finite numbers, yet no direction to compare with the label's."""
    return verdict.status == "invalid" and isinstance(verdict.result, list)


def name_of(verdict: Verdict) -> str:
    """The frame's name in the set."""
    return f"{verdict.subject}/{verdict.block}/{verdict.extra['frame']}"


def _void_reason(verdicts: Sequence[Verdict], errors: Sequence[float], labelled: bool) -> str | None:
    incomplete = [verdict for verdict in verdicts if _lacks_answer(verdict)]
    if incomplete:
        names = ", ".join(name_of(verdict) for verdict in incomplete[:5])
        more = f" and {len(incomplete) - 5} more" if len(incomplete) > 5 else ""
        lack = "two finite numbers" if any(not is_aimless(verdict) for verdict in incomplete) else "a usable direction"
        return f"{len(incomplete)} frame(s) without {lack} (GAZE-12): {names}{more}"
    if not labelled:
        return "no frame of the set has a label to compare with"
    return None if errors else "every answer was late and is left out"
