"""The turing track as a user types it: new, eval, score, pack, on real interpreters; uploads of 2021 and 2022."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.typed import bcisub
from tests.contest_python import python_of
from tests.tracks.turing.game import ROOT, UPLOAD, write_game

KIT_2021 = ROOT / "tests" / "assets" / "ssvep-2021"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("game") / "game")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    made = bcisub("new", "turing", "team", at=home)
    assert made.returncode == 0, made.stderr
    return home / "team"


def evaluated(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.real
@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_scaffold_evaluates_on_either_python(version: str, project: Path, game: Path) -> None:
    """TURING-13 to 15 in the JSON contract: `behaviour` and `running` of every trial, the mean of the blocks."""
    python_of(version)
    result = evaluated(bcisub("eval", "--data", game, "--python", version, "--json", "-", at=project))
    assert result["run"]["python"].startswith(version + ".")
    assert result["score"] == pytest.approx(np.mean([part["score"] for part in result["blocks"]]))
    assert all(part["score"] > 30 for part in result["blocks"])
    assert result["stray_reports"] == 0
    shown = {diagnostic["code"] for diagnostic in result["diagnostics"]}
    assert not shown & {"second-report", "late-report", "no-report", "impossible-answer"}
    for part in result["blocks"]:
        walked = [t for t in result["trials"] if t["subject"] == part["subject"] and t["running"] is not None]
        assert len(walked) == part["metrics"]["walked"]
        assert walked[-1]["running"] == pytest.approx(part["score"])
        assert all(trial["behaviour"] in range(1, 10) for trial in walked)


@pytest.mark.real
def test_screen_of_eval_and_score(project: Path, game: Path) -> None:
    """Per block: trials walked, target, correct, ΣL, score. `score` repeats it from the run, under other readings."""
    python_of("3.8")
    shown = bcisub("eval", "--data", game, at=project)
    assert shown.returncode == 0, shown.stderr
    for word in ("trials walked", "target", "correct", "ΣL in s", "score", "S01/block_1", "of 12", "Confused"):
        assert word in shown.stdout
    again = bcisub("score", "last", "--reading", "missing-length=trial", "--reading", "five-seconds=upto", at=project)
    assert again.returncode == 0, again.stderr
    assert "S02/block_1" in again.stdout


BAD = [
    ("task", "behaviour 5 does not allow task 1"),
    ("start", "no trigger 242 precedes"),
    ("end", "no trigger 243 follows"),
]


@pytest.mark.parametrize(("fault", "said"), BAD)
def test_turing_2_4_bad_data_is_refused_with_subject_block_and_sample(
    fault: str, said: str, project: Path, game: Path, tmp_path: Path
) -> None:
    """The second subject's block is at fault: nothing runs, not even the first subject."""
    shutil.copytree(game, tmp_path / "set")
    file = tmp_path / "set" / "S02" / "block_1.pkl"
    record = pickle.loads(file.read_bytes())
    row = record["data"][-1]
    tasks = np.flatnonzero((row > 0) & (row < 128))
    place = {"task": tasks[2], "start": tasks[0], "end": tasks[-1]}[fault]
    if fault in ("start", "end"):
        row[row == {"start": 242, "end": 243}[fault]] = 0
    else:
        row[place] = 5 << 3 | 1
    file.write_bytes(pickle.dumps(record))
    done = bcisub("eval", "--data", tmp_path / "set", "--python", "current", at=project)
    assert done.returncode == 2
    assert said in done.stderr
    assert f"S02/block_1, sample {place}" in done.stderr
    assert "score" not in done.stdout


def test_turing_2_a_reserved_trigger_is_played_with_a_warning(project: Path, game: Path, tmp_path: Path) -> None:
    shutil.copytree(game, tmp_path / "set")
    file = tmp_path / "set" / "S02" / "block_1.pkl"
    record = pickle.loads(file.read_bytes())
    assert record["data"][-1, 777] == 0
    record["data"][-1, 777] = 200
    file.write_bytes(pickle.dumps(record))
    done = bcisub("eval", "--data", tmp_path / "set", "--python", "current", at=project)
    assert done.returncode == 0, done.stderr
    assert "reserved-trigger ×1" in done.stdout
    assert "S02, block block_1, sample 777" in done.stdout


def packed(folder: Path, file: Path, *names: str) -> Path:
    """As teams pack: tar -czf FILE NAMES."""
    with tarfile.open(file, "w:gz") as archive:
        for name in names:
            archive.add(folder / name, name)
    return file


@pytest.mark.real
@pytest.mark.parametrize("version", ["3.8", "3.10"])
@pytest.mark.parametrize("shape", ["folder", "tar.gz"])
def test_upload_of_2022_runs_unmodified(version: str, shape: str, game: Path, tmp_path: Path) -> None:
    """Recognised by its files, its interface modules provided, conda's lines in its requirements cleaned.

    Its model lies beside `__file__` and is keyed by `subject_id` (TURING-5): S01 is 1, S02 is 2.
    """
    python_of(version)
    shutil.copytree(UPLOAD, tmp_path / "upload", ignore=shutil.ignore_patterns("__pycache__"))
    upload = tmp_path / "upload"
    if shape == "tar.gz":
        upload = packed(upload, tmp_path / "algo.tar.gz", "Algorithm", "config.json", "requirements.txt")
    done = bcisub("eval", upload, "--data", game, "--python", version, "--json", "-", at=tmp_path)
    result = evaluated(done)
    assert "names a file of conda's build machine; taken as 'numpy'" in done.stderr
    assert (result["track"], result["run"]["end"], len(result["trials"])) == ("turing", "finished", 24)
    assert result["run"]["python"].startswith(version + ".")
    answers = {"S01": (1, 1, 2, 2, 5, 6, 6, 6, 6), "S02": (7, 3, 4, 7, 7, 7, 7, 7, 7)}
    for trial in result["trials"]:
        assert trial["result"] == answers[trial["subject"]][trial["behaviour"] - 1]
        assert 100 <= trial["reported_at"] - trial["onset"] < 120


@pytest.mark.real
def test_upload_of_2022_targets_3_10_unless_told(game: Path, tmp_path: Path) -> None:
    python_of("3.10")
    shutil.copytree(UPLOAD, tmp_path / "upload", ignore=shutil.ignore_patterns("__pycache__"))
    result = evaluated(bcisub("eval", "upload", "--data", game, "--quick", "--json", "-", at=tmp_path))
    assert result["run"]["python"].startswith("3.10.")


@pytest.mark.real
@pytest.mark.parametrize("version", ["3.8", "3.10"])
@pytest.mark.parametrize("shape", ["folder", "tar.gz"])
def test_kit_of_2021_runs_unmodified_on_ssvep_async(version: str, shape: str, tmp_path: Path) -> None:
    """SSVEP-5 to 7: getData, personID, startPosition, resultType, finishedFlag; no interface of its own."""
    python_of(version)
    for number, label in ((1, 12), (2, 14)):
        data = np.zeros((65, 1500))
        data[-1, [5, 300, 1400, 1450]] = 242, label, 241, 243
        (tmp_path / "set" / f"S{number}").mkdir(parents=True)
        np.save(tmp_path / "set" / f"S{number}" / "block_1.npy", data)
    upload = tmp_path / "upload"
    shutil.copytree(KIT_2021, upload, ignore=shutil.ignore_patterns("__pycache__"))
    if shape == "tar.gz":
        upload = packed(upload, tmp_path / "algo.tar.gz", "Algorithm")
    result = evaluated(
        bcisub("eval", upload, "--data", tmp_path / "set", "--python", version, "--json", "-", at=tmp_path)
    )
    assert result["track"] == "ssvep-async"
    found = [(trial["truth"], trial["result"], trial["reported_at"], trial["status"]) for trial in result["trials"]]
    assert found == [(12, 12, 510, "correct"), (14, 13, 510, "wrong")]
