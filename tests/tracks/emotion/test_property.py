"""The scorer against a naive one that walks packet by packet and second by second (EMO-4, 5, 6, 10, 11, 12)."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.tracks.emotion.session import judgement_ends, read_session
from bcisub.tracks.emotion.track import TRACK
from tests.tracks.emotion.naive import naive, recordings

answers_given = st.lists(
    st.tuples(st.integers(-1, 9), st.sampled_from(("int", "int", "int", "numpy.int64")), st.sampled_from((0.1, 0.6))),
    min_size=1,
    max_size=20,
)


@settings(max_examples=80, deadline=None)
@given(
    recording=recordings(),
    answers=answers_given,
    edges=st.sampled_from(("inside", "overlap")),
    count_from=st.sampled_from(("after", "with")),
    stage=st.sampled_from(("preliminary", "final")),
)
def test_the_scorer_agrees_with_the_naive_one(recording, answers, edges, count_from, stage):
    events, samples = recording
    truth = BlockTruth("sub1", "sub1", samples, events)
    record = BlockRecord(truth, packet=50)
    for turn, p in enumerate(judgement_ends(read_session(truth), 50, count_from)):
        value, kind, compute = answers[turn % len(answers)]
        record.reports.append(Report(p, p // 50, value, kind, repr(value), compute=compute))
    run = RunRecord([record], RunEnd("finished"), options={"stage": stage})
    _, expected = naive(events, samples, itertools.cycle(answers), edges, count_from, stage == "final")
    result = TRACK.score(run, {"edges": edges, "count-from": count_from})
    assert result.valid is (expected is not None)
    assert result.score == pytest.approx(expected or 0.0)
