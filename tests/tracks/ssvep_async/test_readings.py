"""The readings of ssvep-async, each with numbers worked by hand."""

from __future__ import annotations

import pytest

from bcisub.tracks.ssvep_async.scorer import score_run
from tests.tracks.ssvep_async.judged import codes, idle_block, only, verdicts
from tests.tracks.ssvep_async.records import DEFAULTS, block, report, run

THREE_BLOCKS = (
    block([(1005, 7), (3005, 8)], [report(1510, 7), report(3510, 8)], subject="A", name="1"),  # P = 1, T = 2.02
    block([(1005, 7), (3005, 8)], [report(1510, 7), report(3510, 9)], subject="A", name="2"),  # P = 0.5, T = 2.02
    block([(1005, 7)], [report(2010, 7)], subject="B", name="1"),  # P = 1, T = 4.02
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        # block 1: 5.3219281·60/2.02 = 158.07707; block 2: 1.6792270·60/2.02 = 49.87803; block 3: 79.43176
        ("block", (158.07707 + 49.87803 + 79.43176) / 3),
        # A: P = 0.75, T = 2.02: 5.3219281 − 0.3112781 + 0.25·log2(0.25/39) = 3.1892994 bits → 94.73167; B: 79.43176
        ("subject", (94.73167 + 79.43176) / 2),
        # P = 0.8, T = (4·2.02 + 4.02)/5 = 2.42: 5.3219281 − 0.7219281 − 0.2·log2(39) = 3.5429196 bits → 87.84098
        ("pooled", 87.84098),
    ],
)
def test_reading_itr_mean(value, expected):
    """itr-mean=block, itr-mean=subject, itr-mean=pooled."""
    result = score_run(run(*THREE_BLOCKS), {**DEFAULTS, "itr-mean": value})
    assert result.score == pytest.approx(expected, abs=1e-4)
    assert result.readings["itr-mean"] == value


def test_reading_fpr_mean():
    """fpr-mean=subject: (0/4 + 1/1)/2 = 0.5; fpr-mean=pooled: 1/5 = 0.2."""
    blocks = [idle_block(0, 4, "A"), idle_block(1, 1, "B")]
    assert score_run(run(*blocks), {**DEFAULTS, "fpr-mean": "subject"}).metrics["fpr"] == 0.5
    assert score_run(run(*blocks), {**DEFAULTS, "fpr-mean": "pooled"}).metrics["fpr"] == 0.2


@pytest.mark.parametrize(("p", "within"), [(2250, True), (2260, False)])
def test_reading_idle_window(p, within):
    """idle-window=next takes every report up to the next trial, idle-window=5s those up to 1000 + 1250 = 2250."""
    events, reports = [(1000, 101), (5005, 7)], [report(p, 7)]
    far = score_run(run(block(events, reports)), {**DEFAULTS, "idle-window": "next"}).trials[0]
    near = score_run(run(block(events, reports)), {**DEFAULTS, "idle-window": "5s"}).trials[0]
    assert far.status == "false-alarm"
    assert near.status == ("false-alarm" if within else "quiet")


@pytest.mark.parametrize(("value", "seconds"), [("5", 5.0), ("5.004", 5.004)])
def test_reading_missing_time(value, seconds):
    """missing-time=5 and missing-time=5.004."""
    assert only([(1005, 7)], [], readings={**DEFAULTS, "missing-time": value}).seconds == seconds
    assert only([(1005, 7)], [report(3010, 7)], readings={**DEFAULTS, "missing-time": value}).seconds == 8.02


def test_readings_of_the_windows_reach_the_scorer():
    """trigger-packet=engine, window-end=engine and block-tail=engine change verdicts as test_windows.py says."""
    early = block([(1000, 7)], [report(1010, 7)], samples=3000)
    assert verdicts(early)[0].status == "missing"
    assert verdicts(early, readings={**DEFAULTS, "trigger-packet": "engine"})[0].status == "correct"
    edge = block([(1005, 7), (2005, 8)], [report(2010, 7)], samples=3000)
    assert verdicts(edge)[0].status == "correct"
    assert verdicts(edge, readings={**DEFAULTS, "window-end": "engine"})[0].status == "missing"
    tail = block([(2005, 7)], [report(3000, 7)], samples=3000)
    assert verdicts(tail)[0].status == "correct"
    result = score_run(run(tail), {**DEFAULTS, "block-tail": "engine"})
    assert (result.trials[0].status, result.stray_reports) == ("missing", 1)
    assert codes(result)["report-lost-at-block-end"] == 1


def test_empty_packet_engine_2022_makes_the_empty_packet_the_last_one():
    """Under empty-packet=engine-2022 a report on the last full packet is not lost by block-tail=engine."""
    readings = {**DEFAULTS, "empty-packet": "engine-2022", "block-tail": "engine"}
    tail = block([(2005, 7)], [report(3000, 7)], samples=3000)
    tail.packets = 301
    assert verdicts(tail, readings=readings)[0].status == "correct"
