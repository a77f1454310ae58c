"""Scoring of ssvep-async, rule by rule, with numbers worked by hand.

Onsets are multiples of 10 plus 5 unless said otherwise: the trigger at 1005 sits in the packet that ends at 1010.
Five seconds are 1250 samples.
"""

from __future__ import annotations

import math

import pytest

from bcisub.model.record import BlockTruth, RunEnd
from bcisub.tracks.ssvep_async.track import TRACK
from tests.tracks.ssvep_async.judged import codes, idle_block, only, verdicts
from tests.tracks.ssvep_async.records import DEFAULTS, FINISHED, block, report, run

BITS = math.log2(40)


def test_c1_figures_are_given_for_every_subject_and_every_block_of_it():
    result = TRACK.score(
        run(
            block([(1005, 4)], [report(1510, 4)], subject="S2", name="block_1"),
            block([(1005, 4)], [], subject="S2", name="block_2"),
            block([(1005, 4)], [report(1260, 4)], subject="S10", name="block_1"),
        ),
        DEFAULTS,
    )
    assert [(part.subject, part.block) for part in result.blocks] == [
        ("S2", "block_1"), ("S2", "block_2"), ("S10", "block_1"),
    ]  # fmt: skip
    assert [part.subject for part in result.subjects] == ["S2", "S10"]
    # (1510 − 1005)/250 = 2.02 s; missing 5 s; (1260 − 1005)/250 = 1.02 s.
    assert [part.metrics["mean_seconds"] for part in result.blocks] == [2.02, 5.0, 1.02]


def test_c3_c6_seconds_are_counted_from_the_trigger_to_where_the_report_was_called():
    verdict = only([(1005, 12)], [report(1750, 12)])
    # (1750 − 1005)/250 = 745/250 = 2.98 s
    assert (verdict.onset, verdict.reported_at, verdict.seconds) == (1005, 1750, 2.98)


def test_c5_a_report_before_the_first_trial_is_stray_and_shown():
    result = TRACK.score(run(block([(1005, 3)], [report(500, 3)])), DEFAULTS)
    assert result.stray_reports == 1
    assert codes(result) == {"stray-report": 1, "no-idle-trials": 1}
    assert result.trials[0].status == "missing"


def test_c4_a_report_on_the_trigger_packet_is_remarked_on_and_scored_for_the_trial_before():
    result = TRACK.score(run(block([(1005, 3), (2005, 4)], [report(2010, 4)])), DEFAULTS)
    # p = E(2005) = 2010 belongs to the trial at 1005: 4.02 s, the wrong label.
    assert [trial.status for trial in result.trials] == ["wrong", "missing"]
    assert result.trials[0].seconds == 4.02
    assert codes(result)["report-on-trigger-packet"] == 1


@pytest.mark.parametrize(
    ("reports", "status", "rule"),
    [
        ([], "missing", "SSVEP-12"),
        ([report(1510, 7)], "correct", "SSVEP-11"),
        ([report(1510, 8)], "wrong", "SSVEP-11"),
        ([report(1510, 41)], "invalid", "SSVEP-6"),
        ([report(2260, 7)], "late", "SSVEP-12"),  # 1255/250 = 5.02 s
        ([report(2260, 41)], "late", "SSVEP-12"),  # late before invalid
        ([report(2260, 8)], "late", "SSVEP-12"),  # late before wrong
        ([report(1510, 7, computing=3.01)], "late", "SSVEP-15"),  # 2.02 s of data, 75 packets of computing
        ([report(1510, "x", computing=3.01)], "late", "SSVEP-15"),
    ],
)
def test_c11_one_status_a_trial_late_before_invalid_before_wrong(reports, status, rule):
    verdict = only([(1005, 7)], reports)
    assert (verdict.status, verdict.rule, verdict.correct) == (status, rule, status == "correct")
    assert verdict.kind == "flicker"


def test_ssvep_2_starts_are_trials_and_control_triggers_are_none():
    events = [(0, 242), (1005, 40), (1255, 241), (2005, 101), (3005, 141), (9999, 243)]
    found = verdicts(block(events))
    assert [(trial.trial, trial.kind, trial.truth, trial.onset) for trial in found] == [
        (0, "flicker", 40, 1005), (1, "idle", 101, 2005), (2, "idle", 141, 3005),
    ]  # fmt: skip


@pytest.mark.parametrize("value", [1, 40])
def test_ssvep_6_integers_from_1_to_40_are_answers(value):
    assert only([(1005, value)], [report(1510, value)]).status == "correct"


@pytest.mark.parametrize("kind", ["int", "numpy.int64", "numpy.int32", "numpy.intc", "numpy.uint8", "numpy.longlong"])
def test_ssvep_6_numpys_integers_are_integers(kind):
    assert only([(1005, 7)], [report(1510, 7, kind=kind)]).status == "correct"


@pytest.mark.parametrize(
    ("value", "kind"), [(7.0, "float"), (7.0, "numpy.float64"), (7, "numpy.ndarray"), (7 + 0j, "complex")]
)
def test_ssvep_6_answer_type_equal_takes_what_equals_a_target_and_answer_type_int_does_not(value, kind):
    assert only([(1005, 7)], [report(1510, value, kind=kind)]).status == "correct"
    assert only([(1005, 7)], [report(1510, value, kind=kind)]).result == 7
    assert only([(1005, 8)], [report(1510, value, kind=kind)]).status == "wrong"
    strict = only([(1005, 7)], [report(1510, value, kind=kind)], readings={**DEFAULTS, "answer-type": "int"})
    assert (strict.status, strict.result) == ("invalid", repr(value))


@pytest.mark.parametrize("kind", ["bool", "numpy.bool_"])
def test_ssvep_6_true_is_the_answer_1(kind):
    assert only([(1005, 1)], [report(1510, True, kind=kind)]).status == "correct"


@pytest.mark.parametrize(
    ("value", "kind"),
    [(0, "int"), (41, "int"), (-7, "int"), (7.5, "float"), ("7", "str"), (False, "bool"), (None, "NoneType"),
     ([7], "list"), (41.0, "numpy.float64")],
)  # fmt: skip
def test_ssvep_6_anything_else_is_invalid_wrong_and_shown_with_value_and_type(value, kind):
    result = TRACK.score(run(block([(1005, 7), (3005, 1)], [report(1510, value, kind=kind)])), DEFAULTS)
    verdict = result.trials[0]
    assert (verdict.status, verdict.correct, verdict.seconds) == ("invalid", False, 2.02)
    assert verdict.result == repr(value)
    (remark,) = [one for one in result.diagnostics if one.code == "invalid-report"]
    assert f"{value!r} ({kind})" in remark.message


def test_ssvep_10_the_first_report_counts_and_later_ones_are_shown():
    result = TRACK.score(
        run(block([(1005, 7), (3005, 8)], [report(1510, 6), report(1520, 7), report(1530, 7), report(3510, 8)])),
        DEFAULTS,
    )
    assert [(trial.status, trial.result) for trial in result.trials] == [("wrong", 6), ("correct", 8)]
    (remark,) = [one for one in result.diagnostics if one.code == "second-report"]
    assert (remark.count, remark.first) == (2, {"subject": "S01", "block": "block_1", "reported_at": 1520})


@pytest.mark.parametrize(
    ("onset", "p", "status"),
    [
        (1000, 2250, "correct"),  # 1250/250 = 5 s exactly
        (1000, 2260, "late"),  # 5.04 s
        (1005, 2250, "correct"),  # 4.98 s
        (1009, 2260, "late"),  # 5.004 s, one sample over
    ],
)
def test_ssvep_11_five_seconds_are_in_time_and_one_sample_more_is_late(onset, p, status):
    assert only([(onset, 7)], [report(p, 7)]).status == status


def test_ssvep_15_a_report_at_5_s_of_data_that_took_microseconds_is_in_time():
    """Wherever the trial lies: binary fractions must not make it late either."""
    for computing in (0.0, 0.000003, 0.0399):
        reports = {s: [report(s + 1250, 7, computing=computing)] for s in range(10, 5000, 10)}
        assert [s for s, made in reports.items() if only([(s, 7)], made).status != "correct"] == []


@pytest.mark.parametrize(
    ("computing", "seconds"), [(0.0399, None), (0.04, 5.04), (0.0799, 5.04), (0.08, 5.08), (1.0, 6.0)]
)
def test_ssvep_15_computing_delays_by_the_packets_that_would_have_arrived(computing, seconds):
    """compute-time=packets: trigger at 1000, report at 2250, packets of 0.04 s; T is the time on the clock."""
    verdict = only([(1000, 7)], [report(2250, 7, computing=computing)])
    if seconds is None:
        assert (verdict.status, verdict.seconds) == ("correct", 5.0)
    else:
        assert (verdict.status, verdict.rule, verdict.seconds) == ("late", "SSVEP-15", seconds)


def test_ssvep_12_time_of_late_and_missing_trials():
    late, missing = verdicts(block([(1005, 7), (5005, 8)], [report(3010, 7)]))
    assert (late.status, late.seconds) == ("late", 8.02)  # (3010 − 1005)/250
    assert (missing.status, missing.seconds) == ("missing", 5.0)


def test_ssvep_12_a_late_trials_time_is_data_and_computing():
    # 8.02 s of data, and 2.5 s of computing: 62 packets of 0.04 s came meanwhile.
    late = only([(1005, 7)], [report(3010, 7, computing=2.5)])
    assert (late.rule, late.seconds) == ("SSVEP-12", pytest.approx(10.5))
    exact = only([(1005, 7)], [report(3010, 7, computing=2.5)], readings={**DEFAULTS, "compute-time": "exact"})
    assert exact.seconds == pytest.approx(10.52)
    ignored = only([(1005, 7)], [report(3010, 7, computing=2.5)], ignore_compute=True)
    assert ignored.seconds == 8.02


def test_ssvep_13_any_report_in_an_idle_trial_is_one_false_positive():
    events = [(1005, 101), (3005, 120), (5005, 141), (7005, 5)]
    result = TRACK.score(
        run(block(events, [report(1510, 99), report(1520, 1), report(4010, "?"), report(7510, 5)])), DEFAULTS
    )
    assert [trial.status for trial in result.trials] == ["false-alarm", "false-alarm", "quiet", "correct"]
    assert [trial.correct for trial in result.trials] == [False, False, True, True]
    assert result.metrics["fpr"] == pytest.approx(2 / 3)  # FP 2, TN 1


def test_ssvep_13_without_idle_trials_the_rate_is_unknown_and_said_so():
    result = TRACK.score(run(block([(1005, 7)], [report(1510, 7)])), DEFAULTS)
    assert (result.metrics["fpr"], result.valid) == (None, True)
    assert codes(result) == {"no-idle-trials": 1}


def test_ssvep_14_accuracy_and_time_are_of_flicker_trials_alone_and_m_is_40():
    events = [(1005, 7), (3005, 101), (5005, 8)]
    result = TRACK.score(run(block(events, [report(1510, 7), report(5260, 9)])), DEFAULTS)
    assert result.metrics["accuracy"] == 0.5
    assert result.metrics["mean_seconds"] == pytest.approx(1.52)  # (2.02 + 1.02)/2
    # 1.6792270 bits at P = 0.5 (test_itr.py), ·60/1.52
    assert result.score == pytest.approx(66.28527, abs=1e-4)


def test_ssvep_15_computing_counts_against_the_5_s_but_not_against_t():
    ample = only([(1005, 7)], [report(1510, 7, computing=2.99)])  # 2.02 s + 74 packets = 4.98 s
    assert (ample.status, ample.seconds) == ("correct", 2.02)
    late = only([(1005, 7)], [report(1510, 7, computing=3.0)])  # 75 packets: 5.02 s
    assert (late.status, late.rule, late.seconds) == ("late", "SSVEP-15", 5.02)


def test_ssvep_15_ignore_compute_leaves_computing_out():
    assert only([(1005, 7)], [report(1510, 7, computing=99.0)], ignore_compute=True).status == "correct"
    assert only([(1005, 7)], [report(2260, 7)], ignore_compute=True).status == "late"


def test_ssvep_16_a_mean_fpr_over_a_tenth_voids_the_score():
    result = TRACK.score(run(idle_block(2, 19, "S01")), DEFAULTS)  # 0.105
    assert (result.score, result.valid) == (0.0, False)
    assert "0.105" in result.void_reason
    assert "SSVEP-16" in result.void_reason
    assert result.metrics["itr"] == pytest.approx(BITS * 60 / 2.02)


@pytest.mark.parametrize(
    "alarms",
    [[(1, 10)], [(1, 10)] * 3, [(4, 40)] * 6, [(0, 10), (2, 10)], [(1, 15), (2, 15)], [(1, 30), (2, 12)]],
    ids=str,
)
@pytest.mark.parametrize("fpr_mean", ["subject", "pooled"])
def test_ssvep_16_exactly_a_tenth_is_fine(alarms, fpr_mean):
    """Also where binary fractions make the mean of tenths a little more than a tenth."""
    blocks = [idle_block(fp, idle, f"S{number}") for number, (fp, idle) in enumerate(alarms)]
    result = TRACK.score(run(*blocks), {**DEFAULTS, "fpr-mean": fpr_mean})
    assert result.valid, result.void_reason
    assert result.score == pytest.approx(BITS * 60 / 2.02)


@pytest.mark.parametrize("how", ["time-limit", "exception", "exit", "signal", "interrupted", "lost"])
def test_c8_ssvep_16_a_run_that_did_not_end_by_itself_is_void(how):
    record = run(block([(1005, 7), (5005, 7)], [report(1510, 7)], delivered=3000), end=RunEnd(how, "so it was"))
    result = TRACK.score(record, DEFAULTS)
    assert (result.score, result.valid) == (0.0, False)
    assert "so it was" in result.void_reason
    assert "C8" in result.void_reason
    assert codes(result)[f"run-{how}"] == 1
    assert [trial.status for trial in result.trials] == ["correct"], "the trial it never reached is left out"


def test_c8_an_algorithm_that_returned_early_misses_the_rest():
    record = run(block([(1005, 7), (5005, 7)], [report(1510, 7)], delivered=3000))
    record.unread = [BlockTruth("S01", "block_2", 10_000, ((1005, 9), (3005, 101)))]
    result = TRACK.score(record, DEFAULTS)
    assert record.end == FINISHED
    assert [trial.status for trial in result.trials] == ["correct", "missing", "missing", "quiet"]
    assert codes(result) == {"stopped-early": 1}
    assert result.valid


def test_no_flicker_trial_at_all_is_no_score():
    result = TRACK.score(run(block([(1005, 101)])), DEFAULTS)
    assert (result.score, result.valid) == (0.0, False)
    assert "no flicker trial" in result.void_reason
