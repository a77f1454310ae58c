"""The readings of the emotion track, each with numbers worked by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.record import BlockRecord, BlockTruth, RunRecord
from bcisub.tracks.emotion.seconds import counts, kept_span
from bcisub.tracks.emotion.session import Video, judgement_ends, read_session
from bcisub.tracks.emotion.track import TRACK
from tests.tracks.emotion.paper import FINISHED, ON_PAPER, TRUTH, record, report, scored


def test_reading_edges_overlap_is_the_default_and_takes_seconds_by_more_than_half_emo_10():
    """The second that ends at 2250 overlaps by 130 samples: 4 of 6 in video 1."""
    assert scored(record(), edges="overlap").score == pytest.approx((4 / 6 + 2 / 4) / 2)
    assert TRACK.score(RunRecord([record()], FINISHED), TRACK.defaults()).score == pytest.approx((4 / 6 + 2 / 4) / 2)


def test_reading_edges_grid_leaves_out_the_first_second_and_the_one_that_241_is_in():
    """Video 1: 241 comes in second 7 (500 + 1880), seconds 1 to 6 are kept, until 2250: six samples.
    Video 14: 1510 samples, 241 in second 6, seconds 1 to 5 are kept, until 4500: that one counts too, answered 7.
    """
    result = scored(record(), edges="grid")
    assert [trial.extra["samples"] for trial in result.trials] == [6, 5]
    assert result.score == pytest.approx((4 / 6 + 2 / 5) / 2)


@pytest.mark.parametrize(("length", "until"), [(1000, 750), (1001, 1000), (1249, 1000), (1250, 1000), (1251, 1250)])
def test_the_last_second_of_the_grid_is_the_one_in_which_241_comes(length, until):
    assert kept_span(Video(1, 0, length), 250, "grid") == (250, until)


@settings(max_examples=200, deadline=None)
@given(seconds=st.integers(3, 130), jitter=st.integers(-10, 10), shift=st.integers(0, 249))
def test_a_video_of_n_seconds_has_n_minus_2_samples_wherever_the_judgements_fall_emo_10(seconds, jitter, shift):
    """The serial port's tens of milliseconds change nothing, but where a second lies on an edge by half."""
    video = Video(1, 1000, 1000 + 250 * seconds + jitter)
    ends = range(1000 + shift, video.end + 250, 250)
    samples = sum(counts(video, end - 250, end, 250, "overlap") for end in ends)
    edge = min(abs(shift - 125), abs((shift - jitter) % 250 - 125))
    assert samples == seconds - 2 or (edge <= abs(jitter) and abs(samples - (seconds - 2)) <= 1)
    assert sum(counts(video, end - 250, end, 250, "inside") for end in ends) <= samples


@pytest.mark.parametrize(("begin", "inside", "overlap"), [(749, False, True), (750, True, True), (1750, True, True)])
def test_the_edges_of_the_kept_span_emo_10(begin, inside, overlap):
    video = Video(1, 500, 2250)
    assert counts(video, begin, begin + 250, 250, "inside") is inside
    assert counts(video, begin, begin + 250, 250, "overlap") is overlap


@pytest.mark.parametrize(("begin", "expected"), [(624, False), (625, False), (626, True), (1874, True), (1875, False)])
def test_reading_edges_overlap_needs_more_than_half(begin, expected):
    assert counts(Video(1, 500, 2250), begin, begin + 250, 250, "overlap") is expected


def test_reading_count_from_with_shifts_every_second_by_a_packet():
    """Packet 2 is the first of five: judgements end at 450, 700, …; four in video 1 (1200–1950), three in 14."""
    ends = judgement_ends(read_session(TRUTH), 50, "with")
    assert [100 + p for p in ends][:3] == [450, 700, 950]
    answers = {1200: 0, 1450: 0, 1700: 0, 1950: 1, 3700: 4, 3950: 4, 4200: 0}
    result = scored(record(answers, count_from="with"), **{"count-from": "with"})
    assert [trial.extra["samples"] for trial in result.trials] == [4, 3]
    assert result.score == pytest.approx((3 / 4 + 2 / 3) / 2)


def test_count_from_needs_a_run_of_its_own():
    assert {reading.name: reading.stream for reading in TRACK.readings} == {
        "count-from": True,
        "instance": True,
        "edges": False,
        "answer-type": False,
        "final-time": False,
    }


@pytest.mark.parametrize(
    ("value", "kind", "equals", "under"),
    [
        (0, "numpy.int64", None, {"int", "equal"}),
        (0, "numpy.uint8", None, {"int", "equal"}),
        (0.0, "float", None, {"equal"}),
        (False, "bool", None, {"equal"}),
        (None, "numpy.ndarray", 0, {"equal"}),
        (0.5, "float", None, set()),
        ("0", "str", None, set()),
        (None, "NoneType", None, set()),
        (9, "numpy.int64", None, set()),
    ],
)
def test_reading_answer_type_takes_more_than_a_plain_int_emo_6(value, kind, equals, under):
    run = record(at1000=report(900, value, kind, equals=equals))
    for answer_type in ("builtin", "int", "equal"):
        result = scored(run, **{"answer-type": answer_type})
        taken = answer_type in under
        assert result.score == pytest.approx(((3 if taken else 2) / 5 + 2 / 4) / 2)
        (found,) = result.diagnostics
        assert found.code == ("loose-answer" if taken else "invalid-return")


def test_the_screen_shows_the_score_under_every_answer_type_where_they_differ_emo_6():
    every = {f"at{end}": report(end - 100, answer, "numpy.int64") for end, answer in ON_PAPER.items()}
    assert dict(scored(record(**every)).headline)["answer-type"] == "builtin 0.0 %, int 55.0 %, equal 55.0 %"
    assert "answer-type" not in dict(scored(record()).headline)


@pytest.mark.parametrize(
    ("compute", "fed", "late"), [(0.3, 0.1, set()), (0.3, 0.3, {"both"}), (0.6, 0, {"both", "algorithm"})]
)
def test_reading_final_time_both_counts_get_data_of_the_last_second_emo_12(compute, fed, late):
    run = record(at1000=report(900, 0, compute=compute, fed=fed))
    for value in ("algorithm", "both"):
        result = scored(run, stage="final", **{"final-time": value})
        assert result.trials[0].extra["late_samples"] == (value in late)
        assert {found.code for found in result.diagnostics} == ({"slow-judgement"} if value in late else set())


def test_a_second_that_ends_in_a_packet_cut_short_counts_c2_emo_10():
    """250 at 0; the judgement after packet 17 is made at 839, where the recording ends, and covers 600 to 850."""
    events = ((0, 250), (50, 242), (51, 1), (76, 240), (836, 241), (837, 243), (838, 251))
    truth = BlockTruth("sub1", "sub1", 839, events)
    block = BlockRecord(truth, packet=50, packets=17, delivered=839, reports=[report(p, 0) for p in (350, 600, 839)])
    (video,) = scored(block, edges="grid").trials
    assert (video.extra["correct_samples"], video.extra["samples"]) == (2, 2)
