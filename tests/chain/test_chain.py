"""Random recordings and random scripts of reports through the whole chain, worker included.

For every streaming track and every reading the product's verdicts are those of a scorer that only knows the recording
and the script: it counts packets itself (C2, C3), and judges position by position.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bcisub.model.record import RunEnd, RunRecord
from bcisub.tracks import TRACKS
from bcisub.tracks.turing.tables import TASKS
from tests.chain.scripted import (
    COROUTINE,
    PULL,
    PUSH,
    Played,
    Recorded,
    expected_reports,
    narrow,
    play,
    record_of,
    scripts,
    turns_near,
)
from tests.tracks.emotion import naive as emotion_naive
from tests.tracks.metaverse import naive as metaverse_naive
from tests.tracks.ssvep_async.naive import score as ssvep_naive
from tests.tracks.turing.naive import naive as turing_naive

pytestmark = pytest.mark.slow
# Every example starts a worker; several blocks in each make up for their number. Shrinking would start hundreds.
random_runs = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("chain")


def combinations(track, **stream):
    """Readings one run can be scored under: every other value of each, and many at random; stream readings stay."""
    defaults = {**track.defaults(), **stream}
    choices = {one.name: list(one.choices) for one in track.readings if not one.stream}
    single = [{**defaults, name: value} for name, values in choices.items() for value in values[1:]]
    draw = random.Random(0)
    several = [{**defaults, **{name: draw.choice(values) for name, values in choices.items()}} for _ in range(60)]
    return [defaults, *single, *several]


def packets(samples, packet, empty):
    """C2, and the packet of 0 samples that empty-packet=engine-2022 adds to a block of whole packets."""
    count = len(range(0, samples, packet))
    return count + 1 if empty and samples % packet == 0 else count


lengths = st.one_of(st.integers(1, 2600), st.integers(1, 260).map(lambda packets: packets * 10))


@st.composite
def ssvep_blocks(draw):
    blocks = []
    for number in range(draw(st.integers(2, 5))):
        samples = draw(lengths)
        codes = st.sampled_from([1, 2, 40, 1, 2, 101, 141, 241, 244])
        triggers = draw(st.dictionaries(st.integers(0, samples - 1), codes, max_size=8))
        blocks.append(Recorded("A" if number < 2 else "B", f"b{number}", samples, tuple(sorted(triggers.items()))))
    return blocks


@pytest.mark.parametrize("empty_packet", ["none", "engine-2022"])
@random_runs
@given(data=st.data())
def test_ssvep(folder, data, empty_packet):
    """SSVEP-5, SSVEP-6, SSVEP-10 to SSVEP-16, C2 to C5; empty-packet=none and empty-packet=engine-2022."""
    track = narrow(TRACKS["ssvep-async"])
    readings = {**track.defaults(), "empty-packet": empty_packet}
    blocks = data.draw(ssvep_blocks())
    played = [Played(b.samples, packets(b.samples, 10, empty_packet == "engine-2022")) for b in blocks]
    near = turns_near(blocks, played, 10, (0, 1, 2, 124, 125, 126))
    values = st.sampled_from([1, 2, 40, 1, 2, 1, 0, 41, "1", 1.0, True, None])
    script = data.draw(scripts(played, near, values))
    record = play(track, PULL, blocks, script, folder, readings)
    assert record.end.complete, record.end
    expected = RunRecord(
        record_of(blocks, played, 10, expected_reports(played, 10, script)),
        RunEnd("finished"),
        options={"ignore_compute": True},
    )
    for chosen in combinations(track, **{"empty-packet": empty_packet}):
        result, naive = track.score(record, chosen), ssvep_naive(expected, chosen)
        assert [verdict.status for verdict in result.trials] == naive["statuses"], chosen
        assert result.stray_reports == naive["strays"], chosen
        assert result.valid == naive["valid"], chosen
        assert result.score == pytest.approx(naive["score"]), chosen


@st.composite
def turing_blocks(draw):
    blocks = []
    for number in range(draw(st.integers(2, 4))):
        at = draw(st.integers(1, 60))
        events = [(at - 1, 242)]
        for _ in range(draw(st.integers(1, 5))):
            behaviour = draw(st.sampled_from(sorted(TASKS)))
            events.append((at, behaviour << 3 | draw(st.sampled_from(TASKS[behaviour]))))
            length = draw(st.sampled_from([7, 10, 25, 300, 1249, 1250, 1251, 1300]))
            if draw(st.booleans()):
                events.append((at + draw(st.integers(1, length - 1)), 241))
            at += length
        samples = at + draw(st.integers(1, 40))
        if draw(st.booleans()):
            samples = -(-samples // 10) * 10
        events.append((samples - 1, 243))
        blocks.append(Recorded("A" if number < 2 else "B", f"b{number}", samples, tuple(events)))
    return blocks


@pytest.mark.parametrize("empty_packet", ["none", "engine-2022"])
@random_runs
@given(data=st.data())
def test_turing(folder, data, empty_packet):
    """TURING-5, TURING-6, TURING-10 to TURING-15, C2 to C5; empty-packet=none and empty-packet=engine-2022."""
    track = narrow(TRACKS["turing"])
    blocks = data.draw(turing_blocks())
    played = [Played(b.samples, packets(b.samples, 10, empty_packet == "engine-2022")) for b in blocks]
    near = turns_near(blocks, played, 10, (0, 1, 2, 30, 124, 125, 126))
    truths = [code % 8 for block in blocks for _, code in block.events if 0 < code < 128]
    script = data.draw(scripts(played, near, st.sampled_from([*truths, *truths, 3, 0, 9, "3", None, 3.0, True])))
    record = play(track, PULL, blocks, script, folder, {**track.defaults(), "empty-packet": empty_packet})
    assert record.end.complete, record.end
    dealt = expected_reports(played, 10, script)
    for chosen in combinations(track, **{"empty-packet": empty_packet}):
        statuses, scores = [], []
        for block, unit, reports in zip(blocks, played, dealt, strict=True):
            trials = [(at, code) for at, code in block.events if 0 < code < 128]
            ends = [at for at, code in block.events if code == 241]
            told, score = turing_naive(
                trials, reports, block.samples, chosen, unit.packets, ends=ends, last_of_run=block is blocks[-1]
            )
            statuses += told
            scores.append(score)
        result = track.score(record, chosen)
        assert [verdict.status for verdict in result.trials] == statuses, chosen
        assert [part.score for part in result.blocks] == pytest.approx(scores), chosen
        assert result.score == pytest.approx(sum(scores) / len(scores)), chosen


@st.composite
def metaverse_blocks(draw):
    blocks = []
    for number in range(draw(st.integers(2, 4))):
        at = draw(st.integers(0, 120))
        events = [(at, 242)]
        for _ in range(draw(st.integers(1, 4))):
            at += draw(st.integers(1, 130))
            kind = draw(st.sampled_from([0, 128, 192]))
            events.append((at, kind + draw(st.integers(1, 23))))
            at += draw(st.sampled_from([20, 50, 333, 749, 750, 751, 900, 1000]))
            events.append((at, 241))
        at += draw(st.integers(1, 120))
        events.append((at, 243))
        blocks.append(Recorded("A" if number < 2 else "B", f"b{number}", at + draw(st.integers(1, 70)), tuple(events)))
    return blocks


def joined(blocks):
    """All blocks as one run of samples (chunking=flat)."""
    events, before = [], 0
    for block in blocks:
        events += [(before + at, code) for at, code in block.events]
        before += block.samples
    return [Recorded("", "", before, tuple(events))]


def trials_of(block):
    starts = [(at, code) for at, code in block.events if code < 240]
    ends = [at for at, code in block.events if code == 241]
    return [(at, end, code) for (at, code), end in zip(starts, ends, strict=True)]


@pytest.mark.parametrize("chunking", ["block", "flat"])
@random_runs
@given(data=st.data())
def test_metaverse(folder, data, chunking):
    """META-5, META-6, META-8, META-10 to META-15, C2 to C4; chunking=block and chunking=flat."""
    track = narrow(TRACKS["metaverse"])
    blocks = data.draw(metaverse_blocks())
    units = blocks if chunking == "block" else joined(blocks)
    played = [Played(unit.samples, packets(unit.samples, 50, False)) for unit in units]
    near = turns_near(units, played, 50, (0, 1, 2, 14, 15, 16))
    truths = [f"{int(code > 128)}{code % 64:05b}" for block in blocks for _, _, code in trials_of(block)]
    values = st.sampled_from([*truths, *truths, "000001", "100001", "111111", "10000", "x", None, True])
    script = data.draw(scripts(played, near, values, extra=1))
    record = play(track, COROUTINE, blocks, script, folder, {**track.defaults(), "chunking": chunking})
    assert record.end.complete, record.end
    dealt = expected_reports(played, 50, script)
    for chosen in combinations(track, chunking=chunking):
        verdicts = [
            verdict
            for unit, reports in zip(units, dealt, strict=True)
            for verdict in metaverse_naive.judge(trials_of(unit), reports, unit.samples, chosen)
        ]
        result = track.score(record, chosen)
        assert [verdict.status for verdict in result.trials] == [one["status"] for one in verdicts], chosen
        for mark in ("real", "subject"):
            told = [verdict.extra[f"{mark}_correct"] for verdict in result.trials]
            assert told == [one[mark] for one in verdicts], chosen
        parts, rest = [], list(verdicts)
        for block in blocks:
            count = len(trials_of(block))
            parts.append(rest[:count])
            rest = rest[count:]
        assert result.score == pytest.approx(metaverse_naive.score(parts, chosen)), chosen


@pytest.mark.parametrize("count_from", ["after", "with"])
@random_runs
@given(data=st.data())
def test_emotion(folder, data, count_from):
    """EMO-3 to EMO-7, EMO-10, EMO-11, edges=inside and edges=overlap; count-from=after and count-from=with."""
    track = narrow(TRACKS["emotion"])
    sessions = data.draw(st.lists(emotion_naive.recordings(), min_size=1, max_size=3))
    blocks = [Recorded(f"sub{at}", f"sub{at}", samples, events) for at, (events, samples) in enumerate(sessions, 1)]
    kinds = st.sampled_from(["int", "int", "int", "numpy.int64"])
    answers = data.draw(st.lists(st.tuples(st.integers(-1, 9), kinds), min_size=1, max_size=20))
    record = play(track, PUSH, blocks, answers, folder, {**track.defaults(), "count-from": count_from})
    assert record.end.complete, record.end
    for chosen in combinations(track, **{"count-from": count_from}):
        turns = itertools.cycle([(value, kind, 0.0, 0.0) for value, kind in answers])
        videos, shares = [], []
        for events, samples in sessions:
            seen = (events, samples, turns, chosen["edges"], count_from, False, chosen["answer-type"])
            counted, share = emotion_naive.naive(*seen)
            videos += counted
            shares += [] if share is None else [share]
        result = track.score(record, chosen)
        figures = [(verdict.extra["correct_samples"], verdict.extra["samples"]) for verdict in result.trials]
        assert figures == videos, chosen
        assert result.score == pytest.approx(sum(shares) / len(shares) if shares else 0.0), chosen


def test_every_reading_of_every_streaming_track_is_scored_or_run():
    """What the tests above vary: stream readings by runs of their own, all others by scoring again."""
    own_runs = {"empty-packet", "chunking", "count-from"}
    # What these change is the worker's and the host's business alone: tests/replay and tests/worker.
    own_runs |= {"last-packet", "subject-id", "shown-triggers", "instance"}
    for track in TRACKS.values():
        if track.tiny is not None:
            assert {reading.name for reading in track.readings if reading.stream} <= own_runs
            assert len(combinations(track)) > 1
            assert combinations(track)[0] == track.defaults()
