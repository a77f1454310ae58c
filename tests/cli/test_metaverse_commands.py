"""The metaverse track as a user types it: new, eval with and without truth, score, pack."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bcisub.cli.app import app
from bcisub.tracks import TRACKS
from bcisub.tracks.metaverse import generator as metaverse

needs_target = pytest.mark.real("3.10")


@pytest.fixture(scope="module")
def sets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two blocks of three trials each: a calibration set, a labelled set and the same one hidden."""
    folder = tmp_path_factory.mktemp("sets")
    recipe: dict[str, Any] = {
        "seed": 3,
        "people": {"seed": 2402, "count": 23},
        "trials": {"blocks": 2, "per_block": 3, "seconds": [4.0, 6.0], "gap": [0.8, 1.5], "real_share": 0.5},
        "forgers": [{"method": "surrogate", "iterations": 5}],
    }
    hidden = {**recipe, "trials": {**recipe["trials"], "labelled": False}}
    for name, how in (("cali_A", recipe), ("eval_train", recipe), ("eval_A", hidden)):
        (folder / name).mkdir()
        metaverse.generate(how, folder / name, lambda share: None)
    return folder


@pytest.fixture
def project(sets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BCISUB_DATA", str(sets))
    monkeypatch.chdir(tmp_path)
    assert bcisub("new", "metaverse", "p").exit_code == 0
    monkeypatch.chdir(tmp_path / "p")
    return tmp_path / "p"


def bcisub(*words: str) -> Result:
    return CliRunner().invoke(app, words, catch_exceptions=False)


def told(*words: str) -> dict[str, Any]:
    file = Path("told.json")
    done = bcisub(*words, "--json", str(file))
    assert done.exit_code == 0, done.output
    return dict(json.loads(file.read_text(encoding="utf-8")))


def test_the_first_eval_is_over_real_and_generated_trials(project: Path) -> None:
    result = told("eval", "--python", "current")
    assert (result["data"], result["valid"]) == ("eval_train", True)
    assert {trial["kind"] for trial in result["trials"]} > {"generated"}
    assert result["metrics"]["mean_seconds"] == 3.0
    scored = {one.name for one in TRACKS["metaverse"].readings if not one.stream}
    assert {entry["reading"] for entry in result["sensitivity"]} == scored


def test_meta_4_a_hidden_set_runs_writes_its_answers_and_is_scored_with_its_truth(project: Path) -> None:
    result = told("eval", "--data", "eval_A", "--python", "current")
    assert (result["score"], result["valid"]) == (None, False)
    assert "240" in result["void_reason"]
    folder = Path(result["run"]["folder"])
    with (folder / "answers.csv").open(encoding="utf-8", newline="") as file:
        answers = list(csv.DictReader(file))
    assert [row["answer"] for row in answers] == [trial["result"] for trial in result["trials"]]
    assert list(answers[0]) == ["subject", "block", "trial", "onset", "answer", "seconds"]
    assert (answers[4]["block"], answers[4]["trial"], float(answers[4]["seconds"])) == ("block_2", "1", 3.0)
    known = told("score", "last", "--truth", "eval_A")
    assert known["valid"]
    assert known["score"] == told("eval", "--data", "eval_train", "--python", "current")["score"]
    # The truth was used, not kept.
    assert "240" in told("score", folder.name)["void_reason"]
    kept = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    assert {code for row in kept["blocks"] for _, code in row["events"]} == {240, 241, 242, 243}


def test_meta_4_the_screen_says_that_there_is_no_truth(project: Path) -> None:
    done = bcisub("eval", "--data", "eval_A", "--python", "current")
    assert done.exit_code == 0
    assert "nothing to score against" in " ".join(done.output.split())
    assert "answers.csv" in done.output.replace("\n", "")
    assert "VOID" not in done.output


def test_reading_chunking_flat_needs_a_run_of_its_own(project: Path) -> None:
    flat = told("eval", "--python", "current", "--reading", "chunking=flat", "--shuffle", "1")
    assert flat["readings"]["chunking"] == "flat"
    assert [trial["onset"] for trial in flat["trials"]] == [trial["onset"] for trial in told("score", "last")["trials"]]
    assert [part["block"] for part in flat["blocks"]] == ["block_1", "block_2"]
    done = CliRunner().invoke(app, ["score", "last", "--reading", "chunking=block"])
    assert "needs a run of its own" in str(done.exception)


@needs_target
def test_pack_uploads_impl_and_config_alone(project: Path) -> None:
    """Compiled for 3.10 and proved without the interface modules, which the server has of its own."""
    bundle = told("pack")
    assert [file["name"] for file in bundle["files"]] == [
        "Algorithm/config/AlgorithmConfig.yml",
        "Algorithm/method/impl/AlgorithmImplement.pyc",
        "Algorithm/method/impl/TrialFeatures.pyc",
        "Algorithm/method/impl/TrialModel.pyc",
        "Algorithm/method/impl/model.npz",
    ]
    assert {file.get("magic") for file in bundle["files"]} == {"6f0d0d0a", None}
    assert bundle["proof"]["same_as_source"]
    assert bundle["proof"]["reports"] > 0
    with zipfile.ZipFile(bundle["path"]) as archive:
        assert sorted(archive.namelist()) == [file["name"] for file in bundle["files"]]
