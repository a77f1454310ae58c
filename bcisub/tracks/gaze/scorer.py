"""The gaze track's scorer: verdicts of frames, PE, and what a team should know beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bcisub.model.finding import ERROR, INFO, WARNING, Finding, declare
from bcisub.model.record import RunRecord
from bcisub.model.result import Verdict
from bcisub.scoring.frame import Scored, Scorer
from bcisub.tracks.gaze.pe import figures, is_aimless, name_of, split
from bcisub.tracks.gaze.screen import screen
from bcisub.tracks.gaze.settings import FINAL_PEOPLE, FINAL_TARGETS
from bcisub.tracks.gaze.verdicts import judge

FRAME_MISSING = declare("frame-missing", ERROR)
INVALID_PREDICTION = declare("invalid-prediction", ERROR, "One such frame leaves the whole set without PE (GAZE-12).")
LATE_ANSWER = declare("late-answer", WARNING)
LABEL_HIDDEN = declare("label-hidden", INFO)
LABEL_WITHOUT_DIRECTION = declare("label-without-direction", WARNING)
FINAL_OF_OTHER_SIZE = declare("final-of-other-size", WARNING)


def diagnose(scored: Scored) -> list[Finding]:
    """Frames by what became of them, then what the final would have been."""
    verdicts = scored.judged.verdicts
    return [*_diagnostics(verdicts), *_final_remarks(scored.record, verdicts)]


def _final_remarks(record: RunRecord, verdicts: Sequence[Verdict]) -> list[Finding]:
    """What the final would have been, where the run was smaller (GAZE-13)."""
    people = [len(part) for _, part in split(verdicts, lambda v: v.subject)]
    whole = len(people) == FINAL_PEOPLE and all(count == FINAL_TARGETS for count in people)
    if record.options.get("stage") != "final" or whole:
        return []
    message = (
        f"The final has {FINAL_PEOPLE} people with {FINAL_TARGETS} targets each (GAZE-13); "
        f"this run had {len(people)} with {', '.join(map(str, people))}."
    )
    return [FINAL_OF_OTHER_SIZE.found(message, "Run eval --stage final on a set with more people.")]


def _diagnostics(verdicts: Sequence[Verdict]) -> list[Finding]:
    found = []
    labelled = sum(verdict.truth is not None for verdict in verdicts)
    aimless = "Predictions without a direction: (0, 0), or not as many numbers as the label (reading gaze-vector=raw)"
    heaps = dict(split(verdicts, lambda v: "aimless" if is_aimless(v) else v.status))
    for status, kind, message, hint in (
        ("missing", FRAME_MISSING, "Frames without a prediction", "predict must return (x, y) for every frame."),
        ("invalid", INVALID_PREDICTION, "Predictions that are not two finite numbers", "Return (x, y) as numbers."),
        ("aimless", INVALID_PREDICTION, aimless, "Use the reading gaze-vector=plane, or answer a direction."),
        ("late", LATE_ANSWER, "Answers after 1 s (GAZE-13)", "Make predict quicker; loading belongs in __init__."),
    ):
        if those := heaps.get(status):
            names = ", ".join(name_of(verdict) for verdict in those[:20]) + (" …" if len(those) > 20 else "")
            found.append(kind.found(f"{message}: {names}.", hint, count=len(those), first=_first(those[0])))
    hidden = len(verdicts) - labelled
    if hidden and labelled:
        message = f"{hidden} frame(s) have no label and are not part of PE."
        hint = "Nothing to do: labels of test frames are hidden."
        found.append(LABEL_HIDDEN.found(message, hint, count=hidden))
    blind = [v for v in verdicts if v.status == "answered" and v.truth is not None and v.extra["error_deg"] is None]
    if blind:
        message = "Labels that are zero vectors point nowhere and are not part of PE."
        hint = "Use the reading gaze-vector=plane."
        found.append(LABEL_WITHOUT_DIRECTION.found(message, hint, count=len(blind), first=_first(blind[0])))
    return found


def _first(verdict: Verdict) -> dict[str, Any]:
    return {"subject": verdict.subject, "block": verdict.block, "frame": verdict.extra["frame"]}


SCORER = Scorer(
    judge, figures, diagnose, screen, broke_off=lambda end: end.message or f"the run ended early: {end.how}"
)
