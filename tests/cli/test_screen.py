"""The sensitivity line (decision 5): the range over all readings, and the readings that are not in it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from bcisub.cli.screen import show
from bcisub.model.result import Result


def entry(reading: str, value: str, score: float | None) -> dict[str, object]:
    return {"reading": reading, "value": value, "score": score}


@pytest.mark.parametrize(
    ("track", "others", "line"),
    [
        ("gaze", [entry("late-answer", "drop", 13.43)], "13.43 under every reading"),
        (
            "gaze",
            [entry("gaze-vector", "raw", None), entry("late-answer", "drop", 13.43)],
            "gaze-vector=raw: no score; 13.43 under the other readings",
        ),
        (
            "gaze",
            [entry("gaze-vector", "raw", None), entry("late-answer", "drop", 12)],
            "gaze-vector=raw: no score; 12.00 to 13.43 over all other readings; late-answer=drop matters most (12.00)",
        ),
        (
            "emotion",
            [entry("edges", "overlap", 14)],
            "13.43 to 14.00 over all readings; edges=overlap matters most (14.00); "
            "count-from, instance need runs of their own",
        ),
        (
            "emotion",
            [entry("edges", "overlap", 13.43)],
            "13.43 under every reading; count-from, instance need runs of their own",
        ),
    ],
)
def test_decision_5_sensitivity_names_the_readings_that_are_not_in_its_range(
    track: str, others: list[dict[str, object]], line: str
) -> None:
    result = Result(track, 13.43, "", False, True, None, {}, {}, sensitivity=others)
    text = io.StringIO()
    show(result, Console(file=text, width=200))
    assert text.getvalue().splitlines()[-1] == f"sensitivity: {line}"
