"""Ticks, extents and numbers."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bcisub.charts import scales
from bcisub.charts.scales import Scale

SANE = st.floats(-1e9, 1e9)
ANY = st.lists(st.floats(allow_nan=True, allow_infinity=True), max_size=20)


@given(SANE, st.floats(1e-3, 1e9), st.integers(1, 20))
def test_ticks_step_by_1_2_or_5_inside_the_stretch(low: float, span: float, most: int) -> None:
    ends = scales.extent([low, low + span])
    ticks = Scale(*ends, 0, 100).ticks(most)
    assert len(ticks) <= most + 1
    assert all(ends[0] <= tick <= ends[1] for tick in ticks)
    for a, b in pairwise(ticks[1:-1]):
        digit = (b - a) / 10 ** math.floor(math.log10(b - a) + 1e-6)
        assert min(abs(digit - one) for one in (1, 2, 5)) < 1e-3


@given(ANY, st.booleans(), st.booleans())
def test_an_extent_is_always_one(values: list[float], zero: bool, log: bool) -> None:
    low, high = scales.extent(values, zero=zero, pad=0.05, log=log)
    assert math.isfinite(low)
    assert low < high < math.inf
    assert low > 0 or not log
    if zero and not log:
        assert low <= 0 <= high


@given(ANY, st.floats(allow_nan=False))
def test_a_scale_never_leaves_its_pixels(values: list[float], value: float) -> None:
    scale = Scale(*scales.extent(values), 40, 700)
    assert 40 - 1e-6 <= scale(value) <= 700 + 1e-6


@given(SANE, st.floats(1e-3, 1e9))
def test_rounded_ends_hold_what_was_given(low: float, span: float) -> None:
    ends = scales.extent([low, low + span])
    down, up = scales.rounded(*ends)
    slack = (ends[1] - ends[0]) * 1e-6
    assert down <= ends[0] + slack
    assert up >= ends[1] - slack


def test_log_ticks_are_decades_where_there_are_many() -> None:
    assert Scale(0.1, 1000, 0, 100, log=True).ticks(6) == pytest.approx([0.1, 1, 10, 100, 1000])
    assert Scale(1, 10, 0, 100, log=True).ticks(6) == pytest.approx([1, 2, 5, 10])


@pytest.mark.parametrize(
    ("ticks", "labels"),
    [
        ([0, 0.5, 1.0], ["0.0", "0.5", "1.0"]),
        ([-20, 0, 20], ["−20", "0", "20"]),
        ([0, 5000, 10000], ["0", "5\u202f000", "10\u202f000"]),
        ([0.1, 1, 10, 100], ["0.1", "1", "10", "100"]),
        ([], []),
    ],
)
def test_ticks_of_one_axis_have_the_same_decimals(ticks: list[float], labels: list[str]) -> None:
    assert scales.labels(ticks) == labels


@pytest.mark.parametrize(
    ("value", "shown"),
    [(86.94, "86.9"), (0.0421, "0.0421"), (1240.4, "1\u202f240"), (0, "0"), (-3.0, "−3"), (3.1e-7, "3.1e−7"),
     (float("nan"), "–"), (None, "–"), (float("inf"), "–"), (2e9, "2e9")],
)  # fmt: skip
def test_three_digits_that_count(value: float | None, shown: str) -> None:
    assert scales.short(value) == shown


def test_a_column_has_one_number_of_decimals() -> None:
    assert scales.alike([86.94, 75.0, float("nan"), 0.0]) == ["86.9", "75.0", "–", "0.0"]
    assert scales.alike([1240.0, 86.9]) == ["1\u202f240", "87"]
    assert scales.alike([]) == []


def test_minus_nothing_is_nothing() -> None:
    assert scales.fixed(-0.04, 1) == "0.0"
    assert scales.percent(0.126) == "13\u202f%"
