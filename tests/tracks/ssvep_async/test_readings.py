"""The readings of ssvep-async, each with numbers worked by hand."""

from __future__ import annotations

import math

import pytest

from bcisub.model.record import BlockTruth
from bcisub.tracks.ssvep_async.track import TRACK
from tests.tracks.ssvep_async.judged import codes, idle_block, only, verdicts
from tests.tracks.ssvep_async.records import DEFAULTS, block, report, run


def test_reading_compute_time():
    """compute-time=packets, compute-time=exact and compute-time=none: 5 s of data, 3 µs or 2 s of computing."""
    micro, slow = [report(2250, 7, computing=0.000003)], [report(2250, 7, computing=2.0)]
    told = {}
    for value in ("packets", "exact", "none"):
        readings = {**DEFAULTS, "compute-time": value}
        told[value] = [(v.status, v.seconds) for v in (only([(1000, 7)], r, readings=readings) for r in (micro, slow))]
    assert told == {
        "packets": [("correct", 5.0), ("late", 7.0)],
        "exact": [("late", 5.000003), ("late", 7.0)],
        "none": [("correct", 5.0), ("correct", 5.0)],
    }


@pytest.mark.parametrize(("value", "status"), [("upto", "correct"), ("under", "late")])
def test_reading_five_seconds(value, status):
    """five-seconds=upto and five-seconds=under: 5.000 s of data, and 4.96 s under both."""
    readings = {**DEFAULTS, "five-seconds": value}
    edge = only([(1000, 7)], [report(2250, 7)], readings=readings)
    assert (edge.status, edge.seconds) == (status, 5.0)
    assert only([(1000, 7)], [report(2240, 7)], readings=readings).status == "correct"
    computing = only([(1000, 7)], [report(2240, 7, computing=0.04)], readings=readings)
    assert (computing.status, computing.rule) == (status, "SSVEP-11" if status == "correct" else "SSVEP-15")


@pytest.mark.parametrize(
    ("value", "told"),
    [("next", ("late", 6.04)), ("5s", ("missing", 5.0)), ("end", ("late", 6.04))],
)
def test_reading_report_window_after_5_s(value, told):
    """report-window=next, report-window=5s, report-window=end: trigger 1000, report 2510, the trial ends at 2600."""
    events = [(1000, 7), (2600, 241)]
    found = only(events, [report(2510, 7)], readings={**DEFAULTS, "report-window": value})
    assert (found.status, found.seconds) == told


@pytest.mark.parametrize(("p", "status", "strays"), [(2250, "correct", 0), (2260, "missing", 1)])
def test_reading_report_window_end_stops_with_trigger_241(p, status, strays):
    """241 at 2245 sits in the packet that ends at 2250, which still belongs to the trial; an idle trial goes on."""
    events, readings = [(1005, 7), (2245, 241), (4005, 101), (5005, 241)], {**DEFAULTS, "report-window": "end"}
    result = TRACK.score(run(block(events, [report(p, 7), report(5510, 1)])), readings)
    assert [trial.status for trial in result.trials] == [status, "false-alarm"]
    assert result.stray_reports == strays


def test_reading_report_window_5s_hears_nothing_after_it():
    """The late first report is none, so it does not stand in the way; those within 5 s count as ever."""
    readings = {**DEFAULTS, "report-window": "5s"}
    found = only([(1000, 7)], [report(2250, 7), report(2260, 8)], readings=readings)
    assert (found.status, found.result) == ("correct", 7)


@pytest.mark.parametrize(("value", "seconds", "status"), [("trigger", 5.02, "late"), ("next-packet", 5.0, "correct")])
def test_reading_time_origin(value, seconds, status):
    """time-origin=trigger and time-origin=next-packet: trigger 1005, its packet ends at 1010, report at 2260."""
    found = only([(1005, 7)], [report(2260, 7)], readings={**DEFAULTS, "time-origin": value})
    assert (found.status, found.seconds) == (status, seconds)


def test_reading_below_chance():
    """below-chance=zero and below-chance=formula: nothing right is log2(40/39) bits as written."""
    nothing = run(block([(1005, 7)], [report(1510, 8)]))
    assert TRACK.score(nothing, {**DEFAULTS, "below-chance": "zero"}).score == 0
    found = TRACK.score(nothing, {**DEFAULTS, "below-chance": "formula"}).score
    assert found == pytest.approx(math.log2(40 / 39) * 60 / 2.02)


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
    result = TRACK.score(run(*THREE_BLOCKS), {**DEFAULTS, "itr-mean": value})
    assert result.score == pytest.approx(expected, abs=1e-4)
    assert result.readings["itr-mean"] == value


def test_reading_fpr_mean():
    """fpr-mean=subject: (0/4 + 1/1)/2 = 0.5; fpr-mean=pooled: 1/5 = 0.2; fpr-mean=block: by block, not by person."""
    twice = [idle_block(0, 4, "A"), idle_block(1, 1, "A"), idle_block(0, 2, "B")]
    # Blocks (0 + 1 + 0)/3; subjects (1/5 + 0)/2.
    assert TRACK.score(run(*twice), {**DEFAULTS, "fpr-mean": "block"}).metrics["fpr"] == pytest.approx(1 / 3)
    assert TRACK.score(run(*twice), {**DEFAULTS, "fpr-mean": "subject"}).metrics["fpr"] == 0.1
    blocks = [idle_block(0, 4, "A"), idle_block(1, 1, "B")]
    assert TRACK.score(run(*blocks), {**DEFAULTS, "fpr-mean": "subject"}).metrics["fpr"] == 0.5
    assert TRACK.score(run(*blocks), {**DEFAULTS, "fpr-mean": "pooled"}).metrics["fpr"] == 0.2


@pytest.mark.parametrize(("p", "within"), [(2250, True), (2260, False)])
def test_reading_idle_window(p, within):
    """idle-window=next takes every report up to the next trial, idle-window=5s those up to 1000 + 1250 = 2250."""
    events, reports = [(1000, 101), (5005, 7)], [report(p, 7)]
    far = TRACK.score(run(block(events, reports)), {**DEFAULTS, "idle-window": "next"}).trials[0]
    near = TRACK.score(run(block(events, reports)), {**DEFAULTS, "idle-window": "5s"}).trials[0]
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
    result = TRACK.score(run(tail), {**DEFAULTS, "block-tail": "engine"})
    assert (result.trials[0].status, result.stray_reports) == ("missing", 1)
    assert codes(result)["report-lost-at-block-end"] == 1
    twice = run(tail, block([(2005, 7)], [report(3000, 7)], samples=3000, name="block_2"))
    result = TRACK.score(twice, {**DEFAULTS, "block-tail": "engine-2021"})
    assert [trial.status for trial in result.trials] == ["missing", "correct"]
    twice.unread = [BlockTruth("S01", "block_3", 3000, ())]
    result = TRACK.score(twice, {**DEFAULTS, "block-tail": "engine-2021"})
    assert [trial.status for trial in result.trials] == ["missing", "missing"], "the run's last block is another"


def test_empty_packet_engine_2022_makes_the_empty_packet_the_last_one():
    """Under empty-packet=engine-2022 a report on the last full packet is not lost by block-tail=engine."""
    readings = {**DEFAULTS, "empty-packet": "engine-2022", "block-tail": "engine"}
    tail = block([(2005, 7)], [report(3000, 7)], samples=3000)
    tail.packets = 301
    assert verdicts(tail, readings=readings)[0].status == "correct"
