"""The gaze track's scoring: verdicts, PE, incomplete sets, the final, and what the screen gets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bcisub.evaluation.score_run import score_folder
from bcisub.model.record import Report, RunEnd, RunRecord
from bcisub.tracks.gaze.running import RunningFrames
from bcisub.tracks.gaze.track import TRACK
from tests.tracks.gaze.judged import FINISHED, block, run


def test_gaze_11_pe_over_all_frames() -> None:
    result = run(block([[0, 0], [0, 0], [0, 0]], [[0, 0], [1000, 0], [0, 0]]))
    assert result.valid
    assert result.score == pytest.approx((0 + 45) / 2)
    assert result.metrics["p50"] == pytest.approx(0)
    assert result.metrics["p95"] == pytest.approx(45)
    assert not result.higher_is_better


def test_json_entry_of_a_frame() -> None:
    entry = run(block([[0, 0]], [[1000, 0]])).to_json()["trials"][0]
    assert entry["truth"] == [1000, 0]
    assert entry["result"] == [0, 0]
    assert entry["error_deg"] == pytest.approx(45)
    assert (entry["status"], entry["rule"], entry["frame"]) == ("answered", "GAZE-10", "0000")


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (None, "missing"),
        ([1.0], "invalid"),
        ([1.0, float("nan")], "invalid"),
        ([float("inf"), 1.0], "invalid"),
        (["1", "2"], "invalid"),
        ([True, False], "invalid"),
        ([10**400, 1], "invalid"),
        ([1, 2, 3, 4], "invalid"),
        ([1, 2, 3], "invalid"),
        (3.0, "invalid"),
    ],
)
def test_gaze_12_one_bad_frame_makes_the_set_incomplete_and_is_named(answer: Any, status: str) -> None:
    result = run(block([[0, 0], answer], [[0, 0], [0, 0]]))
    assert not result.valid
    assert result.score is None
    assert result.void_reason is not None
    assert "S01/g1/0001" in result.void_reason
    assert result.trials[1].status == status
    assert result.trials[1].rule == "GAZE-12"
    assert result.diagnostics[0].count == 1
    assert "S01/g1/0001" in result.diagnostics[0].message


def test_gaze_12_three_numbers_are_a_prediction_only_where_the_set_has_z() -> None:
    flat, deep = ([block([[0, 0, 1]], [label], depth=depth) for label in (None, [0, 0])] for depth in (False, True))
    assert [run(one).trials[0].status for one in flat] == ["invalid", "invalid"]
    assert [run(one).trials[0].status for one in deep] == ["answered", "answered"]


def test_gaze_12_groups_never_reached_are_missing() -> None:
    unread = block([], [[0, 0], [0, 0]], group="g2").truth
    record = RunRecord([block([[0, 0]], [[0, 0]])], FINISHED, unread=[unread])
    result = TRACK.score(record, TRACK.defaults())
    assert result.score is None
    assert result.metrics["missing"] == 2


def test_gaze_13_late_answer_counts_as_180_degrees_only_in_the_final() -> None:
    slow = block([([0, 0], 1.2), ([0, 0], 1.0), ([0, 0], 0.2)], [[0, 0]] * 3)
    final = run(slow, stage="final")
    assert [verdict.status for verdict in final.trials] == ["late", "answered", "answered"]
    assert final.trials[0].extra["error_deg"] == 180
    assert final.metrics["p95"] == 180
    assert final.valid
    assert [found.code for found in final.diagnostics] == ["late-answer", "final-of-other-size"]
    assert run(slow).metrics["p95"] == pytest.approx(0)


@pytest.mark.parametrize("bad", [None, [1.0], "no"])
def test_gaze_12_in_the_final_no_answer_counts_like_a_late_one(bad: Any) -> None:
    asked = block([[0, 0], bad, [0, 0]], [[0, 0]] * 3)
    final = run(asked, stage="final")
    assert final.valid
    assert final.trials[1].status == ("missing" if bad is None else "invalid")
    assert final.trials[1].extra["error_deg"] == 180
    assert final.score == pytest.approx(90)
    assert run(asked, stage="final", late_answer="drop").score == pytest.approx(0)
    assert run(asked).score is None


def test_gaze_13_nothing_is_late_where_computing_is_left_out() -> None:
    record = RunRecord([block([([0, 0], 1.2)], [[0, 0]])], FINISHED, options={"stage": "final", "ignore_compute": True})
    assert TRACK.score(record, TRACK.defaults()).trials[0].status == "answered"


def test_gaze_13_three_people_with_thirty_targets_are_a_whole_final() -> None:
    people = [block([[0, 0]] * 30, [[0, 0]] * 30, subject=f"S{number}") for number in range(3)]
    assert not run(*people, stage="final").diagnostics
    assert [found.code for found in run(*people[:2], stage="final").diagnostics] == ["final-of-other-size"]
    assert not run(*people[:2]).diagnostics


def test_gaze_11_figures_on_the_way_are_those_of_what_was_answered() -> None:
    asked = block([[0, 0], [0, 0], [0, 0], None], [[0, 0], [1000, 0], None, [5, 5]])
    running = RunningFrames([asked.truth], TRACK.defaults())
    assert running.figures() == ""
    for report in asked.reports:
        running.take({"event": "report", "block": 0, "p": report.p, "value": report.value})
    running.take({"event": "report", "block": 0, "p": 4, "value": [None, 1]})
    running.take({"event": "block", "index": 0})
    assert running.figures() == "PE 22.50°  P50 0.00°  P95 45.00°"


def test_hidden_labels_alone_are_no_failure() -> None:
    assert run(block([[0, 0]], [None])).unlabelled
    assert not run(block([None], [None])).unlabelled


def test_gaze_13_final_shows_the_latency_distribution() -> None:
    result = run(block([([0, 0], 1.2), ([0, 0], 0.02)], [[0, 0]] * 2), stage="final")
    table = next(table for table in result.tables if table.title == "Time to answer")
    assert ("longest", "1200.0 ms") in table.rows
    assert ("over 1 s", "1") in table.rows
    assert all(table.title != "Time to answer" for table in run(block([[0, 0]], [[0, 0]])).tables)


@pytest.mark.parametrize(("answer", "label"), [([0, 0], [0, 1]), ([0, 1], [0, 1, 0])])
def test_gaze_12_an_answer_without_a_direction_is_not_called_no_number(answer: list[int], label: list[int]) -> None:
    result = run(block([answer], [label]), gaze_vector="raw")
    assert result.trials[0].status == "invalid"
    assert result.void_reason == "1 frame(s) without a usable direction (GAZE-12): S01/g1/0000"
    (found,) = result.diagnostics
    assert found.code == "invalid-prediction"
    assert found.message.startswith("Predictions without a direction")
    both = run(block([answer, ["no", 1]], [label] * 2), gaze_vector="raw")
    assert "without two finite numbers" in (both.void_reason or "")
    assert [(found.code, found.count) for found in both.diagnostics] == [("invalid-prediction", 1)] * 2


def test_hidden_labels_are_answered_but_not_scored() -> None:
    result = run(block([[0, 0], [5, 5]], [[0, 0], None]))
    assert result.metrics["scored"] == 1
    assert result.trials[1].status == "answered"
    assert [found.code for found in result.diagnostics] == ["label-hidden"]
    nothing = run(block([[0, 0]], [None]))
    assert nothing.score is None
    assert nothing.void_reason == "no frame of the set has a label to compare with"


def test_a_run_that_ended_early_is_void_and_keeps_what_was_answered() -> None:
    result = run(block([[0, 0], None], [[0, 0]] * 2), end=RunEnd("time-limit", "the time limit was reached"))
    assert result.void_reason == "the time limit was reached"
    assert result.trials[0].extra["error_deg"] == pytest.approx(0)


def test_first_answer_to_a_frame_stands() -> None:
    twice = block([[0, 0]], [[0, 0]])
    twice.reports.append(Report(1, 1, [1000, 0], "tuple", ""))
    assert run(twice).score == pytest.approx(0)


def test_parts_known_and_new_people() -> None:
    result = run(
        block([[0, 0]], [[0, 0]], subject="S01", known=True),
        block([[0, 0]], [[1000, 0]], subject="S09"),
        block([[0, 0]], [[0, 0]], subject="S09", group="g2"),
    )
    assert [(part.subject, part.score) for part in result.subjects] == [
        ("S01", pytest.approx(0)),
        ("S09", pytest.approx(22.5)),
    ]
    assert [(part.subject, part.block) for part in result.blocks] == [("S01", "g1"), ("S09", "g1"), ("S09", "g2")]
    table = result.tables[0]
    assert [row[:4] for row in table.rows] == [("known", "1", "1", "0.00°"), ("new", "1", "2", "22.50°")]
    assert result.tables[1].rows == [  # GAZE-11 for every person and every group
        ("S01", "all, known", "1", "0.00°", "0.00°", "0.00°"),
        ("", "g1", "1", "0.00°", "0.00°", "0.00°"),
        ("S09", "all, new", "2", "22.50°", "0.00°", "45.00°"),
        ("", "g1", "1", "45.00°", "45.00°", "45.00°"),
        ("", "g2", "1", "0.00°", "0.00°", "0.00°"),
    ]


def test_worst_frames_come_with_their_files() -> None:
    result = run(block([[0, 0], [0, 0]], [[0, 0], [1000, 0]]))
    worst = next(table for table in result.tables if table.title == "Worst frames")
    assert worst.rows[0] == ("45.00°", "S01/g1/0001", "1000, 0", "0, 0", "0001_l.png", "0001_r.png")


def test_heat_map_has_high_targets_on_top_and_right_ones_right() -> None:
    corners = [[-300, -200], [300, -200], [-300, 200], [300, 200]]
    result = run(block([[-300, -200], [300, -200], [-300, 200], [-300, 200]], corners))
    lines = next(table for table in result.tables if table.title.startswith("Mean error")).lines
    first, last = lines[1].split(), lines[-1].split()
    assert first[1] == "0.0"
    assert float(first[-2]) > 30
    assert first[-1] == "@"
    assert "30" not in last


def test_every_rule_of_the_rulebook_is_declared() -> None:
    assert [rule.id for rule in TRACK.rules] == [f"GAZE-{n}" for n in (1, 2, 3, 10, 11, 12, 13, 20, 21)]
    assert TRACK.defaults() == {
        "gaze-vector": "plane", "late-answer": "180", "pe-frames": "hidden", "pe-pool": "all"
    }  # fmt: skip


GOLDEN = Path(__file__).parents[2] / "assets" / "golden" / "gaze"


@pytest.mark.parametrize("expected", json.loads((GOLDEN / "expected.json").read_text(encoding="utf-8")))
def test_golden_run_under_both_readings_and_in_the_final(expected: dict[str, Any]) -> None:
    """GAZE-10, GAZE-11, GAZE-13 on a recorded run of the baseline, stopped once; its figures were worked out apart."""
    result = score_folder(GOLDEN, expected["readings"], {"stage": expected["stage"]})
    assert result.valid
    assert result.metrics["scored"] == expected["frames"]
    assert [result.metrics[name] for name in ("pe", "p50", "p95")] == pytest.approx(
        [expected[name] for name in ("pe", "p50", "p95")], abs=1e-5
    )
