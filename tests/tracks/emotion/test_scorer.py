"""Scoring of the emotion track: a miniature worked out on paper, every rule by its name."""

import json

import pytest

from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth, RunEnd, RunRecord
from bcisub.tracks.emotion.seconds import valence
from bcisub.tracks.emotion.session import LABELS, read_session
from bcisub.tracks.emotion.track import TRACK
from tests.tracks.emotion.paper import EVENTS, FINISHED, INSIDE, ON_PAPER, TRUTH, record, report, scored


def test_the_miniature_on_paper_emo_10_emo_11():
    result = scored(record())
    assert result.valid
    assert result.score == pytest.approx((3 / 5 + 2 / 4) / 2)
    first, second = result.trials
    assert (first.truth, first.onset, first.extra["samples"], first.extra["correct_samples"]) == (0, 500, 5, 3)
    assert (second.truth, second.onset, second.extra["samples"], second.extra["correct_samples"]) == (4, 3000, 4, 2)
    assert (first.result, first.status, first.rule) == (0, "correct", "EMO-11")
    assert (first.trial, second.trial) == (0, 1)


def test_judgements_outside_videos_score_nothing_emo_10():
    """All answers outside the nine samples become right or wrong at will: the score stays."""
    for other in (0, 4):
        answers = dict.fromkeys(range(500, 5200, 250), other)
        assert scored(record({**answers, **ON_PAPER})).score == pytest.approx(0.55)


def test_videos_weigh_alike_and_so_do_subjects_emo_11():
    """Subject 2 has only video 14, all right: (0.55 + 1) / 2, not 9 of 13 seconds."""
    events = tuple(event for event in EVENTS if not 475 <= event[0] <= 2380)
    truth = BlockTruth("sub2", "sub2", 5400, events)
    result = scored(record(), record(dict.fromkeys(range(500, 5200, 250), 4), truth))
    assert [part.score for part in result.subjects] == pytest.approx([0.55, 1.0])
    assert result.score == pytest.approx(0.775)
    assert result.metrics["subject_min"] == pytest.approx(0.55)
    assert result.metrics["always_neutral"] == pytest.approx((1 / 2 + 1) / 2)


@pytest.mark.parametrize(
    ("value", "kind", "hint"),
    [
        (None, "NoneType", "every path"),
        (True, "bool", "int(...)"),
        (0, "numpy.int64", "int(...)"),
        (0.0, "float", "int(...)"),
        ([0], "list", "int(answer[0])"),
        ("0", "str", "int(...)"),
        (9, "int", "0 (anger) to 8"),
        (-1, "int", "0 (anger) to 8"),
    ],
)
def test_only_a_plain_int_from_0_to_8_counts_emo_6(value, kind, hint):
    """Video 1's first second was right; returned in another form it scores 0: 2 of 5."""
    result = scored(record(at1000=report(900, value, kind)))
    assert result.score == pytest.approx((2 / 5 + 2 / 4) / 2)
    (found,) = result.diagnostics
    assert (found.code, found.count, found.level) == ("invalid-return", 1, "error")
    assert kind in found.message
    assert repr(value) in found.message
    assert hint in found.hint
    assert result.trials[0].extra["invalid_samples"] == 1


def test_a_recording_that_a_whole_run_never_read_is_missing_c8_emo_11():
    """It is no reason to leave the person out of the mean."""
    result = scored(record(), unread=[BlockTruth("sub2", "sub2", 5400, EVENTS)])
    assert [part.score for part in result.subjects] == pytest.approx([0.55, 0.0])
    assert result.score == pytest.approx(0.275)
    assert [(trial.subject, trial.status) for trial in result.trials[2:]] == [("sub2", "missing")] * 2


def test_invalid_returns_are_shown_by_type_with_how_often_emo_6():
    changed = {"at1000": report(900, 0, "numpy.int64"), "at1250": report(1150, 3, "numpy.int64")}
    result = scored(record(**changed, at500=report(400, None)))
    (found,) = result.diagnostics
    assert (found.count, found.first["type"]) == (3, "NoneType")
    assert "None of type NoneType, once; 0, 3 of type numpy.int64, 2 times" in found.message
    assert "int(...)" in found.hint


@pytest.mark.parametrize(("seconds", "late"), [(0.5, 0), (0.51, 1)])
def test_the_final_takes_no_judgement_of_more_than_half_a_second_emo_12(seconds, late):
    result = scored(record(at1000=report(900, 0, compute=seconds)), stage="final")
    assert result.trials[0].extra["late_samples"] == late
    assert result.score == pytest.approx(((3 - late) / 5 + 2 / 4) / 2)


def test_the_preliminary_stage_counts_slow_judgements_and_shows_them_emo_12():
    result = scored(record(at1000=report(900, 0, compute=0.8)))
    assert result.score == pytest.approx(0.55)
    (found,) = result.diagnostics
    assert (found.code, found.level, found.count) == ("slow-judgement", "warning", 1)


def test_the_limit_can_be_left_out_on_noisy_machines_emo_12():
    run = RunRecord([record(at1000=report(900, 0, compute=0.8))], FINISHED)
    run.options = {"stage": "final", "ignore_compute": True}
    result = TRACK.score(run, INSIDE)
    assert result.score == pytest.approx(0.55)
    assert "left out" in dict(result.headline)["stage"]


def test_judgement_times_are_those_of_algorithm_alone_emo_12():
    """19 judgements, two of them slower than the rest: the 99 % quantile of so few is the slowest."""
    changed = {"at1000": report(900, 0, compute=0.02), "at1250": report(1150, 0, compute=0.04)}
    metrics = scored(record(**changed)).metrics
    times = [metrics[f"judgement_{name}_ms"] for name in ("p50", "p99", "max")]
    assert times == pytest.approx([1.0, 40.0, 40.0])


def test_what_was_noted_during_the_run_is_shown():
    run = RunRecord([record()], FINISHED, notes=[{"code": "report-too-large", "size": 99}])
    assert [found.code for found in TRACK.score(run, INSIDE).diagnostics] == ["report-too-large"]


def test_late_comes_before_invalid_c11():
    every = {f"at{end}": report(end - 100, None, compute=0.8) for end in range(500, 5200, 250)}
    assert {trial.status for trial in scored(record(**every), stage="final").trials} == {"late"}
    assert {trial.status for trial in scored(record(**every)).trials} == {"invalid"}


def test_a_run_that_broke_off_is_void_and_shows_what_it_reached_c8():
    """The third judgement of video 1 (p = 1400) raised: 2 of 3 seconds, the one that raised is missing."""
    stopped = record()
    stopped.reports = [found for found in stopped.reports if found.p < 1400]
    stopped.delivered = 1400
    unread = BlockTruth("sub2", "sub2", 5400, EVENTS)
    result = scored(stopped, end=RunEnd("exception", "ValueError: no"), unread=[unread])
    assert (result.valid, result.score, result.void_reason) == (False, 0.0, "ValueError: no (C8)")
    assert [trial.extra["video"] for trial in result.trials] == [1]
    assert result.metrics["accuracy"] == pytest.approx(2 / 3)
    assert result.metrics["missing_samples"] == 1
    assert [found.code for found in result.diagnostics] == ["run-exception"]


def test_a_judgement_that_never_came_scores_nothing_emo_11():
    lacking = record()
    lacking.reports = [found for found in lacking.reports if found.p != 900]
    result = scored(lacking)
    assert result.score == pytest.approx((2 / 5 + 2 / 4) / 2)
    assert result.trials[0].extra["missing_samples"] == 1


def test_a_longer_video_is_taken_as_recorded_emo_2():
    """Video 27 of subject 31 lasted longer than the table's 83 s: its seconds count all the same."""
    events = ((0, 250), (10, 242), (100, 27), (125, 240), (125 + 100 * 250, 241), (26000, 243), (26100, 251))
    truth = BlockTruth("sub31", "sub31", 26200, events)
    result = scored(record(dict.fromkeys(range(0, 26200, 50), 8), truth))
    assert result.trials[0].extra["samples"] == 97
    assert result.score == 1.0


def test_a_video_without_samples_is_left_out_and_named_emo_10():
    events = tuple((2900, code) if (sample, code) == (4510, 241) else (sample, code) for sample, code in EVENTS)
    short = tuple((at, code) for at, code in events if at not in {2975, 3000, 2900})
    short = tuple(sorted((*short, (2975, 14), (3000, 240), (3400, 241))))
    result = scored(record(truth=BlockTruth("sub1", "sub1", 5400, short)))
    assert result.score == pytest.approx(3 / 5)
    (found,) = result.diagnostics
    assert (found.code, found.first["video"]) == ("video-without-samples", 14)
    # Decision 4: it has a verdict all the same.
    entry = result.to_json()["trials"][1]
    assert (entry["trial"], entry["video"], entry["samples"], entry["correct"]) == (1, 14, 0, False)
    assert (entry["status"], entry["rule"], entry["result"]) == ("missing", "EMO-10", None)


def test_labels_of_the_28_videos_emo_7():
    borders = {1: 0, 3: 0, 4: 1, 6: 1, 7: 2, 9: 2, 10: 3, 12: 3, 13: 4, 16: 4, 17: 5, 19: 5, 20: 6, 22: 6, 23: 7}
    borders |= {25: 7, 26: 8, 28: 8}
    assert {number: LABELS[number - 1] for number in borders} == borders
    assert len(LABELS) == 28
    assert [valence(label) for label in range(9)] == [0, 0, 0, 0, 1, 2, 2, 2, 2]


def test_valence_accuracy():
    """Video 1: answers 0, 0, 1, 0 are negative, 8 is not: 4/5. Video 14: 4, 4 neutral, 5 and 0 not: 2/4."""
    assert scored(record()).metrics["valence_accuracy"] == pytest.approx((4 / 5 + 2 / 4) / 2)


def test_the_confusion_counts_every_sample_once():
    table = next(table for table in scored(record()).tables if table.title == "Confusion")
    rows = {row[0]: tuple(cell.strip() for cell in row[1:]) for row in table.rows}
    assert rows["0 anger"] == ("60", "20", "·", "·", "·", "·", "·", "·", "20", "·")
    assert rows["4 neutral"] == ("25", "·", "·", "·", "50", "25", "·", "·", "·", "·")
    assert len(rows) == 9


def test_the_screen_names_both_floors():
    shown = dict(scored(record()).headline)
    assert shown["accuracy"] == "55.0 %"
    assert "chance 11.1 %" in shown["floors"]
    assert "always neutral 50.0 %" in shown["floors"]


def test_the_result_is_plain_json():
    entry = json.loads(json.dumps(scored(record()).to_json()))["trials"][0]
    assert (entry["kind"], entry["truth"], entry["samples"], entry["correct_samples"]) == ("video", 0, 5, 3)


def test_only_four_triggers_are_visible_emo_3():
    np = pytest.importorskip("numpy")
    row = np.array([250.0, 0, 242, 1, 240, 28, 241, 243, 251, 7])
    assert TRACK.mask(row).tolist() == [250, 0, 242, 0, 0, 0, 0, 243, 251, 0]
    assert row[3] == 1, "the stored row stays as it is"


def test_the_stream_runs_from_250_to_the_packet_that_holds_251_emo_4():
    """251 is stream sample 5100, in packet 102, which ends at 5150: recording 5250."""
    session = read_session(TRUTH)
    assert (session.start, session.stream_end(50, 5400)) == (100, 5250)
    assert session.stream_end(50, 5230) == 5230, "a recording that stops inside the packet gives a short one (C2)"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({100: None}, "no experiment start"),
        ({5200: None}, "no experiment end"),
        ({220: None}, "240.*outside a block.*500"),
        ({475: None}, "without the video's number.*500"),
        ({2380: None}, "number of video 14 inside another video.*2975"),
        ({500: None}, "241.*without its start.*2380"),
        ({5000: None}, "251.*inside a block.*5200"),
        ({2500: 242}, "242.*inside a block.*2500"),
        ({1000: 243}, "243.*inside a video.*1000"),
        ({5100: 243}, "243.*without its start.*5100"),
        ({600: 240}, "240.*inside a video.*600"),
        ({300: 250}, "second experiment start.*300"),
        ({300: 99}, "trigger 99.*300"),
    ],
)
def test_triggers_that_cannot_be_scored_are_refused_with_their_sample_emo_2(change, message):
    events = {**dict(EVENTS), **change}
    kept = tuple(sorted((sample, code) for sample, code in events.items() if code is not None))
    with pytest.raises(BcisubError, match=message) as caught:
        TRACK.check_truth(BlockTruth("sub1", "sub1", 5400, kept))
    assert caught.value.where == "sub1/sub1"


def test_triggers_before_250_and_after_251_do_not_matter_emo_4():
    events = ((5, 243), *EVENTS, (5300, 242))
    assert scored(record(truth=BlockTruth("sub1", "sub1", 5400, events))).score == pytest.approx(0.55)
