"""The emotion track as a team types it: new, eval, score, pack, and what they read on the screen."""

import io
import json
import pickle
import zipfile
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from bcisub.cli.screen import show
from bcisub.evaluation.score_run import score_folder
from bcisub.tracks.emotion import generator as emotion
from bcisub.tracks.emotion.track import TRACK
from tests.cli.typed import bcisub

needs_target = pytest.mark.real("3.8")

RECIPE = {
    "seed": 7,
    "set": "small",
    "people": {"count": 2, "shared": 0.2, "personal": 0.2, "video": 0.1, "moment": 0.1},
    "session": {"scale": 0.12, "order": "shuffled", "fixation": 1, "rest": 1, "sums": 1},
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Two people in the contest's folders, in the first batch's order."""
    place = tmp_path_factory.mktemp("data") / "TrainSet"
    batch = place / "TrainSet_first_batch"
    emotion.generate(RECIPE, batch, lambda share: None)
    for path in batch.glob("*/*.pkl"):
        second = pickle.loads(path.read_bytes())
        stored = np.empty_like(second)
        stored[list(TRACK.batches["first"])] = second
        path.write_bytes(pickle.dumps(stored))
    return place


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """The template, untouched."""
    folder = tmp_path_factory.mktemp("team")
    made = bcisub("new", "emotion", "mine", "--team", "T", at=folder)
    assert made.returncode == 0, made.stderr
    return folder / "mine"


@pytest.fixture
def project(tmp_path):
    """A template to be changed."""
    bcisub("new", "emotion", "mine", at=tmp_path)
    return tmp_path / "mine"


@pytest.fixture(scope="module")
def evaluated(shipped, data):
    run = bcisub("eval", "--python", "current", "--data", data, "--json", "told.json", at=shipped)
    assert run.returncode == 0, run.stderr
    return run.stdout, json.loads((shipped / "told.json").read_text(encoding="utf-8"))


def test_one_entry_a_video_in_the_json_contract(evaluated):
    _, told = evaluated
    assert (told["schema"], told["track"], told["unit"], told["valid"]) == (
        "bcisub.result/1", "emotion", "accuracy", True,
    )  # fmt: skip
    assert [part["subject"] for part in told["subjects"]] == ["sub1", "sub2"]
    assert len(told["trials"]) == 2 * 28
    for subject in ("sub1", "sub2"):
        trials = [trial for trial in told["trials"] if trial["subject"] == subject]
        assert [trial["trial"] for trial in trials] == list(range(28))
        assert sorted(trial["truth"] for trial in trials) == sorted(emotion.EMOTIONS)
        shares = [trial["correct_samples"] / trial["samples"] for trial in trials]
        part = next(part for part in told["subjects"] if part["subject"] == subject)
        assert part["score"] == pytest.approx(sum(shares) / 28)
    assert told["metrics"]["always_neutral"] == pytest.approx(4 / 28)
    assert told["metrics"]["chance"] == pytest.approx(1 / 9)
    assert told["metrics"]["judgement_p99_ms"] > 0
    assert {entry["reading"] for entry in told["sensitivity"]} == {"edges", "answer-type", "final-time"}


def test_a_small_set_fits_on_one_screen(evaluated, shipped):
    """80 columns and 45 lines, with all that the track shows."""
    _, told = evaluated
    out = io.StringIO()
    show(score_folder(shipped / ".bcisub" / "runs" / told["run"]["id"]), Console(file=out, width=80))
    screen = out.getvalue()
    lines = screen.splitlines()
    assert len(lines) <= 45
    assert max(map(len, lines)) <= 80
    assert f"score {told['score']:.4f} accuracy" in screen
    flat = " ".join(screen.split())
    for part in ("chance 11.1 %", "always neutral 14.3 %", "valence accuracy", "SD", "99 %", "preliminary"):
        assert part in flat
    for name in ("Emotions", "Confusion", "Subjects", "0 anger", "8 tenderness", "13: ", "valence: negative", "sub2"):
        assert name in screen


def test_the_folder_tells_the_batch_and_the_screen_says_so_emo_8(evaluated):
    screen, _ = evaluated
    assert "batch first, rows in the second's order (EMO-8)" in " ".join(screen.split())


def test_a_batch_asked_for_goes_over_the_folder_emo_8(shipped, data, evaluated):
    """Taken for the second batch the rows stay as stored, and the baseline reads other electrodes."""
    run = bcisub("eval", "--python", "current", "--data", data, "--batch", "second", at=shipped)
    assert "batch second" in " ".join(run.stdout.split())
    assert f"score {evaluated[1]['score']:.4f}" not in run.stdout


def test_the_stage_can_be_changed_afterwards_emo_12(evaluated, shipped):
    again = bcisub("score", "last", "--stage", "final", at=shipped)
    assert again.returncode == 0
    assert "final, 0.5 s a judgement" in " ".join(again.stdout.split())


def test_a_stream_reading_needs_a_run_of_its_own(evaluated, shipped):
    again = bcisub("score", "last", "--reading", "count-from=with", at=shipped)
    assert again.returncode == 2
    assert "bcisub eval --reading count-from=with" in again.stderr


RENAMED = [
    ("def algorithm", "def predict", "lacks the method algorithm"),
    ("def get_data", "def getData", "lacks the method get_data"),
    ("class MyAlgorithm", "class Mine", "MyAlgorithm"),
]


@pytest.mark.parametrize(("old", "new", "told"), RENAMED)
def test_eval_refuses_changed_names_emo_13(project, data, old, new, told):
    entry = project / "Algorithm" / "MyAlgorithm.py"
    entry.write_text(entry.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    run = bcisub("eval", "--python", "current", "--data", data, at=project)
    assert run.returncode == 1
    assert told in " ".join(run.stderr.split())
    assert "run-refused" in run.stderr


@needs_target
@pytest.mark.parametrize(("old", "new", "told"), RENAMED[1:])
def test_pack_refuses_changed_names_emo_13(project, old, new, told):
    entry = project / "Algorithm" / "MyAlgorithm.py"
    entry.write_text(entry.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    run = bcisub("pack", at=project)
    assert run.returncode == 1
    assert told in " ".join(run.stderr.split())
    assert not (project / "dist").exists()


@pytest.mark.parametrize("command", [("eval", "--python", "current"), ("pack",)])
def test_a_missing_main_file_is_named_before_anything_runs_emo_13(project, command):
    (project / "Algorithm" / "MyAlgorithm.py").rename(project / "Algorithm" / "Mine.py")
    run = bcisub(*command, at=project)
    assert run.returncode == 1
    assert "Algorithm/MyAlgorithm.py is not there. (no-entry)" in run.stderr
    assert not (project / ".bcisub").exists()


@needs_target
def test_the_layout_decides_config_and_bundle(tmp_path):
    for layout, config, ending in (
        ("my-algorithm", "config.toml", "zip"),
        ("my-algorithm-json", "config.json", "tar.gz"),
    ):
        made = bcisub("new", "emotion", layout, "--layout", layout, at=tmp_path)
        assert made.returncode == 0, made.stderr
        assert sorted(path.name for path in (tmp_path / layout).glob("config.*")) == [config]
        packed = bcisub("pack", layout, "--json", "-", at=tmp_path)
        assert packed.returncode == 0, packed.stderr
        told = json.loads(packed.stdout)
        assert (told["layout"], Path(told["path"]).name) == (layout, f"{layout}.{ending}")
        names = [file["name"] for file in told["files"]]
        assert config in names
        assert "Algorithm/MyAlgorithm.pyc" in names
        assert told["proof"]["same_as_source"]
        assert told["proof"]["reports"] > 0
    assert "train.py" not in zipfile.ZipFile(tmp_path / "my-algorithm" / "dist" / "my-algorithm.zip").namelist()
    other = bcisub("pack", "my-algorithm", "--layout", "my-algorithm-json", at=tmp_path)
    assert other.returncode == 1
    assert "lacks config.json" in " ".join(other.stderr.split())
