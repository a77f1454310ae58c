"""Packets, triggers and windows (C2 to C5) and their readings, against a brute-force count."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.scoring.windows import assign, packet_end, trial_ends
from tests.tracks.ssvep_async.naive import end_of_trigger_packet, owner
from tests.tracks.ssvep_async.records import block, report

WINDOW_READINGS = [
    {"trigger-packet": trigger, "window-end": end, "block-tail": tail}
    for trigger, end, tail in itertools.product(["written", "engine"], ["written", "engine"], ["keep", "engine"])
]
WRITTEN = WINDOW_READINGS[0]


def owners(onsets, positions, samples, readings, packet=10):
    """Trial of a report at each position: a number, "stray" or "lost"."""
    reports = [report(p, number, packet=packet) for number, p in enumerate(positions)]
    dealt = assign(block([(s, 1) for s in onsets], reports, samples, packet=packet), [(s, 1) for s in onsets], readings)
    found = {r.value: trial for trial, window in enumerate(dealt.windows) for r in window.reports}
    found |= {r.value: "stray" for r in dealt.strays}
    found |= {r.value: "lost" for r in dealt.lost}
    return [found[number] for number in range(len(positions))]


@pytest.mark.parametrize(
    ("sample", "written", "engine"),
    # n = 10, N = 95. A trigger on a packet's first sample (20) is where the two differ: its packet is [20, 30).
    [(0, 10, 0), (19, 20, 20), (20, 30, 20), (21, 30, 30), (29, 30, 30), (89, 90, 90), (90, 95, 90), (92, 95, 100)],
)
def test_c4_the_end_of_a_triggers_packet_under_trigger_packet_written_and_engine(sample, written, engine):
    assert packet_end(sample, 10, 95) == written
    assert packet_end(sample, 10, 95, "engine") == engine


@given(sample=st.integers(0, 200), packet=st.integers(1, 30), more=st.integers(1, 60))
@pytest.mark.parametrize("reading", ["written", "engine"])
def test_c4_against_walking_sample_by_sample(sample, packet, more, reading):
    samples = sample + more
    assert packet_end(sample, packet, samples, reading) == end_of_trigger_packet(sample, packet, samples, reading)


def test_c4_c5_a_report_on_a_trigger_packet_belongs_to_the_trial_before():
    # Triggers at 25 and 47: their packets end at 30 and 50. Written: 30 < p ≤ 50 is trial 0, 50 < p ≤ 100 trial 1.
    assert owners([25, 47], [20, 30, 40, 50, 60, 100], 100, WRITTEN) == ["stray", "stray", 0, 0, 1, 1]


def test_trigger_packet_engine_allows_an_immediate_report_on_a_first_sample():
    # Trigger at 40, the first sample of packet [40, 50). Written: from 60 on. trigger-packet=engine: from 50 on.
    assert owners([40], [40, 50, 60], 100, WRITTEN) == ["stray", "stray", 0]
    assert owners([40], [40, 50, 60], 100, {**WRITTEN, "trigger-packet": "engine"}) == ["stray", 0, 0]


def test_window_end_engine_gives_a_report_on_the_next_triggers_packet_to_nobody():
    # window-end=written: p = 50 is still trial 0; window-end=engine: p < 50 only.
    assert owners([25, 47], [40, 50, 60], 100, WRITTEN) == [0, 0, 1]
    assert owners([25, 47], [40, 50, 60], 100, {**WRITTEN, "window-end": "engine"}) == [0, "stray", 1]


@pytest.mark.parametrize(("samples", "last", "before"), [(100, 100, 90), (95, 95, 90)])
def test_block_tail_engine_loses_what_is_reported_on_the_last_packet(samples, last, before):
    # block-tail=keep leaves it with the last trial, block-tail=engine loses it; also where that packet is short.
    assert owners([25], [before, last], samples, WRITTEN) == [0, 0]
    assert owners([25], [before, last], samples, {**WRITTEN, "block-tail": "engine"}) == [0, "lost"]


@pytest.mark.parametrize(("last", "dealt", "lost"), [(True, [90, 100], []), (False, [90], [100])])
def test_block_tail_engine_2021_loses_it_except_in_the_runs_last_block(last, dealt, lost):
    served = block([(25, 1)], [report(90), report(100)], 100)
    found = assign(served, [(25, 1)], {**WRITTEN, "block-tail": "engine-2021"}, last=last)
    assert [r.p for r in found.windows[0].reports] == dealt
    assert [r.p for r in found.lost] == lost


@pytest.mark.parametrize(
    ("readings", "ends"), [(WRITTEN, [60, None, 100]), ({**WRITTEN, "trigger-packet": "engine"}, [50, None, 100])]
)
def test_the_end_triggers_of_trials(readings, ends):
    # 241 at 50 ends the first trial (another at 55 is none of its), none comes in the second, 97 ends the third.
    events = [(5, 241), (25, 1), (50, 241), (55, 241), (61, 2), (75, 3), (97, 241)]
    onsets = [(sample, code) for sample, code in events if code < 241]
    assert trial_ends(block(events, (), 100), onsets, readings, 241) == ends


@pytest.mark.parametrize(("end", "counts"), [("written", [40, 60]), ("engine", [40])])
def test_a_window_that_is_stopped_ends_there_as_at_a_next_trigger(end, counts):
    # The trial's end trigger sits in the packet that ends at 60; what comes up to the next trial's 90 is stray.
    reports = [report(p) for p in (40, 60, 70, 90, 100)]
    served = block([(25, 7), (85, 9)], reports, 100)
    found = assign(served, [(25, 7), (85, 9)], {**WRITTEN, "window-end": end}, stops=[60, None])
    assert [r.p for r in found.windows[0].reports] == counts
    assert [r.p for r in found.windows[1].reports] == [100]
    assert len(found.strays) == 4 - len(counts)
    assert [(w.closes, w.ends) for w in found.windows] == [(60 if end == "written" else 59, 60), (100, 100)]


def test_c6_time_origin():
    """time-origin=trigger counts from the trigger, time-origin=next-packet from the end of its packet."""
    for value, origins in (("trigger", [25, 47]), ("next-packet", [30, 50])):
        dealt = assign(block([(25, 7), (47, 9)], (), 100), [(25, 7), (47, 9)], {**WRITTEN, "time-origin": value})
        assert [w.origin for w in dealt.windows] == origins


def test_c5_two_triggers_in_one_packet_leave_the_first_no_window():
    assert owners([41, 48], [40, 50, 60], 100, WRITTEN) == ["stray", "stray", 1]


def test_c5_without_trials_every_report_is_stray():
    assert owners([], [10, 100], 100, WRITTEN) == ["stray", "stray"]


def test_c5_a_window_names_its_bounds():
    dealt = assign(block([(25, 7), (47, 9)], (), 100), [(25, 7), (47, 9)], WRITTEN)
    assert [(w.onset, w.code, w.opens, w.closes) for w in dealt.windows] == [(25, 7, 30, 50), (47, 9, 50, 100)]


@settings(max_examples=150, deadline=None)
@given(
    samples=st.integers(1, 160),
    packet=st.integers(1, 25),
    raw=st.lists(st.integers(0, 159), max_size=8, unique=True),
)
@pytest.mark.parametrize("readings", WINDOW_READINGS, ids=lambda r: "-".join(r.values()))
def test_c2_to_c5_every_position_of_a_block_against_brute_force(samples, packet, raw, readings):
    """A report at every sample of the block, also where no packet ends, is dealt as the rulebook's words deal it."""
    onsets = sorted(s for s in raw if s < samples)
    positions = list(range(1, samples + 1))
    found = owners(onsets, positions, samples, readings, packet)
    last_packet = ((samples - 1) // packet) * packet
    for p, got in zip(positions, found, strict=True):
        expected = owner(p, onsets, packet, samples, readings)
        if readings["block-tail"] == "engine" and p > last_packet:
            assert got == "lost"
        else:
            assert got == ("stray" if expected is None else expected), p


@given(
    positions=st.lists(st.integers(1, 300), max_size=30),
    raw=st.lists(st.integers(0, 299), max_size=8, unique=True),
)
def test_c5_nothing_is_lost_or_doubled_and_order_stays(positions, raw):
    onsets = [(s, 1) for s in sorted(raw)]
    reports = [report(p, number) for number, p in enumerate(sorted(positions))]
    for readings in WINDOW_READINGS:
        dealt = assign(block(onsets, reports, 300), onsets, readings)
        parts = [*(w.reports for w in dealt.windows), dealt.strays, dealt.lost]
        assert sorted(r.value for part in parts for r in part) == list(range(len(reports)))
        assert all([r.value for r in part] == sorted(r.value for r in part) for part in parts)
