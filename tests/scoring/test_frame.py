"""The frame of a scorer: the shell comes from the track, figures from verdicts alone, the screen only when asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bcisub.model.finding import Finding
from bcisub.model.record import BlockTruth, RunEnd
from bcisub.model.result import Part, Screen, Verdict
from bcisub.model.track import Track
from bcisub.scoring.frame import Figures, Judged, JudgedBlock, Scored, Scorer, judged_block, reached, served
from bcisub.tracks import TRACKS
from bcisub.tracks.ssvep_async.scorer import SCORER
from tests.tracks.ssvep_async.records import block, report, run

ASYNC = TRACKS["ssvep-async"]
RECORD = run(
    block([(105, 7), (1505, 101), (2005, 9)], [report(510, 7), report(2310, 8)]),
    block([(105, 7)], [report(710, 7), report(720, 7)], subject="S02"),
)


def refuse(*_: object) -> None:
    raise AssertionError("not asked for")


def made(figures: Figures) -> Scorer:
    return Scorer(
        judge=lambda record, readings: Judged([], record.end.complete),
        figures=lambda judged, readings: figures,
        diagnose=lambda scored: [Finding("a", "info", "m", "h")],
        screen=lambda scored: Screen([("figures", str(scored.figures.score))]),
    )


def track(figures: Figures, **changes: object) -> Track:
    return replace(ASYNC, scorer=lambda: made(figures), **changes)


def test_the_shell_is_the_tracks() -> None:
    part = Part("S01", 2.0, {})
    one = track(Figures(2.0, {"m": 1}, [part], []), name="new", unit="points", higher_is_better=False, decimals=5)
    result = one.score(run(), {"reading": "value"})
    assert (result.track, result.unit, result.higher_is_better, result.decimals) == ("new", "points", False, 5)
    assert (result.score, result.valid, result.metrics, result.subjects) == (2.0, True, {"m": 1}, [part])
    assert (result.readings, result.headline) == ({"reading": "value"}, [("figures", "2.0")])
    assert [one.code for one in result.diagnostics] == ["a"]


@pytest.mark.parametrize(("higher", "worst"), [(True, 0.0), (False, None)])
def test_c8_a_void_run_has_the_worst_score_there_is(higher: bool, worst: float | None) -> None:
    broken = run(end=RunEnd("signal", "killed"))
    whole = track(Figures(2.0, {}, [], []), higher_is_better=higher).score(broken, {})
    assert (whole.score, whole.valid, whole.void_reason) == (worst, False, "killed")
    ruled_out = track(Figures(2.0, {}, [], [], "too many"), higher_is_better=higher)
    assert (ruled_out.score(run(), {}).score, ruled_out.score(run(), {}).void_reason) == (worst, "too many")
    assert ruled_out.score(broken, {}).void_reason == "killed"


def test_without_truth_there_is_no_score_and_nobody_to_blame() -> None:
    hidden = track(Figures(None, {}, [], [], "hidden", unlabelled=True))
    assert (hidden.score(run(), {}).score, hidden.score(run(), {}).unlabelled) == (None, True)
    broken = hidden.score(run(end=RunEnd("signal")), {})
    assert (broken.score, broken.unlabelled, broken.void_reason) == (0.0, False, "signal")


def test_the_score_alone_makes_neither_diagnostics_nor_screen() -> None:
    silent = replace(SCORER, diagnose=refuse, screen=refuse)
    alone = silent.scores(ASYNC, RECORD, ASYNC.defaults())(ASYNC.defaults())
    assert alone == ASYNC.score(RECORD, ASYNC.defaults()).score


def test_the_screen_is_made_once_and_only_when_shown() -> None:
    shown: list[Scored] = []
    result = replace(SCORER, screen=lambda scored: shown.append(scored) or Screen()).result(
        ASYNC, RECORD, ASYNC.defaults()
    )
    result.to_json()
    assert not shown
    assert (result.headline, result.tables, len(shown)) == ((), (), 1)


def test_figures_follow_from_any_choice_of_blocks_and_trials() -> None:
    """What a bootstrap asks: a block twice is a block twice, a trial left out is left out, subjects stay apart."""
    readings = ASYNC.defaults()
    judged = SCORER.judge(RECORD, readings)
    first, second = judged.blocks
    twice = SCORER.figures(replace(judged, blocks=[first, second, second]), readings)
    assert [part.subject for part in twice.blocks] == ["S01", "S02", "S02"]
    assert [part.subject for part in twice.subjects] == ["S01", "S02"]
    alone = [SCORER.figures(replace(judged, blocks=[one]), readings).score for one in (first, second)]
    assert twice.score == pytest.approx((alone[0] + 2 * alone[1]) / 3)
    shorter = replace(first, verdicts=first.verdicts[:2])
    assert SCORER.figures(replace(judged, blocks=[shorter]), readings).metrics["accuracy"] == 1


def test_c8_what_is_judged_of_a_run_that_broke_off() -> None:
    left, cut = block([]), block([], delivered=500, name="block_2")
    record = run(left, cut, end=RunEnd("signal"))
    record.unread = [BlockTruth("S01", "block_3", 100, ())]
    assert served(record, 10) == [left, cut]
    assert [reached(one, record) for one in (left, cut)] == [10_000, 500]
    assert [judged_block(one, record, [], 3).cut for one in (left, cut)] == [False, True]
    record.end = RunEnd("finished")
    assert [one.truth.block for one in served(record, 10)] == ["block_1", "block_2", "block_3"]
    assert [reached(one, record) for one in (left, cut)] == [10_000, 10_000]


def test_blocks_of_a_subject_are_found_wherever_they_lie() -> None:
    verdict = Verdict("A", "1", 0, "kind", 1, 0, "correct", True, "C11")
    blocks = [JudgedBlock("A", "1", [verdict]), JudgedBlock("B", "1", []), JudgedBlock("A", "2", [])]
    judged = Judged(blocks)
    own = {subject: part.blocks for subject, part in judged.by_subject().items()}
    assert own == {"A": [blocks[0], blocks[2]], "B": [blocks[1]]}
    assert judged.verdicts == [verdict]
