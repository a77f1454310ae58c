"""SSVEP-6, TURING-6: which integer a report stands for, from what the worker said of it (reading `answer-type`)."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

import numpy as np
import pytest

from bcisub.history.log import build_record
from bcisub.model.record import BlockTruth, Report
from bcisub.scoring.answers import integer
from bcisub.worker.answers import describe


class Key(IntEnum):
    SEVEN = 7


class Anything:
    """Equal to whatever it is compared with: no number, so nobody asks it."""

    real = 7

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def _named(value: object) -> str:
    """A name that is the same in every process: the default repr holds an address."""
    text = repr(value)
    return type(value).__name__ if " at 0x" in text else text


def reported(value: object) -> Report:
    """What the scorer gets of a report: through the worker's message and the log."""
    event = {"event": "report", "block": 0, "p": 10, "packet": 1, **describe(value)}
    begun = {"event": "block", "index": 0, "packet": 10, "packets": 10}
    (block,) = build_record([begun, event], [BlockTruth("S1", "b", 100, ())]).blocks
    return block.reports[0]


@pytest.mark.parametrize("value", [7, np.int64(7), np.uint8(7), np.intc(7)])
def test_ints_are_answers_under_answer_type_equal_and_answer_type_int(value: object) -> None:
    assert integer(reported(value), "equal") == integer(reported(value), "int") == 7


@pytest.mark.parametrize(
    "value",
    [7.0, np.float64(7), np.float32(7), np.longdouble(7), 7 + 0j, np.complex64(7), Decimal(7), Fraction(14, 2),
     Key.SEVEN, np.array(7), np.array([7]), np.array([[7.0]]), np.array([7], dtype=object)],
    ids=_named,
)  # fmt: skip
def test_what_equals_an_int_is_an_answer_under_answer_type_equal_alone(value: object) -> None:
    assert bool(value == 7), "the public scorers' comparison"
    assert integer(reported(value), "equal") == 7
    assert integer(reported(value), "int") is None


def test_bool_is_0_or_1_under_answer_type_equal() -> None:
    for value in (True, np.True_, np.array([True])):
        assert (integer(reported(value), "equal"), integer(reported(value), "int")) == (1, None)


@pytest.mark.parametrize(
    "value",
    ["7", np.str_("7"), b"7", [7], (7,), {7}, None, 7.5, 7 + 1j, Decimal("7.5"), Decimal("NaN"), Decimal("sNaN"),
     float("nan"), float("inf"), np.nan, np.array([7, 7]), np.array([]), np.array(["7"]), np.array([None]), Anything(),
     object()],
    ids=_named,
)  # fmt: skip
@pytest.mark.parametrize("answer_type", ["equal", "int"])
def test_anything_else_is_none(value: object, answer_type: str) -> None:
    assert integer(reported(value), answer_type) is None
