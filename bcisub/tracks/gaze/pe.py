"""From verdicts to PE: of the run, of every person, of every group (GAZE-11, GAZE-12)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from bcisub.model.result import Part, Verdict
from bcisub.model.track import Readings
from bcisub.scoring.frame import Figures, Judged, Metrics
from bcisub.tracks.gaze.error import prediction_error
from bcisub.tracks.gaze.verdicts import scored_errors

_UNUSABLE = ("missing", "invalid")
Group = TypeVar("Group", bound=Hashable)


def figures(judged: Judged, readings: Readings) -> Figures:
    """PE, void where a frame lacks a usable answer (GAZE-12)."""
    verdicts = judged.verdicts
    errors = scored_errors(verdicts, readings)
    labelled = any(verdict.truth is not None for verdict in verdicts)
    reason = _void_reason(verdicts, errors, labelled)
    # What a run that broke off would have scored is not told.
    pe, p50, p95 = prediction_error(errors) if errors and reason is None and judged.complete else (None, None, None)
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
    answered = not any(verdict.status in _UNUSABLE for verdict in verdicts)
    return Figures(pe, metrics, subjects, blocks, reason, answered and bool(verdicts) and not labelled)


def figures_of(part: Sequence[Verdict], readings: Readings) -> tuple[float | None, Metrics]:
    """PE of a person or a group, and the figures beside it."""
    errors = scored_errors(part, readings)
    usable = bool(errors) and not any(verdict.status in _UNUSABLE for verdict in part)
    pe, p50, p95 = prediction_error(errors) if usable else (None, None, None)
    return pe, {"pe": pe, "p50": p50, "p95": p95, "frames": len(part)}


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
    incomplete = [verdict for verdict in verdicts if verdict.status in _UNUSABLE]
    if incomplete:
        names = ", ".join(name_of(verdict) for verdict in incomplete[:5])
        more = f" and {len(incomplete) - 5} more" if len(incomplete) > 5 else ""
        lack = "two finite numbers" if any(not is_aimless(verdict) for verdict in incomplete) else "a usable direction"
        return f"{len(incomplete)} frame(s) without {lack} (GAZE-12): {names}{more}"
    if not labelled:
        return "no frame of the set has a label to compare with"
    return None if errors else "every answer was late and is left out"
