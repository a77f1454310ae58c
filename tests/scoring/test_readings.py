"""Choosing readings, and how much of a score hangs on them."""

from __future__ import annotations

import pytest

from bcisub.model.errors import BcisubError
from bcisub.scoring.readings import parse, resolve, score_with_sensitivity
from bcisub.tracks import TRACKS
from tests.tracks.ssvep_async.records import DEFAULTS, block, report, run

TRACK = TRACKS["ssvep-async"]


def test_words_of_the_command_line():
    assert parse([]) == {}
    assert parse(["itr-mean=pooled", " idle-window = 5s "]) == {"itr-mean": "pooled", "idle-window": "5s"}
    assert parse(["missing-time=5", "missing-time=5.004"]) == {"missing-time": "5.004"}


def test_a_word_without_a_value_is_refused():
    with pytest.raises(BcisubError, match="itr-mean") as caught:
        parse(["itr-mean"])
    assert "NAME=VALUE" in caught.value.what


def test_defaults_are_the_rulebooks_and_later_choices_go_over_earlier_ones():
    assert resolve(TRACK) == DEFAULTS
    chosen = resolve(TRACK, {"itr-mean": "pooled", "idle-window": "5s"}, {"itr-mean": "subject"})
    assert chosen == {**DEFAULTS, "itr-mean": "subject", "idle-window": "5s"}


@pytest.mark.parametrize("name", TRACKS)
def test_every_track_resolves_to_its_first_choices(name):
    track = TRACKS[name]
    assert resolve(track) == {reading.name: next(iter(reading.choices)) for reading in track.readings}


@pytest.mark.parametrize(
    ("chosen", "told"), [({"itr-mode": "block"}, "itr-mean"), ({"itr-mean": "median"}, "block, subject, pooled")]
)
def test_unknown_names_and_values_are_refused_with_what_there_is(chosen, told):
    with pytest.raises(BcisubError) as caught:
        resolve(TRACK, chosen)
    assert told in caught.value.hint


def test_sensitivity_scores_every_other_value_once_but_none_that_needs_a_run():
    # One trial answered (2.02 s), one missing: T = (2.02 + 5)/2, or (2.02 + 5.004)/2 under missing-time=5.004.
    record = run(block([(1005, 7), (3005, 8)], [report(1510, 7)]))
    result = score_with_sensitivity(TRACK, record, DEFAULTS)
    found = {(entry["reading"], entry["value"]): entry["score"] for entry in result.sensitivity}
    assert set(found) == {
        ("itr-mean", "subject"), ("itr-mean", "pooled"), ("fpr-mean", "pooled"), ("fpr-mean", "block"),
        ("compute-time", "exact"), ("compute-time", "none"), ("five-seconds", "under"), ("idle-window", "5s"),
        ("report-window", "5s"), ("report-window", "end"), ("below-chance", "formula"), ("block-tail", "engine-2021"),
        ("time-origin", "next-packet"), ("answer-type", "int"),
        ("missing-time", "5.004"), ("trigger-packet", "engine"), ("window-end", "engine"), ("block-tail", "engine"),
    }  # fmt: skip
    # 1.6792270 bits at P = 0.5
    assert result.score == pytest.approx(1.6792270 * 60 / 3.51, abs=1e-4)
    assert found["missing-time", "5.004"] == pytest.approx(1.6792270 * 60 / 3.512, abs=1e-4)
    assert found["itr-mean", "pooled"] == pytest.approx(result.score)


def test_sensitivity_is_taken_around_the_chosen_readings():
    record = run(block([(1005, 7)], [report(1510, 7)]))
    result = score_with_sensitivity(TRACK, record, {**DEFAULTS, "itr-mean": "pooled"})
    assert {e["value"] for e in result.sensitivity if e["reading"] == "itr-mean"} == {"block", "subject"}
