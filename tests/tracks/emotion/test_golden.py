"""A recorded emotion run, kept: what it scores, and that the same submission still makes the same run.

The miniature of tests/tracks/test_emotion_score.py, watched by two people. The first is judged as on paper, but one
right answer is a numpy integer (EMO-6) and one took 0.55 s (EMO-12):

    preliminary   video 1: 2 of 5, video 14: 2 of 4    0.45
    final         video 1: 2 of 5, video 14: 1 of 4    0.325
    overlap       video 1: 3 of 6, video 14: 2 of 4    0.5
    int, equal    video 1: 3 of 5, video 14: 2 of 4    0.55

It was recorded when `edges=inside` was the default, and is scored by that unless told otherwise.

The second is always called neutral: 0 of 5 (or 6) and 4 of 4, 0.5.
"""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from bcisub.evaluation.score_run import score_folder
from bcisub.history.log import read_record, read_truth
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.tracks.emotion.track import TRACK

GOLDEN = Path(__file__).parents[2] / "assets" / "golden" / "emotion"


def test_the_golden_run_scores_as_it_did():
    told = json.loads(json.dumps(score_folder(GOLDEN).to_json()))
    del told["run"]
    assert told == json.loads((GOLDEN / "result.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("readings", "changed", "people"),
    [
        ({}, {}, (0.45, 0.5)),
        ({"edges": "overlap"}, {}, (0.5, 0.5)),
        ({"answer-type": "int"}, {}, (0.55, 0.5)),
        ({"answer-type": "equal"}, {}, (0.55, 0.5)),
        ({}, {"stage": "final"}, (0.325, 0.5)),
        ({}, {"stage": "final", "ignore_compute": True}, (0.45, 0.5)),
    ],
)
def test_the_golden_run_on_paper_emo_6_emo_11_emo_12(readings, changed, people):
    result = score_folder(GOLDEN, readings, changed)
    assert [part.score for part in result.subjects] == pytest.approx(people)
    assert result.score == pytest.approx(sum(people) / 2)
    codes = {found.code: found.level for found in result.diagnostics}
    limited = changed == {"stage": "final"}
    returns = {"loose-answer": "warning"} if "answer-type" in readings else {"invalid-return": "error"}
    assert codes == {**returns, "slow-judgement": "error" if limited else "warning"}


def test_the_same_submission_makes_the_same_run_emo_4_emo_5(tmp_path):
    (truth, _) = read_truth(GOLDEN)
    data = np.zeros((33, truth.samples))
    for sample, code in truth.events:
        data[-1, sample] = code
    folder = tmp_path / "TrainSet_first_batch"
    people = [Subject(name, [Block(name, folder / name / f"{name}.pkl", lambda: data)]) for name in ("sub1", "sub2")]
    (tmp_path / "run").mkdir()
    options = RunOptions(readings=TRACK.defaults())
    job = Job(GOLDEN, TRACK.layouts[0], TRACK, Path(sys.executable), tmp_path / "run", options)
    made = replay(job, DataSet("set", folder, people))
    kept = read_record(GOLDEN)
    assert made.end == kept.end
    for new, old in zip(made.blocks, kept.blocks, strict=True):
        assert (new.truth, new.packets, new.delivered) == (old.truth, old.packets, old.delivered)
        assert [(one.p, one.packet, one.value, one.type) for one in new.reports] == [
            (one.p, one.packet, one.value, one.type) for one in old.reports
        ]
