"""A recorded run of the turing track, `tests/assets/golden/turing`: three blocks, every status, every diagnostic."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from bcisub.evaluation.score_run import score_folder
from bcisub.history.log import read_record
from bcisub.tracks.turing.tables import is_task
from bcisub.tracks.turing.track import TRACK
from tests.tracks.turing.naive import naive

GOLDEN = Path(__file__).parents[2] / "assets" / "golden" / "turing"
CHOICES = [(one.name, value) for one in TRACK.readings if not one.stream for value in one.choices]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GOLDEN, tmp_path / "turing"))


def test_the_golden_run_scores_what_it_scored(run: Path) -> None:
    found = json.loads(json.dumps(score_folder(run).to_json()))
    assert found["run"].pop("folder") == str(run)
    assert found == json.loads((GOLDEN / "result.json").read_text(encoding="utf-8"))


def test_it_holds_every_status_and_diagnostic() -> None:
    result = json.loads((GOLDEN / "result.json").read_text(encoding="utf-8"))
    assert {trial["status"] for trial in result["trials"]} == {"correct", "wrong", "late", "missing", "invalid"}
    assert {one["code"]: one["count"] for one in result["diagnostics"]} == {
        "late-report": 3,
        "no-report": 1,
        "second-report": 1,
        "impossible-answer": 1,
        "invalid-report": 1,
        "report-on-trigger-packet": 1,
        "target-missed": 2,
        "stray-report": 1,
    }
    assert result["stray_reports"] == 1


@pytest.mark.parametrize(("reading", "value"), CHOICES)
def test_it_agrees_with_the_naive_scorer_under_every_reading(reading: str, value: str, run: Path) -> None:
    """Every value of every reading that can be scored again, missing-length=5.004 among them (TURING-10 to 15)."""
    result = score_folder(run, {reading: value})
    scores = []
    blocks = read_record(run).blocks
    for block in blocks:
        trials = [event for event in block.truth.events if is_task(event[1])]
        readings = {**TRACK.defaults(), reading: value}
        ends = [sample for sample, mark in block.truth.events if mark == 241]
        statuses, score = naive(
            trials, block.reports, block.truth.samples, readings, ends=ends, last_of_run=block is blocks[-1]
        )
        mine = [v.status for v in result.trials if block.place == {"subject": v.subject, "block": v.block}]
        assert mine == statuses
        scores.append(score)
    assert [part.score for part in result.blocks] == pytest.approx(scores)
    assert result.score == pytest.approx(sum(scores) / len(scores))
