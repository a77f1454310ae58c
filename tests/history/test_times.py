"""How much a run computed."""

from __future__ import annotations

import pytest

from bcisub.history.times import Times

BLOCK = {"event": "block", "index": 0, "packets": 100}


def compute_times(events):
    times = Times()
    assert list(times.noting(events)) == events
    return times.figures()


def test_where_nothing_is_streamed_the_answers_carry_the_times():
    answers = [{"event": "report", "block": 0, "packet": n, "compute": n / 1000} for n in (1, 2, 3)]
    found = compute_times([BLOCK, *answers])
    assert (found["packets"], found["reports"]) == (3, 3)
    assert found["compute"]["p50_ms"] == pytest.approx(2.0)
    assert found["compute"]["max_ms"] == pytest.approx(3.0)


def test_computing_times_of_all_packets():
    # 1 … 100 ms: the median is the 51st, 99 % the 100th, in milliseconds.
    ticks = [
        {"event": "tick", "block": 0, "packet": 50 * part, "compute_us": [1000 * n for n in range(part, 101, 2)]}
        for part in (1, 2)
    ]
    found = compute_times([BLOCK, *ticks, {"event": "report", "block": 0, "packet": 70}])
    assert (found["packets"], found["reports"]) == (100, 1)
    assert found["compute"] == {"p50_ms": 51.0, "p99_ms": 100.0, "max_ms": 100.0, "total_s": pytest.approx(5.05)}
    assert compute_times([])["compute"]["max_ms"] == 0.0


def test_packets_are_counted_to_the_furthest_known_and_never_beyond_the_block():
    """A worker that was stopped tells no times; a forked one tells them twice."""
    early = {"event": "report", "block": None, "packet": 0}
    report = {"event": "report", "block": 0, "packet": 90}
    tick = {"event": "tick", "block": 1, "packet": 100, "compute_us": [1] * 100}
    assert compute_times([early, BLOCK, report])["packets"] == 90
    blocks = [BLOCK, {**BLOCK, "index": 1}]
    assert compute_times([*blocks, report, tick, tick, {**tick, "packet": 101}])["packets"] == 190
