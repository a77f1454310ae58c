"""The standard diagnostics of the streaming tracks, found in one place, for all of them alike (C4, C5, C11)."""

from __future__ import annotations

import pytest

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.scoring.remarks import Remarks
from bcisub.scoring.report_remarks import ReportRemarks, Wording
from bcisub.scoring.windows import assign
from bcisub.tracks import get
from bcisub.tracks.turing.tables import TASKS

BEHAVIOUR, (TASK, *_) = next(iter(TASKS.items()))
TRIALS = {"ssvep-async": (7, 7), "turing": (BEHAVIOUR << 3 | TASK, TASK), "metaverse": (128 + 16, "110000")}
"""Start trigger and right answer."""


def reported(track: str, *places: int) -> dict[str, tuple[int, object]]:
    """Diagnostics of two trials, at 128 and 1600, with reports at these samples: count and where the first was."""
    code, value = TRIALS[track]
    truth = BlockTruth("S1", "b", 3000, ((3, 242), (128, code), (1128, 241), (1600, code), (2600, 241), (2999, 243)))
    reports = [Report(p, -(-p // 10), value, type(value).__name__, repr(value), p / 250) for p in places]
    record = RunRecord([BlockRecord(truth, 10, 300, 3000, reports)], RunEnd("finished"))
    found = get(track).score(record, get(track).defaults()).diagnostics
    return {one.code: (one.count, (one.first or {}).get("reported_at")) for one in found}


@pytest.mark.parametrize("track", ["ssvep-async", "turing", "metaverse"])
def test_c4_a_report_on_a_triggers_own_packet(track: str) -> None:
    assert reported(track, 500, 1610)["report-on-trigger-packet"] == (1, 1610)
    assert "report-on-trigger-packet" not in reported(track, 500, 1620)


@pytest.mark.parametrize("track", ["ssvep-async", "turing", "metaverse"])
def test_c5_a_report_in_no_trials_window(track: str) -> None:
    assert reported(track, 50, 60, 500, 2000)["stray-report"] == (2, 50)
    assert "stray-report" not in reported(track, 500, 2000)


@pytest.mark.parametrize("track", ["ssvep-async", "turing", "metaverse"])
def test_c11_a_second_report_is_told_where_only_one_counts(track: str) -> None:
    assert reported(track, 500, 500, 500, 2000)["second-report"] == (2, 500)
    assert "second-report" not in reported(track, 500, 2000)


@pytest.mark.parametrize("track", ["turing", "metaverse"])
def test_c11_a_trial_without_a_report_and_a_late_one(track: str) -> None:
    assert reported(track, 500)["no-report"] == (1, None)
    assert reported(track, 1560, 2000)["late-report"] == (1, 1560)
    assert {"no-report", "late-report"}.isdisjoint(reported(track, 500, 2000))


def test_a_place_is_that_of_the_sets_own_block_where_blocks_were_joined() -> None:
    joined = BlockTruth("all", "all", 200, (), {"joined": [["A", "one", 0], ["B", "two", 100]]})
    late = Report(150, 15, "x", "str", "'x'")
    dealt = assign(BlockRecord(joined, 10, reports=[late]), [], {})
    remarks = Remarks()
    words = {"stray-report": Wording("info", "first {shown}", "do", ("reported_at", "answer"))}
    told = ReportRemarks(remarks, words, dealt, lambda report: False)
    told.outside()
    told.answer(late)  # no wording: none of the track's
    (one,) = remarks.list()
    assert one.first == {"subject": "B", "block": "two", "reported_at": 50, "answer": "'x' (str)"}
    assert one.message == "first 'x' (str)"
