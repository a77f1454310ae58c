"""The turing baseline in real interpreters, on a tiny game of the people its model knows."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from findpython import find

from bcisub.data.simulate import turing

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "templates" / "turing"
RECIPE = ROOT / "sample_data" / "turing" / "cali_A.toml"
PHASES = {"prompt": 3, "task": 5, "after": 5}

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


def interpreter(version: str) -> str:
    """A Python of that version that has numpy and scipy, or skip."""
    named = os.environ.get(f"BCISUB_TEST_PYTHON_{version.replace('.', '_')}")
    found = named or (str(match.executable) if (match := find(version)) else None)
    if found is None or subprocess.run([found, "-c", "import numpy, scipy"], capture_output=True).returncode:
        pytest.skip(f"no Python {version} with numpy and scipy")
    return found


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One short block of the first person of cali_A, as a plain array that every numpy reads."""
    import pickle

    import numpy as np
    import tomlkit

    recipe: dict[str, Any] = tomlkit.parse(RECIPE.read_text(encoding="utf-8")).unwrap()
    recipe["people"]["count"] = 1
    recipe["session"].update(blocks=1, rounds=[3, 3], trials=[4, 4])
    folder = tmp_path_factory.mktemp("game")
    turing.generate(recipe, folder, lambda share: None)
    np.save(folder / "block.npy", pickle.loads((folder / "S01/block_1.pkl").read_bytes())["data"])
    return folder / "block.npy"


@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_baseline_answers_each_trial_once_in_time_and_mostly_right(version: str, game: Path, tmp_path: Path) -> None:
    """TURING-3, 6, 10, 11 from the algorithm's side."""
    project = tmp_path / "project"
    shutil.copytree(TEMPLATE, project, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [interpreter(version), "-c", SERVER, str(project), str(game)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert len(said["reports"]) == len(said["truth"]) == 12
    right = 0
    for (onset, code), (p, answer) in zip(said["truth"], said["reports"], strict=True):
        assert (onset // 10 + 1) * 10 < p < onset + 1250
        right += answer == code & 7
    assert right >= 10


def test_model_is_small() -> None:
    assert (TEMPLATE / "AlgorithmImplement/Turing/model.npz").stat().st_size < 300_000


def test_training_refuses_a_game(tmp_path: Path) -> None:
    recipe: dict[str, Any] = {
        "seed": 1,
        "people": {"seed": 1, "count": 1},
        "session": {
            "kind": "game",
            "blocks": 1,
            "rounds": [1, 1],
            "trials": [4, 4],
            "prompt": 3,
            "task": 5,
            "after": 5,
        },
        "signal": {"noise": 9, "spill": 0.1, "shift": 0, "mains": 1, "drift": 1, "blinks": 1},
    }
    turing.generate(recipe, tmp_path / "set", lambda share: None)
    import sys

    done = subprocess.run(
        [sys.executable, str(TEMPLATE / "train.py"), str(tmp_path / "set"), "--out", str(tmp_path / "model.npz")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "is this training data?" in done.stderr
    assert not (tmp_path / "model.npz").exists()
