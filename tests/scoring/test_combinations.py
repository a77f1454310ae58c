"""The range of a score is that over all combinations of readings, and each step of scoring is asked but once."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.track import Readings
from bcisub.scoring import combinations
from bcisub.scoring.combinations import Looked, Memo, Range, score_range
from bcisub.tracks import TRACKS
from tests.tracks.ssvep_async.test_property import records as async_records
from tests.tracks.turing.test_scorer import code, report, run

CHOICES = {"a": ["0", "1"], "b": ["0", "1", "2"], "c": ["0", "1"], "unread": ["0", "1"]}
CHOSEN = dict.fromkeys(CHOICES, "0")


def everything(choices):
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


def lazy(readings: Readings) -> float:
    """Looks at b and c only where a makes them matter, and is extreme only where two readings meet."""
    if readings["a"] == "0":
        return 5.0
    return 9.0 if readings["b"] == "2" and readings["c"] == "1" else float(readings["b"])


def test_what_readings_were_looked_at_is_noted_in_order_also_by_copies():
    looked = Looked(CHOSEN)
    assert (looked["c"], looked.get("a"), looked.get("none")) == ("0", "0", None)
    assert list(looked.order) == ["c", "a", "none"]
    copied = Looked(CHOSEN)
    assert {**copied} == CHOSEN
    assert set(copied.order) == set(CHOSEN)


def test_a_step_is_asked_once_for_all_combinations_it_cannot_tell_apart():
    asked = []

    def step(readings):
        asked.append(dict.fromkeys(CHOICES))
        return lazy(readings)

    memo = Memo(step)
    for _ in range(2):
        assert [memo(readings) for readings in everything(CHOICES)] == [lazy(r) for r in everything(CHOICES)]
    # a=0, and a=1 with b=0, b=1, b=2 with c=0, b=2 with c=1
    assert len(asked) == 5


def test_a_step_within_a_step_tells_the_outer_one_what_it_looked_at_even_if_it_knows_the_answer():
    inner = Memo(lazy)
    for readings in everything(CHOICES):
        inner(readings)
    looked = Looked({**CHOSEN, "a": "1", "b": "2"})
    assert inner(looked) == 2.0
    assert list(looked.order) == ["a", "b", "c"]


def test_the_range_is_over_combinations_and_not_one_reading_at_a_time():
    assert score_range(lazy, CHOICES, CHOSEN, []) == Range(0.0, 9.0, True)


def test_a_combination_without_a_score_is_no_end_of_the_range():
    assert score_range(lambda readings: None, CHOICES, CHOSEN, []) == Range(None, None, True)
    some = score_range(lambda r: None if r["a"] == "1" else 3.0, CHOICES, CHOSEN, [])
    assert some == Range(3.0, 3.0, True)


def test_too_many_combinations_are_searched_and_that_is_said(monkeypatch):
    monkeypatch.setattr(combinations, "EXACT", 3)
    assert score_range(lambda r: float(r["a"]) - float(r["b"]), CHOICES, CHOSEN, []) == Range(-2.0, 1.0, False)
    monkeypatch.setattr(combinations, "SEARCHED", 1)
    # From the chosen readings no single change leads to 9; from where an engine stands one does.
    start = {**CHOSEN, "a": "1", "b": "2"}
    assert score_range(lazy, CHOICES, CHOSEN, [start]) == Range(0.0, 9.0, False)


def test_a_long_run_is_searched_where_a_short_one_is_tried_whole():
    assert score_range(lazy, CHOICES, CHOSEN, [], size=10**6).exact is True
    assert score_range(lambda r: float("".join(r[name] for name in CHOICES)), CHOICES, CHOSEN, [], 10**6).exact is False


@st.composite
def turing_records(draw):
    at, trials, reports = 150, [], []
    for _ in range(draw(st.integers(1, 4))):
        trials += [(at, code(1, draw(st.sampled_from([1, 3, 7])))), (at + draw(st.integers(40, 1300)), 241)]
        for _ in range(draw(st.integers(0, 2))):
            packet = at // 10 + draw(st.sampled_from([0, 1, 2, 60, 125, 126, 127, 140]))
            value = draw(st.sampled_from([1, 3, 7, 7.0, "7"]))
            reports.append(report(packet * 10, value, type(value).__name__))
        at += draw(st.sampled_from([1350, 1400, 1407]))
    samples = at + draw(st.integers(60, 70))
    reports = sorted((one for one in reports if one.p <= samples), key=lambda one: one.p)
    record = run(sorted(trials), reports, samples, end=draw(st.sampled_from(["finished", "finished", "signal"])))
    if draw(st.booleans()):
        other = run([(200, code(1, 3))], [report(500, 3), report(2000, 3)], 2000, block="block_2")
        record.blocks.append(other.blocks[0]) if draw(st.booleans()) else record.unread.append(other.blocks[0].truth)
    return record


def agrees(track, record, names):
    """The range over these readings, the others as chosen, is that of scoring every combination by itself."""
    chosen = track.defaults()
    choices = {r.name: list(r.choices) for r in track.readings if r.name in names and not r.stream}
    score = track.scores(record, chosen)
    every = [{**chosen, **combination} for combination in everything(choices)]
    alone = [track.score(record, readings).score for readings in every]
    assert [score(readings) for readings in every] == alone
    known = [one for one in alone if one is not None]
    expected = Range(min(known, default=None), max(known, default=None), True)
    assert score_range(track.scores(record, chosen), choices, chosen, []) == expected


@settings(max_examples=6, deadline=None)
@given(turing_records(), st.data())
def test_the_range_is_brute_force_over_all_combinations_turing(record, data):
    names = data.draw(st.sets(st.sampled_from([r.name for r in TRACKS["turing"].readings]), min_size=5, max_size=5))
    agrees(TRACKS["turing"], record, names)


@settings(max_examples=6, deadline=None)
@given(async_records(), st.data())
def test_the_range_is_brute_force_over_all_combinations_ssvep(record, data):
    names = [reading.name for reading in TRACKS["ssvep-async"].readings]
    agrees(TRACKS["ssvep-async"], record, data.draw(st.sets(st.sampled_from(names), min_size=4, max_size=4)))


@pytest.mark.parametrize("name", TRACKS)
def test_every_track_has_readings_to_be_scored_again(name):
    assert [reading.name for reading in TRACKS[name].readings if not reading.stream]
