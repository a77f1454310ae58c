"""The readings of the metaverse track, each with numbers worked by hand, and all of them at random."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.scoring.itr import itr
from bcisub.tracks.metaverse.track import TRACK
from tests.tracks.metaverse import naive
from tests.tracks.metaverse.judged import (
    DEFAULTS,
    END,
    EVENTS,
    REAL_16,
    SAMPLES,
    START,
    codes,
    first,
    report,
    run,
)


def test_reading_late_time() -> None:
    """late-time=report (the default) and late-time=trial."""
    assert first(report(1600)).seconds == pytest.approx((1600 - START) / 250)
    assert first(report(1600), late_time="trial").seconds == pytest.approx((END - START) / 250)


def test_meta_13_late_time_trial_has_the_floor_too() -> None:
    """A trial of 2 s under late-time=trial: 3 s; a missing one takes its 2 s."""
    events = ((0, 242), (START, 128 + 16), (START + 500, 241), (2999, 243))
    assert first(report(800), events=events, late_time="trial").seconds == 3.0
    assert first(events=events, late_time="trial").seconds == 2.0


@pytest.mark.parametrize(("at", "with_", "before"), [(1450, "correct", "correct"), (1500, "correct", "late")])
def test_meta_10_reading_trial_end(at: int, with_: str, before: str) -> None:
    """trial-end=with and trial-end=before: 241 at 1460 sits in the packet that ends at 1500."""
    assert first(report(at), trial_end="with").status == with_
    assert first(report(at), trial_end="before").status == before


def test_meta_12_reading_late_override() -> None:
    """late-override=void and late-override=ignore; a late report alone is late under both."""
    told = [report(1400), report(1450), report(1550, "000001"), report(1600)]
    assert (first(*told).status, first(*told, late_override="void").status) == ("late", "late")
    kept = first(*told, late_override="ignore")
    assert (kept.status, kept.reported_at) == ("correct", 1450)
    assert first(*told[2:], late_override="ignore").status == "late"
    assert "late-report" not in codes(run(*told, late_override="ignore"))


def test_c6_reading_time_origin() -> None:
    """time-origin=trigger and time-origin=next-packet: start at 110, its packet ends at 150."""
    assert first(report(1000), time_origin="trigger").seconds == pytest.approx(890 / 250)
    assert first(report(1000), time_origin="next-packet").seconds == pytest.approx(850 / 250)
    assert first(report(850), time_origin="next-packet").seconds == 3.0, "the floor stays"
    assert first(time_origin="next-packet").seconds == (END - START) / 250, "so does a trial without a report"


def test_meta_14_reading_subject_part() -> None:
    """subject-part=all, subject-part=real, subject-part=joint: subject right in both, real or generated in one.

    Trial 1 is real 16, answered so; trial 2 generated 3, answered as real 3.
    """
    reports = (report(850), report(2400, "100011"))
    shares = {part: run(*reports, subject_part=part).metrics["subject_accuracy"] for part in ("all", "real", "joint")}
    assert shares == {"all": 1.0, "real": 1.0, "joint": 0.5}
    swapped = (report(850, "100001"), report(2400, "000011"))
    shares = {part: run(*swapped, subject_part=part).metrics["subject_accuracy"] for part in ("all", "real", "joint")}
    assert shares == {"all": 0.5, "real": 0.0, "joint": 0.5}
    scored = run(*swapped, subject_part="real")
    assert scored.score == pytest.approx(0.9 * itr(2, 1, 3))


def test_meta_14_subject_part_real_without_a_real_trial_has_nothing_to_judge() -> None:
    events = ((0, 242), (START, 16), (END, 241), (2999, 243))
    result = run(report(850, "010000"), events=events, subject_part="real", below_chance="whole")
    assert (result.metrics["subject_accuracy"], result.metrics["subject_itr"]) == (None, 0.0)
    assert (result.score, result.valid) == (pytest.approx(0.9 * 20), True)
    assert dict(result.headline)["P₂ subject"] == "– (ITR₂ 0.00)"


@pytest.mark.parametrize(
    ("value", "score"),
    # Real or generated right in both trials, the subject in none: P₁ = 1, P₂ = 0 < 1/23, T = 3 s.
    [("part", 0.9 * 20), ("whole", 0.0), ("formula", 0.9 * 20 + 0.1 * 20 * np.log2(23 / 22))],
)
def test_meta_15_reading_below_chance(value: str, score: float) -> None:
    """below-chance=part, below-chance=whole, below-chance=formula."""
    result = run(report(850, "110001"), report(2400, "000001"), below_chance=value)
    assert result.score == pytest.approx(score)
    assert result.valid == (value != "whole")
    if value == "whole":
        assert "1/23" in (result.void_reason or "")
        assert (result.metrics["real_itr"], result.metrics["subject_itr"]) == (0, 0)


def test_meta_15_at_chance_is_not_below() -> None:
    """below-chance=whole: P₁ = 1/2 exactly gives 0 bits by the formula, and does not void the rest."""
    result = run(report(850), report(2400, "100011"), below_chance="whole")
    assert (result.valid, result.score) == (True, pytest.approx(0.1 * itr(23, 1, 3)))


@pytest.mark.parametrize("trial_end", ["with", "before"])
def test_the_hints_are_right_under_every_trial_end(trial_end: str) -> None:
    """What `no-report` advises: on the packet before the one with 241, in time, and no longer than silence."""
    guess = first(report(1450), trial_end=trial_end)
    assert guess.status == "correct"
    assert guess.seconds <= first(trial_end=trial_end).seconds
    (hint,) = [one.hint for one in run(trial_end=trial_end).diagnostics if one.code == "no-report"]
    assert "before the packet with 241" in hint


def test_reading_itr_mean() -> None:
    truths = [BlockTruth("S01", name, SAMPLES, EVENTS) for name in ("block_1", "block_2")]
    good = BlockRecord(truths[0], 50, 60, SAMPLES, [report(850), report(2400, "000011")])
    bad = BlockRecord(truths[1], 50, 60, SAMPLES, [report(850), report(2400, "100001")])
    record = RunRecord([good, bad], RunEnd("finished"))
    pooled = TRACK.score(record, DEFAULTS).score
    block = TRACK.score(record, {**DEFAULTS, "itr-mean": "block"})
    assert pooled == pytest.approx(0.9 * itr(2, 0.75, 3) + 0.1 * itr(23, 0.75, 3))
    assert block.score == pytest.approx((27.047 + 0.1 * itr(23, 0.5, 3)) / 2, abs=1e-3)


def test_reading_itr_mean_block_holds_for_every_rate_that_is_shown() -> None:
    """META-15: score = 0.9·ITR₁ + 0.1·ITR₂ for the run and for each subject, also where ITR is the blocks' mean."""
    places = [("S01", "block_1"), ("S01", "block_2"), ("S02", "block_1")]
    second = ["000011", "100001", "100001"]
    blocks = [
        BlockRecord(BlockTruth(*place, SAMPLES, EVENTS), 50, 60, SAMPLES, [report(850), report(2400, answer)])
        for place, answer in zip(places, second, strict=True)
    ]
    result = TRACK.score(RunRecord(blocks, RunEnd("finished")), {**DEFAULTS, "itr-mean": "block"})
    scores = [block.score for block in result.blocks]
    assert result.metrics["real_itr"] == pytest.approx(itr(2, 1, 3) / 3)
    assert result.metrics["subject_itr"] == pytest.approx((itr(23, 1, 3) + 2 * itr(23, 0.5, 3)) / 3)
    assert result.score == pytest.approx(0.9 * result.metrics["real_itr"] + 0.1 * result.metrics["subject_itr"])
    assert f"(ITR₁ {itr(2, 1, 3) / 3:.2f})" in result.headline[0][1]
    assert [subject.score for subject in result.subjects] == pytest.approx([sum(scores[:2]) / 2, scores[2]])
    assert result.subjects[0].metrics["real_itr"] == pytest.approx(itr(2, 1, 3) / 2)


answers = st.sampled_from([REAL_16, "000011", "010000", "100011", "110001", "x", "000001"])


choices = {one.name: [one.default] if one.stream else list(one.choices) for one in TRACK.readings}


@st.composite
def blocks_of_trials(draw: st.DrawFn, number: int) -> BlockRecord:
    at, trials = 0, []
    for _ in range(draw(st.integers(1, 3))):
        at += draw(st.integers(1, 130))
        length = draw(st.sampled_from([20, 50, 333, 749, 750, 751, 1000]))
        trials.append((at, at + length, draw(st.sampled_from([144, 208, 16, 3]))))
        at += length
    samples = at + draw(st.integers(1, 160))
    events = sorted([(s, c) for s, _, c in trials] + [(e, 241) for _, e, _ in trials])
    packets = -(-samples // 50)
    near = [x // 50 + more for s, e, _ in trials for x in (s, e) for more in (0, 1, 2, 3)]
    places = sorted(k for k in draw(st.lists(st.sampled_from(near), max_size=10)) if 1 <= k <= packets)
    reports = [Report(min(k * 50, samples), k, value := draw(answers), "str", value) for k in places]
    return BlockRecord(BlockTruth("S01", f"b{number}", samples, tuple(events)), 50, packets, samples, reports)


@settings(max_examples=300, deadline=None)
@given(st.data(), st.fixed_dictionaries({name: st.sampled_from(values) for name, values in choices.items()}))
def test_random_runs_under_random_readings_are_a_naive_scorers(data: st.DataObject, readings: dict[str, str]) -> None:
    """META-10 to META-15, every reading in every combination."""
    blocks = [data.draw(blocks_of_trials(number)) for number in range(data.draw(st.integers(1, 3)))]
    result = TRACK.score(RunRecord(blocks, RunEnd("finished")), readings)
    told = []
    for one in blocks:
        events = one.truth.events
        starts = [event for event in events if event[1] != 241]
        ends = [at for at, code in events if code == 241]
        trials = [(at, end, code) for (at, code), end in zip(starts, ends, strict=True)]
        told.append(naive.judge(trials, one.reports, one.truth.samples, readings))
    every = [verdict for block in told for verdict in block]
    assert [verdict.status for verdict in result.trials] == [one["status"] for one in every]
    assert [verdict.seconds for verdict in result.trials] == pytest.approx([one["seconds"] for one in every])
    assert result.score == pytest.approx(naive.score(told, readings))
