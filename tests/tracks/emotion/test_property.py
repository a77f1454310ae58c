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
    st.tuples(
        st.one_of(st.integers(-1, 9), st.sampled_from((0.0, 4.0, 4.5, True, False))),
        st.sampled_from((0.1, 0.4, 0.6)),
        st.sampled_from((0.0, 0.2)),
        st.booleans(),
    ),
    min_size=1,
    max_size=20,
)


def kind_of(value, scalar):
    """The type an answer had in the algorithm's process; a numpy scalar's value is logged as plain data."""
    kind = type(value).__name__
    return {"int": "numpy.int64", "float": "numpy.float64"}.get(kind, kind) if scalar else kind


@settings(max_examples=80, deadline=None)
@given(
    recording=recordings(),
    answers=answers_given,
    edges=st.sampled_from(("inside", "overlap", "grid")),
    answer_type=st.sampled_from(("builtin", "int", "equal")),
    final_time=st.sampled_from(("algorithm", "both")),
    count_from=st.sampled_from(("after", "with")),
    stage=st.sampled_from(("preliminary", "final")),
)
def test_the_scorer_agrees_with_the_naive_one(recording, answers, edges, answer_type, final_time, count_from, stage):
    events, samples = recording
    truth = BlockTruth("sub1", "sub1", samples, events)
    record = BlockRecord(truth, packet=50)
    typed = [(value, kind_of(value, scalar), compute, fed) for value, compute, fed, scalar in answers]
    session = read_session(truth)
    for turn, end in enumerate(judgement_ends(session, 50, count_from)):
        value, kind, compute, fed = typed[turn % len(typed)]
        p = min(end, samples - session.start)  # C2: the recording may end within its last packet
        record.reports.append(Report(p, end // 50, value, kind, repr(value), compute=compute, fed=fed))
    run = RunRecord([record], RunEnd("finished"), options={"stage": stage})
    final = stage == "final"
    _, expected = naive(events, samples, itertools.cycle(typed), edges, count_from, final, answer_type, final_time)
    chosen = {"edges": edges, "count-from": count_from, "answer-type": answer_type, "final-time": final_time}
    result = TRACK.score(run, {**TRACK.defaults(), **chosen})
    assert result.valid is (expected is not None)
    assert result.score == pytest.approx(expected or 0.0)
