"""A run on a slower machine: the clock of SSVEP-15 with every time computed that many times as long."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.record import Report
from bcisub.scoring.readings import score_with_sensitivity
from bcisub.scoring.slower import slower
from bcisub.tracks import TRACKS
from tests.tracks.ssvep_async.records import DEFAULTS, block, run

SECONDS = 10 / 250
ASYNC = TRACKS["ssvep-async"]


def played(computed, asked, factor=1.0):
    """The record of a machine that computes `factor` times so many microseconds on each packet, said step by step.

    `asked`: of each report the packet it is made on, and the share of that packet's computing done by then.
    """
    clock, reports = SECONDS, []
    for number, microseconds in enumerate(computed, 1):
        spent = factor * microseconds / 1e6
        for packet, share in asked:
            if packet == number:
                reports.append(Report(number * 10, number, 7, "int", "7", clock=round(clock + share * spent, 6)))
        clock = max(clock + spent, (number + 1) * SECONDS)
    one = block([(5, 7)], reports, samples=10 * len(computed))
    one.computed = list(computed)
    return run(one)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([0, 1000, 39_000, 41_000, 200_000, 3_000_000]), min_size=1, max_size=30),
    st.data(),
    st.sampled_from([0.5, 2.0, 3.0]),
)
def test_ssvep_15_the_clock_is_that_of_a_machine_as_slow(computed, data, factor):
    asked = data.draw(st.lists(st.tuples(st.integers(1, len(computed)), st.sampled_from([0, 0.25, 1])), max_size=6))
    asked = sorted(asked)
    found = slower(played(computed, asked), factor)
    expected = played(computed, asked, factor)
    clocks = [[report.clock for report in one.blocks[0].reports] for one in (found, expected)]
    assert clocks[0] == pytest.approx(clocks[1], abs=3e-6 * max(1, factor))


def test_as_fast_as_it_was_nothing_changes():
    record = played([200_000] * 3, [(2, 0.5)])
    assert slower(record, 1.0) is record


def test_an_answers_own_computing_takes_as_much_longer():
    record = run(block([(5, 7)], [replace(Report(10, 1, 7, "int", "7"), compute=0.3)]))
    assert slower(record, 2.0).blocks[0].reports[0].compute == 0.6


def test_a_run_without_progress_marks_has_the_computing_of_its_packet_alone():
    """A log of another origin: what is not known cost nothing."""
    record = played([0] * 200, [(100, 0)])
    record.blocks[0].computed.clear()
    record.blocks[0].reports[0] = replace(record.blocks[0].reports[0], clock=100 * SECONDS + 0.25)
    assert slower(record, 2.0).blocks[0].reports[0].clock == pytest.approx(100 * SECONDS + 0.5)


def test_trials_that_turn_late_on_a_machine_half_as_fast_are_told_with_the_score_there():
    # 3 s of data and 1.5 s of computing: 4.5 s here, 6 s there.
    slow = played([0] * 75 + [1_500_000] + [0] * 50, [(76, 1)])
    found = score_with_sensitivity(ASYNC, slow, DEFAULTS)
    assert (found.trials[0].status, found.half_speed.late, found.half_speed.score) == ("correct", 1, 0.0)
    quick = played([0] * 75 + [500_000] + [0] * 50, [(76, 1)])
    assert score_with_sensitivity(ASYNC, quick, DEFAULTS).half_speed is None
    ignored = replace(slow, options={"ignore_compute": True})
    assert score_with_sensitivity(ASYNC, ignored, DEFAULTS).half_speed is None
