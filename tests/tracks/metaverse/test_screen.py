"""What the screen says of a metaverse run: rates, the floor, waiting, confusions."""

from __future__ import annotations

import pytest

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.result import Result, Table
from bcisub.scoring.itr import itr
from bcisub.tracks.metaverse.track import TRACK

KINDS = {"open": 128, "closed": 192, "generated": 0}


def run(trials: list[tuple[str, int, float | None, str]], hidden: bool = False, **readings: str) -> Result:
    """Trials of 10 s, one block each: kind, subject, seconds at the report (of 2500 samples), answer."""
    blocks = []
    for number, (kind, subject, seconds, answer) in enumerate(trials):
        events = ((0, 242), (50, 240 if hidden else KINDS[kind] + subject), (2550, 241), (2999, 243))
        made = []
        if seconds is not None:
            p = 50 + round(seconds * 250)
            made = [Report(p, p // 50, answer, "str", answer)]
        truth = BlockTruth("S01", f"block_{number}", 3000, events)
        blocks.append(BlockRecord(truth, 50, 60, 3000, made))
    chosen = {**TRACK.defaults(), **{name.replace("_", "-"): value for name, value in readings.items()}}
    return TRACK.score(RunRecord(blocks, RunEnd("finished")), chosen)


def table(result: Result, title: str) -> Table:
    return next(one for one in result.tables if one.title == title)


def test_headline_has_both_accuracies_both_rates_and_the_mean_time() -> None:
    result = run([("open", 1, 3, "100001"), ("generated", 2, 5, "100010"), ("closed", 3, 4, "100011")])
    assert dict(result.headline) == {
        "P₁ real/generated": f"0.667 (ITR₁ {itr(2, 2 / 3, 4):.2f})",
        "P₂ subject": f"1.000 (ITR₂ {itr(23, 1, 4):.2f})",
        "mean T": "4.000 s",
    }


def test_meta_13_the_floors_cost_is_told() -> None:
    result = run([("open", 1, 2.0, "100001"), ("open", 1, 2.6, "100001"), ("open", 1, 3.4, "100001")])
    assert result.metrics["floor_cost_seconds"] == pytest.approx(1.4)
    assert "cost 1.4 s" in table(result, "Time").lines[0]
    nothing = run([("open", 1, 3.0, "100001")])
    assert "nothing" in table(nothing, "Time").lines[0]
    assert len(table(nothing, "Time").lines) == 1


@pytest.mark.parametrize("mean", ["pooled", "block"])
def test_meta_15_waiting_past_three_seconds_is_priced(mean: str) -> None:
    result = run([("open", 1, 6.0, "100001"), ("generated", 2, 4.0, "000010")], itr_mean=mean)
    assert result.metrics["score_at_floor"] == pytest.approx(27.047, abs=1e-3)
    line = table(result, "Time").lines[1]
    assert "2.000 s above 3 s" in line
    assert f"27.05, not {result.score:.2f}" in line


def test_waiting_with_nothing_right_has_no_price() -> None:
    assert len(table(run([("open", 1, 6.0, "000010")]), "Time").lines) == 1


def test_real_and_generated_confusion() -> None:
    result = run(
        [
            ("open", 1, 3, "100001"),
            ("open", 1, 3, "000001"),
            ("closed", 2, 3, "100010"),
            ("generated", 3, 3, "100011"),
            ("generated", 3, 3, "000011"),
            ("generated", 3, None, ""),
            ("generated", 3, 3, "7"),
        ]
    )
    assert table(result, "Real or generated").rows == [
        ("real-open", "1", "1", "0"),
        ("real-closed", "1", "0", "0"),
        ("generated", "1", "1", "2"),
    ]


def test_the_most_confused_subjects_come_first_and_nobody_is_no_table() -> None:
    wrong = [("open", 5, 3.0, "100111")] * 3 + [("open", 1, 3.0, "100010"), ("open", 1, 3.0, "100001")]
    assert table(run(wrong), "Most confused subjects").rows == [("5", "7", "3"), ("1", "2", "1")]
    assert [one.title for one in run([("open", 1, 3, "100001")]).tables] == ["Time", "Real or generated"]


def test_meta_4_without_truth_the_screen_says_so() -> None:
    result = run([("open", 1, 2.5, "100001")], hidden=True)
    assert [one.title for one in result.tables] == ["Time", "No truth"]
    assert "--truth" in table(result, "No truth").lines[0]
    assert dict(result.headline) == {"mean T": "3.000 s"}
