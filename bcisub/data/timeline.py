"""The trials of a block, from its trigger row, and their drawing as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

START, END, BLOCK_START, BLOCK_END = 240, 241, 242, 243
"""Marks all streaming tracks share; 240 is a start whose label comes before (EMO-2), after (TURING-2) or is hidden."""


@dataclass(frozen=True)
class TrialSpan:
    """One trial: where it starts and ends, and its code."""

    start: int
    code: int
    end: int | None
    """None where no end was marked before the next start or the block's end."""


def trial_spans(events: Iterable[tuple[int, int]]) -> list[TrialSpan]:
    """Trials in order. A code of 1–239 or 240 opens one; a code right after a bare 240 labels it (TURING-2)."""
    found: list[TrialSpan] = []
    opened: tuple[int, int] | None = None
    for sample, code in events:
        if code == END and opened:
            found.append(TrialSpan(*opened, sample))
            opened = None
        elif code == START:
            opened = opened or (sample, code)
        elif 0 < code < START:
            if opened and opened[1] != START:
                found.append(TrialSpan(*opened, None))
            opened = (sample, code)
        elif code in (BLOCK_START, BLOCK_END) and opened:
            found.append(TrialSpan(*opened, None))
            opened = None
    if opened:
        found.append(TrialSpan(*opened, None))
    return found


def draw(events: Sequence[tuple[int, int]], samples: int, fs: float, width: int = 60, lines: int = 14) -> list[str]:
    """The block as lines of characters: `.` rest, a code and `=` a trial, `[` and `]` the block's marks."""
    seconds = samples / fs
    step = next((nice for nice in (0.25, 0.5, 1, 2, 5, 10, 20, 60) if seconds / nice <= width * lines), 300.0)
    cells = ["."] * max(1, math.ceil(seconds / step))
    starts = trial_spans(events)
    for at, trial in enumerate(starts):
        after = starts[at + 1].start if at + 1 < len(starts) else samples
        first = int(trial.start / fs / step)
        last = max(first + 1, round((after if trial.end is None else trial.end) / fs / step))
        body = str(trial.code)[: last - first].ljust(last - first, "=" if trial.end is not None else "~")
        cells[first:last] = list(body)[: len(cells) - first]
    for sample, code in events:
        if code in (BLOCK_START, BLOCK_END):
            cells[min(len(cells) - 1, int(sample / fs / step))] = "[" if code == BLOCK_START else "]"
    drawn = [
        f"{int(at * step) // 60:3d}:{int(at * step) % 60:02d} {''.join(cells[at : at + width])}"
        for at in range(0, len(cells), width)
    ]
    return [*drawn, f"One character is {step:g} s. `.` rest, code and `=` a trial, `~` a trial without end, [ ] block."]
