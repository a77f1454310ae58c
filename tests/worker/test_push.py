"""EMO-5 and EMO-13 inside the worker: when `algorithm()` is asked, and which names must be there."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bcisub.tracks.emotion.session import Session, judgement_ends
from bcisub.worker.push import JudgementClock, missing_names
from bcisub.worker.stream import Stream


def asked(count_from, triggers, packets, size=50):
    row = np.zeros(packets * size)
    for sample, code in triggers:
        row[sample] = code
    clock = JudgementClock(start_counts=count_from == "with")
    return [(k + 1) * size for k in range(packets) if clock.passed(row[k * size : (k + 1) * size])]


@pytest.mark.parametrize(("count_from", "first"), [("after", 400), ("with", 350)])
def test_the_fifth_packet_is_judged_emo_5(count_from, first):
    """242 sits in packet 2 (samples 100–149). `after`: packets 3–7, so p = 400; `with`: packets 2–6, so p = 350."""
    calls = asked(count_from, [(0, 250), (149, 242), (900, 243)], 30)
    assert calls[0] == first
    assert set(np.diff(calls)) == {250}


def test_counting_stops_with_the_packet_that_holds_243_emo_5():
    """243 in packet 7, which is the fifth: still asked. One packet earlier: not any more."""
    assert asked("after", [(100, 242), (399, 243)], 30) == [400]
    assert asked("after", [(100, 242), (349, 243)], 30) == []


def test_every_block_starts_to_count_anew_emo_5():
    assert asked("after", [(0, 242), (360, 243), (410, 242), (760, 243)], 30) == [300, 700]


@given(
    gaps=st.lists(st.integers(1, 900), min_size=2, max_size=12),
    count_from=st.sampled_from(("after", "with")),
)
def test_worker_and_scorer_agree_on_every_call_emo_5(gaps, count_from):
    samples = np.cumsum(gaps)[: len(gaps) // 2 * 2].tolist()
    blocks = tuple(zip(samples[::2], samples[1::2], strict=True))
    triggers = [(sample, code) for block in blocks for sample, code in zip(block, (242, 243), strict=True)]
    expected = judgement_ends(Session(0, samples[-1] + 1, blocks, ()), 50, count_from)
    assert asked(count_from, triggers, samples[-1] // 50 + 2) == sorted(set(expected))


def test_a_machine_that_slept_did_not_compute_emo_12(monkeypatch):
    """A judgement of 4 s in which the lid was closed for 3.8 s took 0.2 s."""
    stream = Stream(None, 33, 50, 250)
    monkeypatch.setattr(stream, "_watch", SimpleNamespace(slept=lambda begin, end: 3.8))
    assert stream.awake(4.0, 104.0) == pytest.approx(0.2)
    assert stream.awake(1.0, 101.0) == pytest.approx(1.0)


class Good:
    def get_data(self, data): ...

    def algorithm(self): ...


class Renamed:
    def get_data(self, data): ...

    def predict(self): ...


@pytest.mark.parametrize(
    ("submitted", "missing"),
    [(Good, []), (Renamed, ["algorithm"]), (type("MyAlgorithm", (), {}), ["get_data", "algorithm"])],
)
def test_changed_names_are_listed_emo_13(submitted, missing):
    assert missing_names(submitted) == missing
