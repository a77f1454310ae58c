"""The scorer against a naive one that walks packet by packet and second by second (EMO-4, 5, 6, 10, 11, 12)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.scoring.emotion_session import judgement_ends, read_session
from bcisub.scoring.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.tracks.emotion import TRACK

LABEL = {1: 0, 5: 1, 9: 2, 10: 3, 16: 4, 18: 5, 20: 6, 25: 7, 28: 8}


@st.composite
def recordings(draw):
    """A random session: gaps of any length, so that triggers fall anywhere in their packets."""
    now = draw(st.integers(0, 120))
    events = [(now, 250)]

    def later(least, most):
        nonlocal now
        now += draw(st.integers(least, most))
        return now

    for _ in range(draw(st.integers(1, 3))):
        events.append((later(50, 400), 242))  # never in the packet of the 243 before
        for _ in range(draw(st.integers(1, 3))):
            events.append((later(1, 300), draw(st.sampled_from(sorted(LABEL)))))
            events += [(later(25, 25), 240), (later(760, 2500), 241)]
        events.append((later(1, 300), 243))
    events.append((later(1, 300), 251))
    return tuple(events), now + draw(st.integers(1, 100))


def naive(events, samples, answers, edges, count_from, final):
    start = events[0][0]
    codes = dict(events)
    video = label = None
    spans = []
    for sample, code in events:
        if code in LABEL:
            label = LABEL[code]
        if code == 240:
            video = sample
        if code == 241:
            spans.append((video + 250, sample - 250, label))
    right, total = [0] * len(spans), [0] * len(spans)
    counting, count, asked = False, 0, 0
    for low in range(start, samples, 50):
        high = low + 50
        held = [codes[at] for at in range(low, min(high, samples)) if at in codes]
        if 242 in held and count_from == "with" and not counting:
            counting, count = True, 0
        if counting:
            count += 1
            if count == 5:
                count = 0
                value, kind, compute = answers[asked % len(answers)]
                asked += 1
                for at, (begin, end, truth) in enumerate(spans):
                    inside = sum(begin <= sample < end for sample in range(high - 250, high))
                    if inside == 250 or (edges == "overlap" and inside > 125):
                        total[at] += 1
                        right[at] += kind == "int" and value == truth and not (final and compute > 0.5)
        if 243 in held:
            counting = False
        if 242 in held and count_from == "after":
            counting, count = True, 0
        if 251 in held:
            break
    shares = [found / of for found, of in zip(right, total, strict=True) if of]
    return sum(shares) / len(shares) if shares else None


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
    expected = naive(events, samples, answers, edges, count_from, stage == "final")
    result = TRACK.score(run, {"edges": edges, "count-from": count_from})
    assert result.valid is (expected is not None)
    assert result.score == pytest.approx(expected or 0.0)
