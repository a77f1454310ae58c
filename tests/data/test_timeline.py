"""Trials as the triggers of the streaming tracks mark them (SSVEP-2, TURING-2, META-2, EMO-2)."""

from __future__ import annotations

import pytest

from bcisub.data.timeline import TrialSpan, draw, trial_spans


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (
            [(0, 242), (10, 7), (20, 241), (30, 101), (40, 241), (50, 243)],
            [TrialSpan(10, 7, 20), TrialSpan(30, 101, 40)],
        ),
        ([(5, 240), (10, 77), (20, 241)], [TrialSpan(10, 77, 20)]),
        ([(5, 240), (20, 241), (30, 240), (40, 241)], [TrialSpan(5, 240, 20), TrialSpan(30, 240, 40)]),
        ([(5, 28), (6, 240), (20, 241)], [TrialSpan(5, 28, 20)]),
        ([(5, 1), (20, 2), (30, 241)], [TrialSpan(5, 1, None), TrialSpan(20, 2, 30)]),
        ([(5, 1), (20, 243)], [TrialSpan(5, 1, None)]),
        ([(5, 1)], [TrialSpan(5, 1, None)]),
        ([(5, 241), (6, 250)], []),
    ],
)  # fmt: skip
def test_trials(events: list[tuple[int, int]], expected: list[TrialSpan]) -> None:
    assert trial_spans(events) == expected


def test_drawing() -> None:
    events = [(0, 242), (250, 12), (1000, 241), (1500, 101), (2250, 241), (2499, 243)]
    first, last = draw(events, 2500, 250)
    assert first == "  0:00 [...12==========........101=========...]"
    assert "0.25 s" in last


def test_a_long_block_fits_its_lines() -> None:
    lines = draw([(0, 242), (900_000, 5)], 1_000_000, 250)
    assert len(lines) <= 15
    assert lines[1].startswith("  5:00 ")
    assert "5~~~" in "".join(lines)
