"""Which integer a report stands for: what the public scorers' `==` finds equal, or an int alone (SSVEP-6, TURING-6)."""

from __future__ import annotations

from bcisub.model.record import Report
from bcisub.model.source import engine
from bcisub.model.track import Reading

ANSWER_TYPE = Reading(
    "answer-type",
    {
        "equal": "an answer is what == finds equal to an allowed integer: 7.0, numpy.float64(7), True for 1",
        "int": "only int and numpy integers; anything else is invalid",
    },
    source=engine("2021, 2022"),
)
_WHOLE = ("int", "numpy.longlong", "numpy.ulonglong")


def is_int(report: Report) -> bool:
    """An int, Python's or numpy's; bool is neither."""
    whole = report.type in _WHOLE or report.type.startswith(("numpy.int", "numpy.uint"))
    return whole and isinstance(report.value, int)


def integer(report: Report, answer_type: str) -> int | None:
    """The integer that was answered under this value of the reading; None where it is none."""
    value = report.value
    if type(value) is int:
        return value if answer_type == "equal" or is_int(report) else None
    if answer_type == "int":
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return int(value) if isinstance(value, bool) else report.equals
