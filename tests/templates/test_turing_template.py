"""The turing baseline in real interpreters, on a tiny game of the people its model knows."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.contest_python import python_of
from tests.tracks.turing.game import TEMPLATE, write_game

SERVER = """
import json, pickle, sys
import numpy as np
sys.path.insert(0, sys.argv[1])
from AlgorithmImplement.Interface.Model.DataModel import DataModel
from AlgorithmImplement.Turing.AlgorithmImplementTuring import AlgorithmImplementTuring
data = np.load(sys.argv[2])
row = data[-1].astype(int)
truth = [[int(s), int(row[s])] for s in np.flatnonzero((row > 0) & (row < 128))]
row[row == 240] = 0
row[(row > 0) & (row < 128)] &= ~7
data[-1] = row
class Task:
    p, reports = 0, []
    def get_data(self):
        packet = DataModel()
        packet.data, packet.start_pos, packet.subject_id = data[:, self.p : self.p + 10].copy(), self.p, 1
        self.p = min(self.p + 10, data.shape[1])
        packet.finish_flag = self.p == data.shape[1]
        return packet
    def report(self, model):
        self.reports.append([self.p, int(model.result)])
task = Task()
algorithm = AlgorithmImplementTuring()
algorithm.set_task(task)
algorithm.run()
print(json.dumps({"truth": truth, "reports": task.reports}))
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One short block of the first person of cali_A, as a plain array that every numpy reads."""
    folder = write_game(tmp_path_factory.mktemp("game"), people=1)
    np.save(folder / "block.npy", pickle.loads((folder / "S01/block_1.pkl").read_bytes())["data"])
    return folder / "block.npy"


@pytest.mark.real
@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_baseline_answers_each_trial_once_in_time_and_mostly_right(version: str, game: Path, tmp_path: Path) -> None:
    """TURING-3, 6, 10, 11 from the algorithm's side."""
    project = tmp_path / "project"
    shutil.copytree(TEMPLATE, project, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [str(python_of(version)), "-c", SERVER, str(project), str(game)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(said["reports"]) == len(said["truth"]) == 12
    right = 0
    for (onset, code), (p, answer) in zip(said["truth"], said["reports"], strict=True):
        assert (onset // 10 + 1) * 10 < p < onset + 1250
        right += answer == code & 7
    assert right >= 10


def test_model_is_small_and_none_of_its_components_is_blind() -> None:
    """The common average takes one dimension away; a pattern along it would see rounding errors only."""
    path = TEMPLATE / "AlgorithmImplement/Turing/model.npz"
    assert path.stat().st_size < 300_000
    with np.load(path) as arrays:
        for subject in ("1", "2"):
            assert (arrays[f"{subject}/rest"] > -5).all()
            assert (np.abs(arrays[f"{subject}/weights"]) < 100).all()


def test_training_refuses_a_game(tmp_path: Path) -> None:
    game = write_game(tmp_path / "set", people=1)
    done = subprocess.run(
        [sys.executable, str(TEMPLATE / "train.py"), str(game), "--out", str(tmp_path / "model.npz")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "is this training data?" in done.stderr
    assert not (tmp_path / "model.npz").exists()
