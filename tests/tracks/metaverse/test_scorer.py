"""META-2, -3, -4, -8, -10 to -15 and the scoring readings, case by case; figure 5 of the document among them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.result import Result, Verdict
from bcisub.scoring.itr import itr
from bcisub.tracks.metaverse.track import TRACK, check_truth, mask
from tests.tracks.metaverse import naive

DEFAULTS = TRACK.defaults()
REAL_16 = "110000"
START, END, NEXT, SAMPLES = 110, 1460, 1730, 3000
"""Trial of person 16: its packets end at 150 (start), 1500 (end); the next trial's start packet at 1750."""
EVENTS = ((0, 242), (START, 128 + 16), (END, 241), (NEXT, 3), (2800, 241), (2999, 243))


def report(p: int, value: object = REAL_16) -> Report:
    return Report(p=p, packet=-(-p // 50), value=value, type=type(value).__name__, text=repr(value))


def run(
    *reports: Report,
    events: tuple[tuple[int, int], ...] = EVENTS,
    end: str = "finished",
    delivered: int = SAMPLES,
    **readings: str,
) -> Result:
    truth = BlockTruth("S01", "block_1", SAMPLES, events)
    block = BlockRecord(truth, packet=50, packets=60, delivered=delivered, reports=list(reports))
    chosen = {**DEFAULTS, **{name.replace("_", "-"): value for name, value in readings.items()}}
    return TRACK.score(RunRecord([block], RunEnd(end)), chosen)


def first(*reports: Report, **readings: str) -> Verdict:
    return run(*reports, **readings).trials[0]


def codes(result: Result) -> dict[str, int]:
    return {diagnostic.code: diagnostic.count for diagnostic in result.diagnostics}


class TestFigure5:
    """Packet i holds the end trigger; t1, t2, t3 follow packets i-1, i, i+1."""

    T1, T2, T3 = 1450, 1500, 1550

    @pytest.mark.parametrize("at", [T1, T2])
    def test_meta_10_t1_and_t2_are_on_time(self, at: int) -> None:
        verdict = first(report(at))
        assert (verdict.status, verdict.seconds) == ("correct", (at - START) / 250)

    def test_meta_10_t3_is_late(self) -> None:
        assert (first(report(self.T3)).status, first(report(self.T3)).rule) == ("late", "META-12")

    def test_meta_11_of_several_at_t2_the_first_counts(self) -> None:
        result = run(report(self.T2), report(self.T2, "000001"))
        assert result.trials[0].status == "correct"
        assert codes(result)["second-report"] == 1

    def test_meta_11_of_several_at_t3_the_first_counts_and_is_late(self) -> None:
        verdict = first(report(self.T3, "000001"), report(self.T3))
        assert (verdict.status, verdict.result) == ("late", "000001")

    def test_meta_12_the_last_of_t1_and_t2_decides_result_and_time(self) -> None:
        verdict = first(report(self.T1, "000001"), report(self.T2))
        assert (verdict.status, verdict.seconds) == ("correct", (self.T2 - START) / 250)
        assert first(report(self.T1), report(self.T2, "000001")).status == "wrong"

    def test_meta_12_t3_voids_a_right_answer_at_t1(self) -> None:
        verdict = first(report(self.T1), report(self.T3))
        assert verdict.status == "late"
        assert not verdict.extra["real_correct"]
        assert not verdict.extra["subject_correct"]


@pytest.mark.parametrize(("at", "status"), [(150, "missing"), (200, "correct"), (1750, "late"), (1800, "missing")])
def test_meta_10_the_window_opens_after_the_start_packet_and_ends_with_the_next(at: int, status: str) -> None:
    assert first(report(at)).status == status


def test_c5_a_report_before_the_first_trial_is_stray() -> None:
    result = run(report(150))
    assert result.stray_reports == 1


@pytest.mark.parametrize(("at", "seconds"), [(200, 3.0), (850, 3.0), (900, 3.16)])
def test_meta_13_three_seconds_are_the_least(at: int, seconds: float) -> None:
    assert first(report(at)).seconds == pytest.approx(seconds)


def test_meta_13_no_report_takes_the_whole_trial() -> None:
    verdict = first()
    assert (verdict.status, verdict.seconds) == ("missing", (END - START) / 250)


@pytest.mark.parametrize("value", ["11000", "1100000", "110002", "100000", "111000", None, True, "１１００００"])
def test_meta_8_a_wrong_string_is_an_invalid_report_that_takes_its_place(value: object) -> None:
    result = run(report(800), report(900, value))
    assert (result.trials[0].status, result.trials[0].rule) == ("invalid", "META-8")
    assert codes(result)["invalid-report"] == 1


def test_c11_late_before_invalid() -> None:
    assert first(report(1550, "x")).status == "late"


@pytest.mark.parametrize(
    ("value", "real", "subject"),
    [("110000", True, True), ("010000", False, True), ("110001", True, False), ("010001", False, False)],
)
def test_meta_14_the_two_parts_are_judged_apart(value: str, real: bool, subject: bool) -> None:
    verdict = first(report(800, value))
    assert verdict.extra == {"real_correct": real, "subject_correct": subject, "data_seconds": (800 - START) / 250}
    assert verdict.correct == (real and subject)


def test_meta_15_perfect_answers_at_three_seconds_reach_the_cap() -> None:
    result = run(report(850), report(2400, "000011"))
    assert result.score == pytest.approx(27.047, abs=1e-3)
    assert result.metrics["mean_seconds"] == 3.0


def test_meta_15_below_chance_is_nothing() -> None:
    assert run(report(850, "000001"), report(2400, "100001")).score == 0.0


def test_c10() -> None:
    assert itr(2, 1.0, 3.0) == 20.0
    assert itr(2, 0.5, 3.0) == 0.0
    assert itr(23, 0.04, 3.0) == 0.0
    assert itr(2, 0.9, 6.0) == pytest.approx((1 + 0.9 * np.log2(0.9) + 0.1 * np.log2(0.1)) * 10)


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


def test_meta_4_hidden_starts_are_replayed_but_not_scored() -> None:
    events = tuple((at, 240 if code in (144, 3) else code) for at, code in EVENTS)
    result = run(report(850), events=events)
    assert (result.score, result.valid, result.unlabelled) == (None, False, True)
    assert "240" in (result.void_reason or "")
    assert [verdict.status for verdict in result.trials] == ["unscored", "missing"]
    assert result.trials[0].result == REAL_16


def test_meta_4_a_broken_run_over_a_hidden_set_is_a_failure_all_the_same() -> None:
    events = tuple((at, 240 if code in (144, 3) else code) for at, code in EVENTS)
    result = run(report(850), events=events, end="time-limit")
    assert (result.score, result.unlabelled) == (0.0, False)


def test_c8_a_run_that_broke_off_is_void_and_keeps_its_verdicts() -> None:
    """As in the other tracks where more is better, a void score is 0; None means that there is no truth (META-4)."""
    result = run(report(850), end="time-limit")
    assert (result.score, result.valid) == (0.0, False)
    assert result.trials[0].status == "correct"


def test_c8_trials_a_broken_run_did_not_reach_are_left_out() -> None:
    assert len(run(report(850), end="exception", delivered=NEXT).trials) == 1
    assert len(run(report(850), end="exception", delivered=NEXT + 1).trials) == 2


def test_unread_blocks_count_as_missing() -> None:
    record = RunRecord([], RunEnd("finished"), unread=[BlockTruth("S01", "block_1", SAMPLES, EVENTS)])
    result = TRACK.score(record, DEFAULTS)
    assert [verdict.status for verdict in result.trials] == ["missing", "missing"]
    assert codes(result) == {"stopped-early": 1, "no-report": 2}


def test_c4_a_report_on_a_start_packet_is_the_trial_befores_and_is_told() -> None:
    result = run(report(1750, "000011"))
    assert [verdict.status for verdict in result.trials] == ["late", "missing"]
    assert codes(result) == {"report-on-trigger-packet": 1, "late-report": 1, "no-report": 1}


def test_meta_5_dropped_coroutines_are_counted() -> None:
    notes = [{"code": "un-awaited", "name": "report", "count": count, "line": 7} for count in (1, 1, 5)]
    result = TRACK.score(RunRecord([], RunEnd("finished"), notes=notes), DEFAULTS)
    (found,) = result.diagnostics
    assert (found.code, found.level, found.count) == ("un-awaited", "error", 7)
    assert "report()" in found.message


def test_meta_3_starts_are_masked_and_nothing_else() -> None:
    row = np.array([242.0, 0, 129, 0, 241, 193, 241, 23, 241, 240, 241, 243])
    assert mask(row).tolist() == [242, 0, 240, 0, 241, 240, 241, 240, 241, 240, 241, 243]
    assert row[2] == 129


@pytest.mark.parametrize(
    "events",
    [((5, 241),), ((5, 129), (99, 243)), ((5, 129), (9, 130), (20, 241)), ((5, 24), (9, 241)), ((5, 152), (9, 241))],
)
def test_meta_2_triggers_that_do_not_pair_up_are_named(events: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(BcisubError, match="S01/block_1 at sample"):
        check_truth(BlockTruth("S01", "block_1", 100, events))


@pytest.mark.parametrize("start", [16, 129, 240])
def test_meta_2_a_file_that_ends_within_a_trial_is_refused_as_one_that_goes_on_to_243(start: int) -> None:
    with pytest.raises(BcisubError, match=r"a trial has no end \(241\)") as caught:
        check_truth(BlockTruth("S01", "block_1", 100, ((0, 242), (5, 2), (30, 241), (60, start))))
    assert (caught.value.where, caught.value.code) == ("S01/block_1, sample 60", "bad-trigger")


def test_meta_2_the_trial_a_shortened_block_was_cut_in_is_left_out() -> None:
    assert [verdict.onset for verdict in run(events=EVENTS[:4]).trials] == [START]


@settings(max_examples=200, deadline=None)
@given(
    st.integers(1, 700),
    st.integers(50, 900),
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from([REAL_16, "010000", "100001", "x"])), max_size=12),
)
def test_the_verdict_is_that_of_a_naive_scorer(start: int, length: int, made: list[tuple[int, str]]) -> None:
    """META-10 to META-14 said once more, packet by packet."""
    end, samples = start + length, 1700
    made = sorted(made, key=lambda pair: pair[0])
    reports = [Report(min(k * 50, samples), k, value, "str", value) for k, value in made]
    truth = BlockTruth("S01", "b", samples, ((start, 144), (end, 241)))
    verdict = TRACK.score(
        RunRecord([BlockRecord(truth, 50, 34, samples, reports)], RunEnd("finished")), DEFAULTS
    ).trials[0]
    heard: dict[int, str] = {}
    for k, value in made:
        if k > start // 50 + 1:
            heard.setdefault(k, value)
    if not heard:
        expected = ("missing", length / 250)
    else:
        k = max(heard)
        status = "correct" if heard[k] == REAL_16 else "invalid" if heard[k] == "x" else "wrong"
        expected = ("late" if k > end // 50 + 1 else status, max(3.0, (k * 50 - start) / 250))
    assert (verdict.status, verdict.seconds) == pytest.approx(expected)


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
