"""From the gaze track's verdicts to a result: figures, parts, diagnostics, and the tables of the screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from bcisub.model.record import RunRecord
from bcisub.model.result import Diagnostic, Part, Result, Table, Verdict
from bcisub.tracks.gaze.error import prediction_error, quantile
from bcisub.tracks.gaze.settings import FINAL_PEOPLE, FINAL_TARGETS
from bcisub.tracks.gaze.verdicts import TIME_TO_ANSWER, scored_errors

_WORST = 6
_COLUMNS, _ROWS = 9, 5
"""Cells of the heat map."""
_SHADES = " .:-=+*#%@"
_FULL_SHADE = 10.0
"""Degrees from which on a cell has the darkest shade."""

Group = TypeVar("Group", bound=Hashable)


def summarise(record: RunRecord, readings: Mapping[str, str], verdicts: Sequence[Verdict]) -> Result:
    """The result of a run, void where a frame lacks a usable answer (GAZE-12)."""
    incomplete = [verdict for verdict in verdicts if verdict.status in ("missing", "invalid")]
    errors = scored_errors(list(verdicts), readings)
    labelled = sum(verdict.truth is not None for verdict in verdicts)
    reason = _void_reason(record, incomplete, errors, labelled)
    pe, p50, p95 = prediction_error(errors) if errors and reason is None else (None, None, None)
    known = {(t.subject, t.block): bool(t.extra.get("known")) for t in _truths(record)}
    metrics: dict[str, float | int | None] = {
        "pe": pe,
        "p50": p50,
        "p95": p95,
        "frames": len(verdicts),
        "scored": len(errors),
        "missing": sum(verdict.status == "missing" for verdict in verdicts),
        "invalid": sum(verdict.status == "invalid" for verdict in verdicts),
        "late": sum(verdict.status == "late" for verdict in verdicts),
    }
    tables = [_known_against_new(verdicts, known, readings), _people(verdicts, known, readings)]
    if errors:
        tables += [_worst(verdicts), heat_map(verdicts)]
    if record.options.get("stage") == "final":
        tables.append(latency(verdicts))
    return Result(
        track="gaze",
        score=pe,
        unit="degrees",
        higher_is_better=False,
        valid=reason is None,
        void_reason=reason,
        unlabelled=record.end.complete and not incomplete and bool(verdicts) and not labelled,
        metrics=metrics,
        readings=dict(readings),
        subjects=[Part(s, *_figures(part, readings)) for s, part in split(verdicts, lambda v: v.subject)],
        blocks=[
            Part(s, *_figures(part, readings), block=g)
            for (s, g), part in split(verdicts, lambda v: (v.subject, v.block))
        ],
        trials=list(verdicts),
        diagnostics=[*_diagnostics(verdicts, labelled), *_final_remarks(record, verdicts)],
        headline=[(name, _degrees(value)) for name, value in (("PE", pe), ("P50", p50), ("P95", p95))],
        tables=tables,
    )


def heat_map(verdicts: Sequence[Verdict]) -> Table:
    """Mean error over the gaze plane, as numbers and shades; up is up."""
    seen = [v for v in verdicts if v.truth is not None and v.extra["error_deg"] is not None]
    wide = _span([v.truth[0] for v in seen])
    high = _span([v.truth[1] for v in seen])
    cells: dict[tuple[int, int], list[float]] = {}
    for verdict in seen:
        cell = (_cell(verdict.truth[1], high, _ROWS), _cell(verdict.truth[0], wide, _COLUMNS))
        cells.setdefault(cell, []).append(verdict.extra["error_deg"])
    middles = [wide[0] + (wide[1] - wide[0]) * (column + 0.5) / _COLUMNS for column in range(_COLUMNS)]
    lines = ["       y " + "".join(f"{middle:>8.4g}" for middle in middles) + "  x"]
    for row in reversed(range(_ROWS)):
        middle = high[0] + (high[1] - high[0]) * (row + 0.5) / _ROWS
        lines.append(f"{middle:>8.4g} " + "".join(_shaded(cells.get((row, column))) for column in range(_COLUMNS)))
    return Table("Mean error over the gaze plane, degrees", lines=lines)


def latency(verdicts: Sequence[Verdict]) -> Table:
    """How long the answers took (GAZE-13)."""
    seconds = sorted(verdict.seconds for verdict in verdicts if verdict.seconds is not None)
    if not seconds:
        return Table("Time to answer", lines=["no answers"])
    rows = [(f"P{p}", f"{1000 * quantile(seconds, p):.1f} ms") for p in (50, 90, 95, 99)]
    rows += [("longest", f"{1000 * seconds[-1]:.1f} ms")]
    rows += [(f"over {TIME_TO_ANSWER:g} s", str(sum(s > TIME_TO_ANSWER for s in seconds)))]
    steps = (0.01, 0.03, 0.1, 0.3, TIME_TO_ANSWER, math.inf)
    lines, low = [], 0.0
    for high in steps:
        count = sum(low < s <= high for s in seconds)
        name = (
            f"{1000 * low:>5.0f} ms and more" if high == math.inf else f"{1000 * low:>5.0f} to {1000 * high:>4.0f} ms"
        )
        lines.append(f"{name:<18} {count:>5}  {'#' * round(40 * count / len(seconds))}")
        low = high
    return Table("Time to answer", ("", ""), rows, lines)


def split(verdicts: Sequence[Verdict], by: Callable[[Verdict], Group]) -> list[tuple[Group, list[Verdict]]]:
    """Verdicts sorted into heaps, in the order the heaps first appear."""
    heaps: dict[Group, list[Verdict]] = {}
    for verdict in verdicts:
        heaps.setdefault(by(verdict), []).append(verdict)
    return list(heaps.items())


def _void_reason(
    record: RunRecord, incomplete: Sequence[Verdict], errors: Sequence[float], labelled: int
) -> str | None:
    if not record.end.complete:
        return record.end.message or f"the run ended early: {record.end.how}"
    if incomplete:
        names = ", ".join(_name(verdict) for verdict in incomplete[:5])
        more = f" and {len(incomplete) - 5} more" if len(incomplete) > 5 else ""
        lack = "two finite numbers" if any(not _is_aimless(verdict) for verdict in incomplete) else "a usable direction"
        return f"{len(incomplete)} frame(s) without {lack} (GAZE-12): {names}{more}"
    if not labelled:
        return "no frame of the set has a label to compare with"
    return None if errors else "every answer was late and is left out"


def _figures(
    part: Sequence[Verdict], readings: Mapping[str, str]
) -> tuple[float | None, dict[str, float | int | None]]:
    errors = scored_errors(list(part), readings)
    usable = bool(errors) and not any(verdict.status in ("missing", "invalid") for verdict in part)
    pe, p50, p95 = prediction_error(errors) if usable else (None, None, None)
    return pe, {"pe": pe, "p50": p50, "p95": p95, "frames": len(part)}


def _known_against_new(
    verdicts: Sequence[Verdict], known: Mapping[tuple[str, str], bool], readings: Mapping[str, str]
) -> Table:
    rows = []
    for is_known, part in split(verdicts, lambda v: known[v.subject, v.block]):
        score, figures = _figures(part, readings)
        people = len({verdict.subject for verdict in part})
        name = "known" if is_known else "new"
        rows.append((name, str(people), str(len(part)), *map(_degrees, (score, figures["p50"], figures["p95"]))))
    return Table("Known and new people", ("people", "number", "frames", "PE", "P50", "P95"), sorted(rows))


def _people(verdicts: Sequence[Verdict], known: Mapping[tuple[str, str], bool], readings: Mapping[str, str]) -> Table:
    """A row a person and below it one a group: how much hangs on the headset's seat."""
    rows = []
    for subject, part in split(verdicts, lambda v: v.subject):
        kind = "known" if known[subject, part[0].block] else "new"
        heaps = [(subject, f"all, {kind}", part), *(("", group, own) for group, own in split(part, lambda v: v.block))]
        for who, group, own in heaps:
            score, figures = _figures(own, readings)
            rows.append((who, group, str(len(own)), *map(_degrees, (score, figures["p50"], figures["p95"]))))
    return Table("People and their groups", ("subject", "group", "frames", "PE", "P50", "P95"), rows)


def _worst(verdicts: Sequence[Verdict]) -> Table:
    ranked = sorted((v for v in verdicts if v.extra["error_deg"] is not None), key=lambda v: -v.extra["error_deg"])
    rows = [
        (_degrees(v.extra["error_deg"]), _name(v), _point(v.truth), _point(v.result), v.extra["left"], v.extra["right"])
        for v in ranked[:_WORST]
    ]
    return Table("Worst frames", ("error", "frame", "truth", "answer", "left", "right"), rows)


def _final_remarks(record: RunRecord, verdicts: Sequence[Verdict]) -> list[Diagnostic]:
    """What the final would have been, where the run was smaller (GAZE-13)."""
    people = [len(part) for _, part in split(verdicts, lambda v: v.subject)]
    whole = len(people) == FINAL_PEOPLE and all(count == FINAL_TARGETS for count in people)
    if record.options.get("stage") != "final" or whole:
        return []
    message = (
        f"The final has {FINAL_PEOPLE} people with {FINAL_TARGETS} targets each (GAZE-13); "
        f"this run had {len(people)} with {', '.join(map(str, people))}."
    )
    return [Diagnostic("final-of-other-size", "warning", message, "Run eval --stage final on a set with more people.")]


def _diagnostics(verdicts: Sequence[Verdict], labelled: int) -> list[Diagnostic]:
    found = []
    aimless = "Predictions without a direction: (0, 0), or not as many numbers as the label (reading gaze-vector=raw)"
    heaps = dict(split(verdicts, lambda v: "aimless" if _is_aimless(v) else v.status))
    for status, code, message, hint in (
        ("missing", "frame-missing", "Frames without a prediction", "predict must return (x, y) for every frame."),
        ("invalid", "invalid-prediction", "Predictions that are not two finite numbers", "Return (x, y) as numbers."),
        ("aimless", "invalid-prediction", aimless, "Use the reading gaze-vector=plane, or answer a direction."),
        ("late", "late-answer", "Answers after 1 s (GAZE-13)", "Make predict quicker; loading belongs in __init__."),
    ):
        if those := heaps.get(status):
            names = ", ".join(_name(verdict) for verdict in those[:20]) + (" …" if len(those) > 20 else "")
            level = "warning" if status == "late" else "error"
            found.append(Diagnostic(code, level, f"{message}: {names}.", hint, len(those), _first(those[0])))
    hidden = len(verdicts) - labelled
    if hidden and labelled:
        message = f"{hidden} frame(s) have no label and are not part of PE."
        found.append(
            Diagnostic("label-hidden", "info", message, "Nothing to do: labels of test frames are hidden.", hidden)
        )
    blind = [v for v in verdicts if v.status == "answered" and v.truth is not None and v.extra["error_deg"] is None]
    if blind:
        message = "Labels that are zero vectors point nowhere and are not part of PE."
        hint = "Use the reading gaze-vector=plane."
        found.append(Diagnostic("label-without-direction", "warning", message, hint, len(blind), _first(blind[0])))
    return found


def _is_aimless(verdict: Verdict) -> bool:
    """The answer is finite numbers, yet no direction to compare with the label's."""
    return verdict.status == "invalid" and isinstance(verdict.result, list)


def _truths(record: RunRecord) -> list[Any]:
    return [*(block.truth for block in record.blocks), *record.unread]


def _first(verdict: Verdict) -> dict[str, Any]:
    return {"subject": verdict.subject, "block": verdict.block, "frame": verdict.extra["frame"]}


def _name(verdict: Verdict) -> str:
    return f"{verdict.subject}/{verdict.block}/{verdict.extra['frame']}"


def _point(numbers: Any) -> str:
    return ", ".join(f"{number:.4g}" for number in numbers) if isinstance(numbers, list) else str(numbers or "–")


def _degrees(value: float | int | None) -> str:
    return "–" if value is None else f"{value:.2f}°"


def _span(values: Sequence[float]) -> tuple[float, float]:
    return min(values), max(values)


def _cell(value: float, span: tuple[float, float], count: int) -> int:
    low, high = span
    return 0 if high == low else min(count - 1, int((value - low) / (high - low) * count))


def _shaded(errors: Sequence[float] | None) -> str:
    if not errors:
        return "       ·"
    mean = sum(errors) / len(errors)
    shade = _SHADES[min(len(_SHADES) - 1, int(mean / _FULL_SHADE * len(_SHADES)))]
    return f"{mean:>6.1f} {shade}"
