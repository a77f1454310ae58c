"""GAZE-10 and GAZE-11 against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bcisub.tracks.gaze.error import angle, gaze_vector, prediction_error, quantile

coordinates = st.floats(-1e6, 1e6, allow_nan=False)


@pytest.mark.parametrize(
    ("one", "other", "degrees"),
    [
        ((0, 0, 1), (0, 1, 0), 90),
        ((0, 0, 1), (0, 0, -1), 180),
        ((0, 0, 1000), (1000, 0, 1000), 45),
        ((3, 4), (6, 8), 0),
        ((1e-200, 0), (1e200, 1e200), 45),
    ],
)
def test_gaze_10_angle(one: tuple[float, ...], other: tuple[float, ...], degrees: float) -> None:
    assert angle(one, other) == pytest.approx(degrees, abs=1e-6)


@given(coordinates, coordinates)
def test_gaze_10_cosine_is_clipped_so_that_a_perfect_answer_is_never_nan(x: float, y: float) -> None:
    found = angle((x, y, 1000.0), (x, y, 1000.0))
    assert found is not None
    assert found == pytest.approx(0, abs=1e-5)


def test_a_zero_vector_points_nowhere() -> None:
    assert angle((0, 0), (1, 0)) is None
    assert angle((1, 0), (0, 0)) is None


def test_reading_gaze_vector() -> None:
    assert gaze_vector((1, 2), "plane", 1000) == (1, 2, 1000)
    assert gaze_vector((1, 2), "raw", 1000) == (1, 2)
    assert gaze_vector((1, 2, 3), "raw", 1000) == (1, 2, 3)
    assert gaze_vector((1, 2, 3), "plane", 1000) == (1, 2, 1000)


@pytest.mark.parametrize(
    ("count", "percent", "place"),
    [(1, 50, 1), (1, 95, 1), (2, 50, 1), (3, 50, 2), (20, 95, 19), (21, 95, 20), (100, 95, 95), (60, 95, 57)],
)
def test_gaze_11_quantile_is_the_ceiling_place(count: int, percent: int, place: int) -> None:
    assert quantile(range(1, count + 1), percent) == place


@given(st.integers(1, 5000))
def test_gaze_11_quantile_agrees_with_exact_fractions(count: int) -> None:
    assert quantile(range(1, count + 1), 95) == math.ceil(19 * count / 20)


def test_gaze_11_pe_is_the_mean_of_p50_and_p95() -> None:
    errors = [float(value) for value in range(20, 0, -1)]
    assert prediction_error(errors) == ((10 + 19) / 2, 10, 19)
