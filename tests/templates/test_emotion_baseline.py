"""The emotion template's baseline: plain ints, one person after the other, no look ahead, better than the floors."""

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tomlkit

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.tracks.emotion import generator as emotion
from bcisub.tracks.emotion.track import TRACK
from bcisub.worker.push import JudgementClock

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "templates" / "emotion"


def recipe(name, *, count, scale):
    """A shipped recipe with fewer people and shorter videos."""
    found = tomlkit.parse((ROOT / "sample_data" / "emotion" / f"{name}.toml").read_text(encoding="utf-8"))
    found["people"]["count"] = count
    found["session"].update(scale=scale, rest=4, sums=4)
    return found


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Two of cali_B's people, whom the shipped model has never seen."""
    folder = tmp_path_factory.mktemp("cali_B")
    emotion.generate(recipe("cali_B", count=2, scale=0.25), folder, lambda share: None)
    return [pickle.loads((folder / f"sub{k}" / f"sub{k}.pkl").read_bytes()) for k in (1, 2)]


@pytest.fixture
def algorithm(monkeypatch):
    """A fresh `MyAlgorithm` of the template; its modules are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(TEMPLATE))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for name in [name for name in sys.modules if name.split(".")[0] == "Algorithm"]:
        monkeypatch.delitem(sys.modules, name)
    from Algorithm.MyAlgorithm import MyAlgorithm

    yield MyAlgorithm()
    for name in [name for name in sys.modules if name.split(".")[0] == "Algorithm"]:
        del sys.modules[name]


def watch(algorithm, data, packets=None):
    """Drive the algorithm as the contest does; `p` and return of every judgement."""
    first, last = (int(np.flatnonzero(data[-1] == code)[0]) for code in (250, 251))
    visible = np.vstack([data[:-1], TRACK.mask(data[-1])])
    clock, returns = JudgementClock(), []
    for low in range(first, last + 1, 50)[:packets]:
        packet = visible[:, low : low + 50].astype(float)
        algorithm.get_data(packet)
        if clock.passed(packet[-1]):
            returns.append((low + 50 - first, algorithm.algorithm()))
    return returns


@pytest.mark.slow
def test_the_baseline_beats_the_floor_on_people_it_has_not_seen(algorithm, people):
    """At least 1.8 times what answering neutral scores, on cali_B's people with shortened videos."""
    records = []
    for number, data in enumerate(people):
        at = np.flatnonzero(data[-1])
        events = tuple((int(sample), int(data[-1, sample])) for sample in at)
        record = BlockRecord(BlockTruth(f"sub{number}", f"sub{number}", data.shape[1], events), packet=50)
        record.reports = [Report(p, p // 50, value, "int", str(value)) for p, value in watch(algorithm, data)]
        records.append(record)
    result = TRACK.score(RunRecord(records, RunEnd("finished")), TRACK.defaults())
    assert result.metrics["missing_samples"] == 0
    assert result.score > 1.8 * 4 / 28


def test_every_return_is_a_plain_int_emo_6(algorithm, people):
    returns = watch(algorithm, people[0], packets=600)
    assert returns
    assert {type(value) for _, value in returns} == {int}
    assert {value for _, value in returns} <= set(range(9))


def test_the_next_person_starts_afresh_emo_5(algorithm, people):
    alone = watch(algorithm, people[1], packets=600)
    watch(algorithm, people[0], packets=600)
    assert watch(algorithm, people[1], packets=600) == alone


def test_no_judgement_looks_ahead(algorithm, people):
    """What comes after a second cannot change its judgement: a shorter stream is a prefix of a longer one."""
    longer, shorter = watch(algorithm, people[0], packets=700), watch(algorithm, people[0], packets=400)
    assert longer[: len(shorter)] == shorter


@pytest.mark.slow
def test_training_writes_a_model_the_algorithm_reads(tmp_path):
    project, data = tmp_path / "project", tmp_path / "data"
    shutil.copytree(TEMPLATE, project, ignore=shutil.ignore_patterns("__pycache__"))
    shipped = project / "Algorithm" / "model.npz"
    before = shipped.read_bytes()
    emotion.generate(recipe("cali_train", count=2, scale=0.1), data, lambda share: None)
    run = subprocess.run(
        [sys.executable, "train.py", str(data)], cwd=project, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "trained on 2 people" in run.stdout
    assert shipped.read_bytes() != before
    check = "from Algorithm.MyAlgorithm import MyAlgorithm; MyAlgorithm()"
    subprocess.run([sys.executable, "-c", check], cwd=project, check=True)


@pytest.mark.slow
def test_training_puts_the_first_batch_in_the_second_order_emo_8(tmp_path):
    """The same people, stored once in either order, train the same model."""
    project = tmp_path / "project"
    shutil.copytree(TEMPLATE, project, ignore=shutil.ignore_patterns("__pycache__"))
    second, first = tmp_path / "TrainSet_second_batch", tmp_path / "TrainSet_first_batch"
    emotion.generate(recipe("cali_train", count=1, scale=0.1), second, lambda share: None)
    data = pickle.loads((second / "sub1" / "sub1.pkl").read_bytes())
    stored = np.empty_like(data)
    stored[list(TRACK.batches["first"])] = data
    (first / "sub1").mkdir(parents=True)
    (first / "sub1" / "sub1.pkl").write_bytes(pickle.dumps(stored))
    models = []
    for folder in (second, first):
        subprocess.run([sys.executable, "train.py", str(folder)], cwd=project, check=True, capture_output=True)
        with np.load(project / "Algorithm" / "model.npz") as model:
            models.append({name: model[name] for name in model.files})
    assert all(np.array_equal(models[0][name], models[1][name]) for name in models[0])


def test_training_without_recordings_says_so(tmp_path):
    run = subprocess.run(
        [sys.executable, "-B", str(TEMPLATE / "train.py"), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "no sub*/sub*.pkl" in run.stderr
