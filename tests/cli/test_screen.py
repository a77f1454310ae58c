"""The sensitivity line (decision 5): the range over all readings, and the readings that are not in it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from bcisub.cli.screen import show
from bcisub.model.result import AsEngine, HalfSpeed, Result


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


def shown(**more) -> list[str]:
    others = [entry("late-answer", "drop", 12.0)]
    text = io.StringIO()
    show(
        Result("gaze", 13.43, "", False, True, None, {}, {}, sensitivity=others, **more), Console(file=text, width=200)
    )
    return text.getvalue().splitlines()


@pytest.mark.parametrize(
    ("exact", "words"),
    [(True, "over all readings and their combinations"), (False, "over all readings, combinations searched (too many")],
)
def test_the_range_shown_is_that_over_combinations_and_says_whether_all_were_tried(exact, words):
    line = shown(range={"low": 11.0, "high": 14.5, "exact": exact})[-1]
    assert line.startswith(f"sensitivity: 11.00 to 14.50 {words}")


def test_each_engine_has_a_line_with_its_score_or_why_it_needs_a_run():
    engines = [AsEngine("first", 12.0), AsEngine("second", differs="it hears more"), AsEngine("third")]
    assert shown(as_engine=engines)[-3:] == [
        "as first: 12.00", "as second: needs --as second: it hears more", "as third: no score",
    ]  # fmt: skip


@pytest.mark.parametrize(("late", "words"), [(1, "1 trial turns late"), (2, "2 trials turn late")])
def test_a_machine_half_as_fast_is_spoken_of_where_trials_turn_late_on_it(late, words):
    compute = {"p50_ms": 1.0, "p99_ms": 1.0, "max_ms": 1.0, "share_of_real_time": 0.1}
    run = {"compute": compute, "python": "3", "packets": 1, "reports": 1, "id": "x"}
    line = f"on a machine half as fast {words}: the score is 12.00 (--slower 2)"
    assert line in shown(run=run, half_speed=HalfSpeed(late, 12.0))
    assert "half as fast" not in "".join(shown(run=run))
