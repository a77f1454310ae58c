"""Random runs of ssvep-async: every verdict and every figure equal to the naive scorer's, under every reading."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bcisub.tracks.ssvep_async.track import TRACK
from tests.tracks.ssvep_async.naive import score as naive_score
from tests.tracks.ssvep_async.records import DEFAULTS, block, report, run

CHOICES = {reading.name: [reading.default] if reading.stream else list(reading.choices) for reading in TRACK.readings}
COMBINATIONS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()})
ONE_CHANGED = [DEFAULTS, *({**DEFAULTS, name: value} for name, values in CHOICES.items() for value in values[1:])]

codes = st.one_of(st.sampled_from([1, 2, 40]), st.sampled_from([101, 141]), st.sampled_from([241, 244]))
answers = st.one_of(st.sampled_from([1, 2, 40, 1, 2]), st.sampled_from([0, 41, "1", 1.0, True, None, 2 + 0j, [1]]))
computing = st.sampled_from([0.0, 0.0, 0.000005, 0.02, 0.04, 1.0, 4.0])


@st.composite
def blocks(draw, number):
    """A block with triggers anywhere and reports where packets end, several on one packet included."""
    samples = draw(st.integers(1, 6000))
    triggers = draw(st.dictionaries(st.integers(0, samples - 1), codes, max_size=10))
    packets = -(-samples // 10)
    # Half of the reports are aimed at a trigger's packet, at its edges and at its 5 s, the rest lie anywhere.
    aims = [s // 10 + more for s in triggers for more in (0, 1, 2, 30, 124, 125, 126, 127)] or [1]
    places = draw(st.lists(st.one_of(st.sampled_from(aims), st.integers(1, packets)), max_size=14))
    reports = [
        report(min(k * 10, samples), draw(answers), computing=draw(computing))
        for k in sorted(places)
        if 1 <= k <= packets
    ]
    return block(
        sorted(triggers.items()), reports, samples, subject=draw(st.sampled_from(["A", "B"])), name=str(number)
    )


@st.composite
def records(draw):
    count = draw(st.integers(1, 4))
    return run(*(draw(blocks(number)) for number in range(count)), ignore_compute=draw(st.booleans()))


def agree(record, readings):
    expected = naive_score(record, readings)
    result = TRACK.score(record, readings)
    assert [trial.status for trial in result.trials] == expected["statuses"], readings
    told = [trial.seconds for trial in result.trials if trial.kind == "flicker"]
    timed = [seconds for seconds in expected["seconds"] if seconds is not None]
    assert told == pytest.approx([float(seconds) for seconds in timed], abs=1e-9), readings
    assert result.stray_reports == expected["strays"], readings
    assert result.valid == expected["valid"], readings
    assert result.score == pytest.approx(expected["score"], abs=1e-9), readings
    for name in ("itr", "fpr"):
        value = expected[name]
        assert result.metrics[name] == (None if value is None else pytest.approx(float(value), abs=1e-9)), readings


def test_every_reading_is_meant():
    assert TRACK.defaults() == DEFAULTS
    assert sum(len(values) > 1 for values in CHOICES.values()) == 13


@settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records(), readings=COMBINATIONS)
def test_random_runs_under_a_random_combination(record, readings):
    agree(record, readings)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records())
def test_random_runs_under_every_value_of_every_reading(record):
    for readings in ONE_CHANGED:
        agree(record, readings)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(record=records())
def test_scoring_is_pure_and_tells_the_parts_of_the_whole(record):
    result, again = TRACK.score(record, DEFAULTS), TRACK.score(record, DEFAULTS)
    assert result == again
    assert len(result.blocks) == len(record.blocks)
    for part in result.blocks:
        trials = [t for t in result.trials if (t.subject, t.block) == (part.subject, part.block)]
        flicker = [t for t in trials if t.kind == "flicker"]
        if flicker:
            assert part.metrics["accuracy"] == pytest.approx(sum(t.correct for t in flicker) / len(flicker))
            assert part.metrics["mean_seconds"] == pytest.approx(sum(t.seconds for t in flicker) / len(flicker))
        else:
            assert part.score is None
