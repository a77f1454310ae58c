"""TURING-10 to TURING-15, their readings, and a naive scorer to compare with."""

from __future__ import annotations

import math
import random

import pytest

from bcisub.model.record import BlockRecord, BlockTruth, RunEnd, RunRecord
from bcisub.scoring.windows import packet_end
from bcisub.tracks.turing.track import TRACK
from tests.tracks.turing.judged import DEFAULTS, code, codes, report, run
from tests.tracks.turing.naive import naive


def test_block_worked_on_paper() -> None:
    """TURING-12, TURING-13, TURING-14: five trials, target ⌈0.8·5⌉ = 4, worked by hand.

    trial  onset  p     data length    L      right  ΣL     running = 200·right/ΣL
    0      1003   1260  257/250=1.028  1.528  yes    1.528  130.890052
    1      3000   3510  510/250=2.04   2.54   no     4.068   49.164208
    2      5000   5130  130/250=0.52   1.02   yes    5.088   78.616352
    3      7000   7500  500/250=2.0    2.5    yes    7.588   79.072219
    4      9000   9250  250/250=1.0    1.5    yes    9.088   88.028169
    Target reached on trial 4: S = 200·4/9.088 = 88.028169.
    """
    trials = [(1003, code(5, 5)), (3000, code(1, 7)), (5000, code(2, 4)), (7000, code(4, 2)), (9000, code(9, 6))]
    reports = [report(1260, 5), report(3510, 1), report(5130, 4), report(7500, 2), report(9250, 6)]
    result = TRACK.score(run(trials, reports), DEFAULTS)
    assert result.score == pytest.approx(88.028169, abs=1e-6)
    assert [v.extra["running"] for v in result.trials] == pytest.approx(
        [130.890052, 49.164208, 78.616352, 79.072219, 88.028169], abs=1e-6
    )
    assert [v.extra["length"] for v in result.trials] == [1.528, 2.54, 1.02, 2.5, 1.5]
    assert result.blocks[0].metrics["target"] == 4
    assert result.blocks[0].metrics["seconds"] == pytest.approx(9.088)
    assert [v.status for v in result.trials] == ["correct", "wrong", "correct", "correct", "correct"]
    assert [v.extra["behaviour"] for v in result.trials] == [5, 1, 2, 4, 9]


def test_turing_13_counting_stops_at_the_target() -> None:
    """TURING-13: with 4 of 5 right from the start, the fifth trial is neither counted nor paid for."""
    trials = [(1000 * k + 5, code(5, 5)) for k in range(1, 6)]
    result = TRACK.score(run(trials, [report(at + 125, 5) for at, _ in trials[:4]]), DEFAULTS)
    assert result.score == pytest.approx(200 * 4 / (4 * 1.0))
    assert [v.extra["counted"] for v in result.trials] == [True] * 4 + [False]
    assert result.trials[4].extra["running"] is None
    assert result.blocks[0].metrics["walked"] == 4


@pytest.mark.parametrize(("trials", "target"), [(1, 1), (4, 4), (5, 4), (6, 5), (10, 8), (12, 10), (15, 12), (30, 24)])
def test_turing_13_target_rounds_up(trials: int, target: int) -> None:
    events = [(1000 * k, code(5, 7)) for k in range(1, trials + 1)]
    result = TRACK.score(run(events, [], samples=40_000), DEFAULTS)
    assert result.blocks[0].metrics["target"] == target == math.ceil(trials * 4 / 5)


def test_turing_13_target_never_reached_scores_zero_and_says_how_many_were_missing() -> None:
    trials = [(1000 * k, code(5, 5)) for k in range(1, 6)]
    result = TRACK.score(run(trials, [report(at + 110, 5) for at, _ in trials[:3]]), DEFAULTS)
    assert result.score == 0
    assert result.valid
    assert result.blocks[0].metrics["missing"] == 1
    (missed,) = (d for d in result.diagnostics if d.code == "target-missed")
    assert missed.first == {"subject": "S01", "block": "block_1", "missing": 1, "target": 4}


def test_turing_15_score_is_the_mean_of_blocks_not_of_subjects() -> None:
    one = run([(1000, code(5, 5))], [report(1125, 5)])
    two = run([(1000, code(5, 5))], [report(1125, 7)], block="block_2")
    three = run([(1000, code(5, 5))], [report(1125, 5)], subject="S02")
    record = RunRecord([*one.blocks, *two.blocks, *three.blocks], RunEnd("finished"))
    result = TRACK.score(record, DEFAULTS)
    assert result.score == pytest.approx((200 + 0 + 200) / 3)
    assert [(p.subject, p.score) for p in result.subjects] == [("S01", 100.0), ("S02", 200.0)]


def test_turing_10_first_report_counts_and_a_second_is_shown() -> None:
    result = TRACK.score(run([(1000, code(5, 5))], [report(1100, 7), report(1110, 5)]), DEFAULTS)
    assert result.trials[0].status == "wrong"
    assert result.trials[0].result == 7
    assert codes(result)["second-report"] == 1


@pytest.mark.parametrize("value", [0, 8, -1, 3.5, "3", None, False, [3]])
def test_turing_6_invalid_answers(value: object) -> None:
    result = TRACK.score(run([(1000, code(1, 3))], [report(1100, value)]), DEFAULTS)
    assert result.trials[0].status == "invalid"
    assert codes(result)["invalid-report"] == 1


@pytest.mark.parametrize(("value", "kind"), [(3.0, "float"), (3.0, "numpy.float64"), (3, "numpy.ndarray")])
def test_turing_6_answer_type_equal_takes_what_equals_a_task_and_answer_type_int_does_not(value, kind) -> None:
    record = run([(1000, code(1, 3)), (3000, code(1, 1))], [report(1100, value, kind), report(3100, True, "bool")])
    result = TRACK.score(record, DEFAULTS)
    assert [(v.status, v.result) for v in result.trials] == [("correct", 3), ("correct", 1)]
    assert codes(result)["loose-answer"] == 2
    strict = TRACK.score(record, {**DEFAULTS, "answer-type": "int"})
    assert [v.status for v in strict.trials] == ["invalid", "invalid"]


def test_turing_2_a_reserved_trigger_is_no_trial_and_is_warned_of() -> None:
    record = run([(900, 200), (1000, code(5, 5)), (1200, 244)], [report(1300, 5)])
    result = TRACK.score(record, DEFAULTS)
    assert [v.status for v in result.trials] == ["correct"]
    (told,) = (d for d in result.diagnostics if d.code == "reserved-trigger")
    assert (told.level, told.count) == ("warning", 2)
    assert told.first == {"subject": "S01", "block": "block_1", "sample": 900, "trigger": 200}


def test_turing_6_numpy_integers_are_fine() -> None:
    result = TRACK.score(run([(1000, code(1, 3))], [report(1100, 3, "numpy.int64")]), DEFAULTS)
    assert result.trials[0].correct


def test_turing_6_an_impossible_answer_is_wrong_and_shown() -> None:
    """Behaviour 5 allows 5 and 7 only."""
    result = TRACK.score(run([(1000, code(5, 5))], [report(1100, 3)]), DEFAULTS)
    assert result.trials[0].status == "wrong"
    (shown,) = (d for d in result.diagnostics if d.code == "impossible-answer")
    assert shown.first is not None
    assert shown.first["behaviour"] == 5
    assert "impossible" in result.tables[1].rows[0][1]


def test_c11_late_comes_before_invalid() -> None:
    assert TRACK.score(run([(1000, code(5, 5))], [report(2500, 99)]), DEFAULTS).trials[0].status == "late"


@pytest.mark.parametrize(
    ("sample", "written", "engine"), [(1000, 1010, 1000), (1001, 1010, 1010), (1009, 1010, 1010), (1010, 1020, 1010)]
)
def test_c4_trigger_packet(sample: int, written: int, engine: int) -> None:
    assert packet_end(sample, 10, 10_000, "written") == written
    assert packet_end(sample, 10, 10_000, "engine") == engine


def test_c4_report_on_the_trigger_packet_belongs_to_the_trial_before() -> None:
    record = run([(1000, code(5, 5)), (2001, code(5, 7))], [report(2010, 5)])
    result = TRACK.score(record, DEFAULTS)
    assert [v.status for v in result.trials] == ["correct", "missing"]
    assert codes(result)["report-on-trigger-packet"] == 1


def test_c5_report_before_the_first_trial_is_stray() -> None:
    result = TRACK.score(run([(1000, code(5, 5))], [report(500, 5), report(1100, 5)]), DEFAULTS)
    assert result.stray_reports == 1
    assert codes(result)["stray-report"] == 1
    assert result.trials[0].correct


def test_c8_a_run_that_did_not_end_is_void_but_kept() -> None:
    result = TRACK.score(run([(1000, code(5, 5))], [report(1100, 5)], end="time-limit"), DEFAULTS)
    assert not result.valid
    assert result.score == 0
    assert result.void_reason
    assert result.trials[0].correct


def test_c8_trials_a_broken_run_did_not_reach_are_left_out() -> None:
    """C8, TURING-12, TURING-13: it raised at sample 5000 of a block of four trials; two were reached, one answered."""
    record = run([(1000 + 2000 * k, code(5, 5)) for k in range(4)], [report(1500, 5)], end="exception")
    record.blocks[0].delivered = 5000
    result = TRACK.score(record, {**DEFAULTS, "missing-length": "trial"})
    assert [verdict.status for verdict in result.trials] == ["correct", "missing"]
    assert result.blocks[0].metrics["seconds"] == pytest.approx(2.5 + 8.5)
    assert result.blocks[0].metrics["target"] == 4
    assert result.blocks[0].score == 0
    assert "target-missed" not in codes(result)
    assert codes(result)["no-report"] == 1
    assert "broke off" in result.tables[0].rows[0][3]


def test_c8_a_run_that_broke_off_before_the_first_trial_has_none() -> None:
    record = run([(1000, code(5, 5))], [], end="exception")
    record.blocks[0].delivered = 1000
    result = TRACK.score(record, DEFAULTS)
    assert (result.trials, result.blocks[0].metrics["seconds"]) == ([], 0)
    assert set(codes(result)) == {"run-exception"}


def test_turing_13_a_block_read_out_before_the_run_broke_off_is_judged_as_ever() -> None:
    result = TRACK.score(run([(1000, code(5, 5)), (3000, code(5, 5))], [report(1500, 5)], end="exception"), DEFAULTS)
    assert [verdict.status for verdict in result.trials] == ["correct", "missing"]
    assert codes(result)["target-missed"] == 1


def test_unread_blocks_score_zero() -> None:
    record = run([(1000, code(5, 5))], [report(1125, 5)])
    record.unread.append(BlockTruth("S01", "block_2", 5000, ((100, 242), (1000, code(5, 5)), (4000, 243))))
    assert TRACK.score(record, DEFAULTS).score == pytest.approx(100.0)


@pytest.mark.parametrize("seed", range(300))
def test_agrees_with_a_naive_scorer(seed: int) -> None:
    """TURING-10 to 13, C4, C5 under random readings, on random blocks."""
    rng = random.Random(seed)
    onsets, ends, at = [], [], rng.randint(0, 40)
    allowed = {1: (1, 3, 7), 2: (1, 2, 3, 4), 5: (5, 7), 9: (2, 4, 6, 7)}
    for _ in range(rng.randint(1, 7)):
        behaviour = rng.choice(list(allowed))
        onsets.append((at, code(behaviour, rng.choice(allowed[behaviour]))))
        length = rng.choice([10, 25, 300, 1249, 1250, 1251, 1300])
        if rng.random() < 0.6:
            ends.append(at + rng.randint(1, length - 1))
        at += length
    samples = at + rng.randint(1, 1400)
    # Most reports near what matters: right after triggers, around 5 s, around the next trigger, the block's end.
    places = {min(-(-samples // 10), max(1, (s + d) // 10)) for s, _ in onsets for d in rng.choices(
        [0, 10, 20, 100, 1240, 1250, 1260], k=3)} | {-(-samples // 10)}  # fmt: skip
    truths = [c % 8 for _, c in onsets]
    said = [*((value, "int") for value in (*truths, 3, 9)), (float(truths[0]), "numpy.float64"), (True, "bool")]
    reports = [report(min(k * 10, samples), *rng.choice(said)) for k in sorted(places) if rng.random() < 0.7]
    readings = {one.name: one.default if one.stream else rng.choice(list(one.choices)) for one in TRACK.readings}
    truth = BlockTruth("S01", "block_1", samples, tuple(sorted([*onsets, *((at, 241) for at in ends)])))
    record = RunRecord([BlockRecord(truth, 10, -(-samples // 10), samples, reports)], RunEnd("finished"))
    last = rng.random() < 0.5
    if not last:
        record.blocks.append(BlockRecord(BlockTruth("S01", "block_2", 10, ()), 10, 1, 10))
    result = TRACK.score(record, readings)
    statuses, score = naive(onsets, reports, samples, readings, ends=ends, last_of_run=last)
    score = score if last else score / 2
    assert [v.status for v in result.trials] == statuses
    assert result.score == pytest.approx(score)
