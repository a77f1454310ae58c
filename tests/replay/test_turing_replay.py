"""Whole runs of the turing track in real interpreters: the template, and an upload as it looked in 2022."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomlkit
from findpython import find

from bcisub.data.recording import Block, DataSet, Subject
from bcisub.data.simulate import turing
from bcisub.errors import BcisubError
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.tracks.turing import TRACK

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "templates" / "turing"
UPLOAD = ROOT / "tests" / "assets" / "turing-2022"
RECIPE = ROOT / "sample_data" / "turing" / "cali_A.toml"


def interpreter(version: str) -> Path:
    """A Python of that version that has numpy and scipy, or skip."""
    named = os.environ.get(f"BCISUB_TEST_PYTHON_{version.replace('.', '_')}")
    found = named or (str(match.executable) if (match := find(version)) else None)
    if found is None or subprocess.run([found, "-c", "import numpy, scipy"], capture_output=True).returncode:
        pytest.skip(f"no Python {version} with numpy and scipy")
    return Path(found)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    """Two people, one short block each."""
    recipe: dict[str, Any] = tomlkit.parse(RECIPE.read_text(encoding="utf-8")).unwrap()
    recipe["session"].update(blocks=1, rounds=[3, 3], trials=[4, 4])
    folder = tmp_path_factory.mktemp("game")
    turing.generate(recipe, folder, lambda share: None)
    return dataset(folder, "S01", "S02")


def dataset(folder: Path, *names: str) -> DataSet:
    def block(name: str) -> Block:
        path = folder / name / "block_1.pkl"
        return Block("block_1", path, lambda: pickle.loads(path.read_bytes())["data"])

    return DataSet("game", folder, [Subject(name, [block(name)]) for name in names])


@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_template_runs_and_every_block_reaches_its_target(version: str, game: DataSet, tmp_path: Path) -> None:
    """TURING-3, 5, 10, 13 together: packets, reports, verdicts."""
    project = tmp_path / "project"
    shutil.copytree(TEMPLATE, project, ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "run"
    folder.mkdir()
    record = replay(project, TRACK.layouts[0], TRACK, game, interpreter(version), folder, RunOptions())
    assert record.end.complete, record.end
    result = TRACK.score(record, TRACK.defaults())
    assert len(result.trials) == 24
    assert all(part.score is not None and part.score > 30 for part in result.blocks)
    assert result.stray_reports == 0
    assert not {d.code for d in result.diagnostics} & {"second-report", "late-report", "no-report", "impossible-answer"}


@pytest.mark.parametrize("version", ["3.8", "3.10"])
def test_upload_of_2022_runs_unmodified(version: str, game: DataSet, tmp_path: Path) -> None:
    """No interface modules of its own, a model beside `__file__` keyed by `subject_id` (TURING-5)."""
    upload = tmp_path / "upload"
    shutil.copytree(UPLOAD, upload, ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "run"
    folder.mkdir()
    layout = TRACK.layout("algorithm-2022")
    assert layout is not None
    record = replay(upload, layout, TRACK, game, interpreter(version), folder, RunOptions())
    assert record.end.complete, record.end
    result = TRACK.score(record, TRACK.defaults())
    first = [v for v in result.trials if v.subject == "S01"]
    second = [v for v in result.trials if v.subject == "S02"]
    answers = {1: (1, 1, 2, 2, 5, 6, 6, 6, 6), 2: (7, 3, 4, 7, 7, 7, 7, 7, 7)}
    for number, verdicts in ((1, first), (2, second)):
        assert [v.result for v in verdicts] == [answers[number][v.extra["behaviour"] - 1] for v in verdicts]
        assert all(100 <= v.reported_at - v.onset < 120 for v in verdicts)


def test_turing_4_bad_data_stops_the_run_before_it_starts(game: DataSet, tmp_path: Path) -> None:
    data = pickle.loads((game.path / "S01/block_1.pkl").read_bytes())["data"]
    at = int(np.flatnonzero((data[-1] > 0) & (data[-1] < 128))[2])
    data[-1, at] = 5 << 3 | 1
    bad = DataSet("bad", tmp_path, [Subject("S07", [Block("block_4", tmp_path / "x", lambda: data)])])
    with pytest.raises(BcisubError, match="does not allow task 1") as caught:
        replay(UPLOAD, TRACK.layouts[1], TRACK, bad, Path("python"), tmp_path, RunOptions())
    assert caught.value.where == f"S07/block_4, sample {at}"
