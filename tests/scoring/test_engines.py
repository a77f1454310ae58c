"""Presets: the readings of a public engine at once, and a run's score as that engine would have given it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bcisub.model.errors import BcisubError
from bcisub.scoring.readings import of_engine, score_with_sensitivity
from bcisub.tracks import TRACKS
from tests.tracks.ssvep_async.records import DEFAULTS, block, report, run

ASYNC = TRACKS["ssvep-async"]
BOTH = {"trigger-packet": "engine", "window-end": "engine", "five-seconds": "upto", "answer-type": "equal"}
ENGINES = {
    "engine-2021": {"block-tail": "engine-2021", "last-packet": "keep", "subject-id": "number", "empty-packet": "none"},
    "engine-2022": {
        "block-tail": "engine", "last-packet": "engine-2022", "subject-id": "text-order",
        "empty-packet": "engine-2022",
    },
}  # fmt: skip
OWN = {
    "ssvep-async": {"compute-time": "none", "missing-time": "5.004", "below-chance": "zero"},
    "turing": {"missing-length": "5.004"},
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("track", OWN)
def test_the_presets_are_the_rulebooks(track, engine):
    preset = next(one for one in TRACKS[track].presets if one.name == engine)
    assert preset.readings == {**BOTH, **OWN[track], **ENGINES[engine]}
    whole = {**TRACKS[track].defaults(), **preset.readings}
    assert of_engine(TRACKS[track], engine) == of_engine(TRACKS[track], f"as-{engine}") == whole


@pytest.mark.parametrize("track", TRACKS)
def test_presets_name_readings_and_values_that_there_are(track):
    known = {reading.name: reading.choices for reading in TRACKS[track].readings}
    for preset in TRACKS[track].presets:
        assert all(value in known[name] for name, value in preset.readings.items())


def test_an_engine_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(BcisubError, match="engine-2020") as caught:
        of_engine(ASYNC, "engine-2020")
    assert caught.value.hint == "It has: engine-2021, engine-2022."
    with pytest.raises(BcisubError, match="gaze has no preset"):
        of_engine(TRACKS["gaze"], "engine-2022")


def two_blocks(samples=6005, last=1510, names=("S01", "S02"), **chosen):
    """A late report on the last packet but in the last block, and one trial missing: the engines differ on these."""
    first = block([(1000, 7), (3000, 8)], [report(1510, 7), report(6005, 8)], samples)
    second = block([(1000, 7), (5000, 9)], [report(1510, 7), report(last, 9)], samples, subject="S02", name="block_2")
    return run(first, second, names=list(names), **chosen)


def engines(record, **chosen):
    found = score_with_sensitivity(ASYNC, record, {**DEFAULTS, **chosen})
    return {one.engine: (one.score, one.differs) for one in found.as_engine}


def test_where_the_streams_are_the_same_it_is_the_score_under_the_presets_readings():
    record = two_blocks(last=5510)
    expected = {name: ASYNC.score(record, of_engine(ASYNC, name)).score for name in ENGINES}
    assert engines(record) == {name: (score, None) for name, score in expected.items()}
    # Whatever else was chosen: an engine does not know of it.
    assert engines(record, **{"time-origin": "next-packet", "itr-mean": "pooled"}) == engines(record)


def test_the_json_has_a_score_or_null_for_each_engine():
    told = score_with_sensitivity(ASYNC, two_blocks(samples=6000, last=5510), DEFAULTS).to_json()
    assert list(told["as_engine"]) == ["engine-2021", "engine-2022"]
    assert isinstance(told["as_engine"]["engine-2021"], float)
    assert told["as_engine"]["engine-2022"] is None
    assert score_with_sensitivity(TRACKS["gaze"], run(), TRACKS["gaze"].defaults()).to_json()["as_engine"] == {}


def test_c2_a_block_of_whole_packets_ends_with_an_empty_one_in_2022():
    found = engines(two_blocks(samples=6000, last=5510))
    assert found["engine-2021"][1] is None
    assert "2 block(s) of whole packets" in found["engine-2022"][1]


def test_a_report_on_the_runs_last_packet_raises_in_2022_and_on_another_blocks_it_does_not():
    found = engines(two_blocks(last=6005))
    assert found["engine-2021"][1] is None
    assert "run's last packet" in found["engine-2022"][1]


def test_what_an_engine_that_raises_did_not_record_needs_a_run_of_its_own():
    found = engines(two_blocks(last=5510), **{"last-packet": "engine-2022"})
    assert found["engine-2022"][1] is None
    assert "none of those is recorded" in found["engine-2021"][1]


@pytest.mark.parametrize(
    ("names", "same"),
    [
        (("S01", "S02"), {"engine-2021", "engine-2022"}),
        (("S01", "S02", "S10"), {"engine-2021", "engine-2022"}),
        (("S00", "S01", "S02"), {"engine-2022"}),
        (("A1", "S01", "S02"), {"engine-2022"}),
        ((), set()),
    ],
)
def test_subjects_must_have_had_the_numbers_that_the_engine_gives_them(names, same):
    found = engines(two_blocks(last=5510, names=names))
    assert {name for name, (_, differs) in found.items() if differs is None} == same


def test_a_stream_reading_that_no_engine_knows_differs_always():
    found = engines(two_blocks(last=5510), **{"shown-triggers": "none"})
    assert {differs for _, differs in found.values()} == {"shown-triggers is block there"}


def test_a_broken_run_is_void_for_every_engine():
    record = two_blocks(last=5510)
    assert engines(replace(record, end=replace(record.end, how="signal")))["engine-2021"] == (0.0, None)
