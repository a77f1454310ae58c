"""META-2, -3, -4, -8, -10 to -15 and the scoring readings, case by case; figure 5 of the document among them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.scoring.itr import itr
from bcisub.tracks.metaverse.track import TRACK, check_truth, mask
from tests.tracks.metaverse.judged import (
    DEFAULTS,
    END,
    EVENTS,
    NEXT,
    REAL_16,
    SAMPLES,
    START,
    codes,
    first,
    report,
    run,
)


class TestFigure5:
    """Packet i holds the end trigger; t1, t2, t3 follow packets i-1, i, i+1."""

    T1, T2, T3 = 1450, 1500, 1550

    @pytest.mark.parametrize("at", [T1, T2])
    def test_meta_10_t1_and_t2_are_on_time(self, at: int) -> None:
        verdict = first(report(at))
        assert (verdict.status, verdict.seconds) == ("correct", (at - START) / 250)

    def test_meta_10_t3_is_late(self) -> None:
        assert (first(report(self.T3)).status, first(report(self.T3)).rule) == ("late", "META-12")

    def test_meta_11_of_several_at_t2_the_first_counts(self) -> None:
        result = run(report(self.T2), report(self.T2, "000001"))
        assert result.trials[0].status == "correct"
        assert codes(result)["second-report"] == 1

    def test_meta_11_of_several_at_t3_the_first_counts_and_is_late(self) -> None:
        verdict = first(report(self.T3, "000001"), report(self.T3))
        assert (verdict.status, verdict.result) == ("late", "000001")

    def test_meta_12_the_last_of_t1_and_t2_decides_result_and_time(self) -> None:
        verdict = first(report(self.T1, "000001"), report(self.T2))
        assert (verdict.status, verdict.seconds) == ("correct", (self.T2 - START) / 250)
        assert first(report(self.T1), report(self.T2, "000001")).status == "wrong"

    def test_meta_12_t3_voids_a_right_answer_at_t1(self) -> None:
        verdict = first(report(self.T1), report(self.T3))
        assert verdict.status == "late"
        assert not verdict.extra["real_correct"]
        assert not verdict.extra["subject_correct"]


@pytest.mark.parametrize(("at", "status"), [(150, "missing"), (200, "correct"), (1750, "late"), (1800, "missing")])
def test_meta_10_the_window_opens_after_the_start_packet_and_ends_with_the_next(at: int, status: str) -> None:
    assert first(report(at)).status == status


def test_c5_a_report_before_the_first_trial_is_stray() -> None:
    result = run(report(150))
    assert result.stray_reports == 1


@pytest.mark.parametrize(("at", "seconds"), [(200, 3.0), (850, 3.0), (900, 3.16)])
def test_meta_13_three_seconds_are_the_least(at: int, seconds: float) -> None:
    assert first(report(at)).seconds == pytest.approx(seconds)


def test_meta_13_no_report_takes_the_whole_trial() -> None:
    verdict = first()
    assert (verdict.status, verdict.seconds) == ("missing", (END - START) / 250)


@pytest.mark.parametrize("value", ["11000", "1100000", "110002", "100000", "111000", None, True, "１１００００"])
def test_meta_8_a_wrong_string_is_an_invalid_report_that_takes_its_place(value: object) -> None:
    result = run(report(800), report(900, value))
    assert (result.trials[0].status, result.trials[0].rule) == ("invalid", "META-8")
    assert codes(result)["invalid-report"] == 1


def test_c11_late_before_invalid() -> None:
    assert first(report(1550, "x")).status == "late"


@pytest.mark.parametrize(
    ("value", "real", "subject"),
    [("110000", True, True), ("010000", False, True), ("110001", True, False), ("010001", False, False)],
)
def test_meta_14_the_two_parts_are_judged_apart(value: str, real: bool, subject: bool) -> None:
    verdict = first(report(800, value))
    assert verdict.extra == {"real_correct": real, "subject_correct": subject, "data_seconds": (800 - START) / 250}
    assert verdict.correct == (real and subject)


def test_meta_15_perfect_answers_at_three_seconds_reach_the_cap() -> None:
    result = run(report(850), report(2400, "000011"))
    assert result.score == pytest.approx(27.047, abs=1e-3)
    assert result.metrics["mean_seconds"] == 3.0


def test_meta_15_below_chance_is_nothing() -> None:
    assert run(report(850, "000001"), report(2400, "100001")).score == 0.0


def test_c10() -> None:
    assert itr(2, 1.0, 3.0) == 20.0
    assert itr(2, 0.5, 3.0) == 0.0
    assert itr(23, 0.04, 3.0) == 0.0
    assert itr(2, 0.9, 6.0) == pytest.approx((1 + 0.9 * np.log2(0.9) + 0.1 * np.log2(0.1)) * 10)


def test_meta_4_hidden_starts_are_replayed_but_not_scored() -> None:
    events = tuple((at, 240 if code in (144, 3) else code) for at, code in EVENTS)
    result = run(report(850), events=events)
    assert (result.score, result.valid, result.unlabelled) == (None, False, True)
    assert "240" in (result.void_reason or "")
    assert [verdict.status for verdict in result.trials] == ["unscored", "missing"]
    assert result.trials[0].result == REAL_16


def test_meta_4_a_broken_run_over_a_hidden_set_is_a_failure_all_the_same() -> None:
    events = tuple((at, 240 if code in (144, 3) else code) for at, code in EVENTS)
    result = run(report(850), events=events, end="time-limit")
    assert (result.score, result.unlabelled) == (0.0, False)


def test_c8_a_run_that_broke_off_is_void_and_keeps_its_verdicts() -> None:
    """As in the other tracks where more is better, a void score is 0; None means that there is no truth (META-4)."""
    result = run(report(850), end="time-limit")
    assert (result.score, result.valid) == (0.0, False)
    assert result.trials[0].status == "correct"


def test_c8_trials_a_broken_run_did_not_reach_are_left_out() -> None:
    assert len(run(report(850), end="exception", delivered=NEXT).trials) == 1
    assert len(run(report(850), end="exception", delivered=NEXT + 1).trials) == 2


def test_unread_blocks_count_as_missing() -> None:
    record = RunRecord([], RunEnd("finished"), unread=[BlockTruth("S01", "block_1", SAMPLES, EVENTS)])
    result = TRACK.score(record, DEFAULTS)
    assert [verdict.status for verdict in result.trials] == ["missing", "missing"]
    assert codes(result) == {"stopped-early": 1, "no-report": 2}


def test_c4_a_report_on_a_start_packet_is_the_trial_befores_and_is_told() -> None:
    result = run(report(1750, "000011"))
    assert [verdict.status for verdict in result.trials] == ["late", "missing"]
    assert codes(result) == {"report-on-trigger-packet": 1, "late-report": 1, "no-report": 1}


def test_meta_5_dropped_coroutines_are_counted() -> None:
    notes = [{"code": "un-awaited", "name": "report", "count": count, "line": 7} for count in (1, 1, 5)]
    result = TRACK.score(RunRecord([], RunEnd("finished"), notes=notes), DEFAULTS)
    (found,) = result.diagnostics
    assert (found.code, found.level, found.count) == ("un-awaited", "error", 7)
    assert "report()" in found.message


def test_meta_3_starts_are_masked_and_nothing_else() -> None:
    row = np.array([242.0, 0, 129, 0, 241, 193, 241, 23, 241, 240, 241, 243])
    assert mask(row).tolist() == [242, 0, 240, 0, 241, 240, 241, 240, 241, 240, 241, 243]
    assert row[2] == 129


@pytest.mark.parametrize(
    "events",
    [((5, 241),), ((5, 129), (99, 243)), ((5, 129), (9, 130), (20, 241)), ((5, 24), (9, 241)), ((5, 152), (9, 241))],
)
def test_meta_2_triggers_that_do_not_pair_up_are_named(events: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(BcisubError, match="S01/block_1 at sample"):
        check_truth(BlockTruth("S01", "block_1", 100, events))


@pytest.mark.parametrize("start", [16, 129, 240])
def test_meta_2_a_file_that_ends_within_a_trial_is_refused_as_one_that_goes_on_to_243(start: int) -> None:
    with pytest.raises(BcisubError, match=r"a trial has no end \(241\)") as caught:
        check_truth(BlockTruth("S01", "block_1", 100, ((0, 242), (5, 2), (30, 241), (60, start))))
    assert (caught.value.where, caught.value.code) == ("S01/block_1, sample 60", "bad-trigger")


def test_meta_2_the_trial_a_shortened_block_was_cut_in_is_left_out() -> None:
    assert [verdict.onset for verdict in run(events=EVENTS[:4]).trials] == [START]


@settings(max_examples=200, deadline=None)
@given(
    st.integers(1, 700),
    st.integers(50, 900),
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from([REAL_16, "010000", "100001", "x"])), max_size=12),
)
def test_the_verdict_is_that_of_a_naive_scorer(start: int, length: int, made: list[tuple[int, str]]) -> None:
    """META-10 to META-14 said once more, packet by packet."""
    end, samples = start + length, 1700
    made = sorted(made, key=lambda pair: pair[0])
    reports = [Report(min(k * 50, samples), k, value, "str", value) for k, value in made]
    truth = BlockTruth("S01", "b", samples, ((start, 144), (end, 241)))
    verdict = TRACK.score(
        RunRecord([BlockRecord(truth, 50, 34, samples, reports)], RunEnd("finished")), DEFAULTS
    ).trials[0]
    heard: dict[int, str] = {}
    for k, value in made:
        if k > start // 50 + 1:
            heard.setdefault(k, value)
    if not heard:
        expected = ("missing", length / 250)
    else:
        k = max(heard)
        status = "correct" if heard[k] == REAL_16 else "invalid" if heard[k] == "x" else "wrong"
        expected = ("late" if k > end // 50 + 1 else status, max(3.0, (k * 50 - start) / 250))
    assert (verdict.status, verdict.seconds) == pytest.approx(expected)
