"""The information transfer rate (C10)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bcisub.scoring.itr import itr, mean


@pytest.mark.parametrize(
    ("targets", "accuracy", "seconds", "expected"),
    [
        (40, 1.0, 2.0, math.log2(40) * 30),  # P = 1: log2(40)·60/2 = 159.658
        (40, 1.0, 1.0, 319.315686),  # what frameworks.md says perfect answers give
        # P = 0.5: 5.3219281 + 0.5·(−1) + 0.5·(log2(0.5/39) = −6.2854022) = 1.6792270 bits, ·60/3 = 33.584539
        (40, 0.5, 3.0, 33.584539),
        # M = 2, P = 0.75: 1 + 0.75·(−0.4150375) + 0.25·(−2) = 0.1887219 bits
        (2, 0.75, 60.0, 0.1887219),
        # M = 4, P = 0.9: 2 + 0.9·(−0.1520031) + 0.1·(log2(0.1/3) = −4.9068906) = 1.3725082
        (4, 0.9, 60.0, 1.3725082),
    ],
)
def test_c10_hand_worked(targets, accuracy, seconds, expected):
    assert itr(targets, accuracy, seconds) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("targets", [2, 7, 40])
def test_c10_chance_and_below_give_0(targets):
    assert itr(targets, 1 / targets, 1.0) == 0
    assert itr(targets, 0.5 / targets, 1.0) == 0
    assert itr(targets, 0.0, 1.0) == 0
    assert itr(targets, 1 / targets + 0.01, 1.0) > 0


@pytest.mark.parametrize(
    ("targets", "accuracy", "expected"),
    # P = 0: log2(M) + log2(1/(M-1)): log2(40/39), log2(2/1). M = 2, P = 0.25: as P = 0.75, 0.1887219 bits.
    [(40, 0.0, math.log2(40 / 39)), (2, 0.0, 1.0), (2, 0.25, 0.1887219), (2, 0.5, 0.0), (40, 1 / 40, 0.0)],
)
def test_c10_below_chance_formula_is_as_written(targets, accuracy, expected):
    """below-chance=formula; at chance itself the formula gives 0 too."""
    assert itr(targets, accuracy, 60.0, as_written=True) == pytest.approx(expected, abs=1e-6)
    assert itr(targets, accuracy, 60.0) == 0


@pytest.mark.parametrize("as_written", [True, False])
@given(targets=st.integers(2, 64), accuracy=st.floats(0, 1), seconds=st.floats(0.1, 10))
def test_c10_above_chance_the_readings_agree(targets, accuracy, seconds, as_written):
    rate = itr(targets, accuracy, seconds, as_written=as_written)
    assert rate >= -1e-9
    if accuracy > 1 / targets:
        assert rate == itr(targets, accuracy, seconds)


def test_c10_no_time_gives_no_rate():
    assert itr(40, 1.0, 0.0) == 0


@given(
    targets=st.integers(2, 64),
    low=st.floats(0, 1),
    high=st.floats(0, 1),
    seconds=st.floats(0.1, 10),
)
def test_c10_more_accuracy_never_costs_and_half_the_time_doubles(targets, low, high, seconds):
    low, high = min(low, high), max(low, high)
    assert itr(targets, low, seconds) <= itr(targets, high, seconds) + 1e-9
    assert itr(targets, high, seconds / 2) == pytest.approx(2 * itr(targets, high, seconds))
    assert 0 <= itr(targets, high, seconds) <= math.log2(targets) * 60 / seconds + 1e-9


def test_the_mean_of_nothing_is_none():
    assert mean([]) is None
    assert mean([1.0, 2.0, 6.0]) == 3.0
