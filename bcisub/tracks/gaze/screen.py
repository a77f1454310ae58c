"""What the screen says of a gaze run: known and new people, groups, the worst frames, errors over the plane, times."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bcisub.model.result import Screen, Table, Verdict
from bcisub.scoring.frame import Scored
from bcisub.tracks.gaze.error import quantile
from bcisub.tracks.gaze.pe import figures_of, name_of, split
from bcisub.tracks.gaze.verdicts import TIME_TO_ANSWER

_WORST = 6
_COLUMNS, _ROWS = 9, 5
"""Cells of the heat map."""
_SHADES = " .:-=+*#%@"
_FULL_SHADE = 10.0
"""Degrees from which on a cell has the darkest shade."""


def screen(scored: Scored) -> Screen:
    """Headline and tables."""
    record, metrics, verdicts = scored.record, scored.figures.metrics, scored.judged.verdicts
    truths = [*(block.truth for block in record.blocks), *record.unread]
    known = {(truth.subject, truth.block): bool(truth.extra.get("known")) for truth in truths}
    tables = [_known_against_new(verdicts, known, scored.readings), _people(verdicts, known, scored.readings)]
    if metrics["scored"]:
        tables += [_worst(verdicts), heat_map(verdicts)]
    if record.options.get("stage") == "final":
        tables.append(latency(verdicts))
    return Screen([(name.upper(), _degrees(metrics[name])) for name in ("pe", "p50", "p95")], tables)


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


def _known_against_new(
    verdicts: Sequence[Verdict], known: Mapping[tuple[str, str], bool], readings: Mapping[str, str]
) -> Table:
    rows = []
    for is_known, part in split(verdicts, lambda v: known[v.subject, v.block]):
        score, figures = figures_of(part, readings)
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
            score, figures = figures_of(own, readings)
            rows.append((who, group, str(len(own)), *map(_degrees, (score, figures["p50"], figures["p95"]))))
    return Table("People and their groups", ("subject", "group", "frames", "PE", "P50", "P95"), rows)


def _worst(verdicts: Sequence[Verdict]) -> Table:
    ranked = sorted((v for v in verdicts if v.extra["error_deg"] is not None), key=lambda v: -v.extra["error_deg"])
    rows = [
        (
            _degrees(v.extra["error_deg"]),
            name_of(v),
            _point(v.truth),
            _point(v.result),
            v.extra["left"],
            v.extra["right"],
        )
        for v in ranked[:_WORST]
    ]
    return Table("Worst frames", ("error", "frame", "truth", "answer", "left", "right"), rows)


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
