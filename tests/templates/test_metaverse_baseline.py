"""The metaverse template's own code: features, model, training, and when it answers."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bcisub.simulate import eeg
from bcisub.tracks.metaverse import generator as metaverse
from bcisub.tracks.metaverse.generator.forgery import forge
from bcisub.tracks.metaverse.generator.resting import record

TEMPLATE = Path(__file__).parents[2] / "templates" / "metaverse"


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """The template's modules, imported as the platform has them on its path."""
    monkeypatch.syspath_prepend(str(TEMPLATE))
    before = set(sys.modules)
    yield SimpleNamespace(
        features=importlib.import_module("Algorithm.method.impl.TrialFeatures"),
        model=importlib.import_module("Algorithm.method.impl.TrialModel"),
        algorithm=importlib.import_module("Algorithm.method.impl.AlgorithmImplement"),
        objects=importlib.import_module("Algorithm.method.model.AlgorithmObject"),
        train=importlib.import_module("train"),
    )
    for name in set(sys.modules) - before:
        if name == "train" or name.split(".")[0] == "Algorithm":
            del sys.modules[name]


class Player:
    """A proxy and a source over one block; keeps the samples delivered at each report."""

    def __init__(self, objects: Any, data: np.ndarray) -> None:
        self._objects, self._data, self.at, self.reports = objects, data, 0, []

    def get_source(self, label: str) -> Player:
        assert label == "eeg_1"
        return self

    async def get_data(self) -> Any:
        begin, self.at = self.at, min(self.at + 50, self._data.shape[1])
        if begin == self._data.shape[1]:
            return self._objects.AlgorithmDataObject(finish_flag=True)
        return self._objects.AlgorithmDataObject(data=self._data[:, begin : self.at].copy(), start_position=begin)

    async def report(self, answer: Any) -> None:
        self.reports.append((self.at, answer.result))


def play(template: SimpleNamespace, trials: list[tuple[int, int]], samples: int) -> list[tuple[int, str]]:
    data = np.zeros((6, samples))
    for start, end in trials:
        data[:-1, start : end + 1] = eeg.stream(1, start).standard_normal((5, end - start + 1))
        data[-1, start], data[-1, end] = 240, 241
    algorithm = template.algorithm.AlgorithmImplement()
    player = Player(template.objects, data)
    algorithm.set_proxy(player)
    asyncio.run(algorithm.run())
    return player.reports


@pytest.mark.parametrize("start", [100, 101, 149])
def test_meta_13_it_answers_with_the_last_packet_within_three_seconds(template: SimpleNamespace, start: int) -> None:
    ((at, answer),) = play(template, [(start, start + 2000)], 3000)
    assert start + 700 < at <= start + 750
    assert len(answer) == 6
    assert set(answer) <= {"0", "1"}
    assert 1 <= int(answer[1:], 2) <= 23


def test_meta_10_a_trial_shorter_than_three_seconds_is_answered_on_its_end_packet(template: SimpleNamespace) -> None:
    assert [at for at, _ in play(template, [(100, 420), (560, 1500)], 2000)] == [450, 1300]


def test_a_real_trial_and_forgeries_of_people_it_never_saw(template: SimpleNamespace) -> None:
    model = template.model.TrialModel.load(TEMPLATE / "Algorithm" / "method" / "impl" / "model.npz")
    forgers: list[dict[str, Any]] = [
        {"method": "autoregressive", "order": 14},
        {"method": "surrogate", "iterations": 12},
        {"method": "oscillators", "spacing": 0.9},
    ]
    right = []
    for number, person in enumerate(metaverse.people({"people": {"seed": 999, "count": 20}})):
        source = record(person, eeg.stream(31, number), 4000, closed=bool(number % 2))
        right.append(model.decide(source[:, :725])[0])
        right.append(not model.decide(forge(forgers[number % 3], eeg.stream(32, number), source, 1500)[:, :725])[0])
    assert np.mean(right) >= 0.75


def test_training_learns_people_and_tells_sets_apart(template: SimpleNamespace) -> None:
    rng = eeg.stream(5)
    codes = np.tile(np.arange(129, 152), 30)
    pools, centres = [], []
    for _ in range(2):
        centre = 3 * rng.standard_normal((23, 70))
        centres.append(centre)
        pools.append((centre[codes - 129] + rng.standard_normal((len(codes), 70)), codes))
    arrays = template.train.learn_people(pools)
    model = template.model.TrialModel(arrays)
    assert [model.recognise(centres[1][number]) for number in range(23)] == list(range(1, 24))


def test_training_refuses_what_it_cannot_learn_from(template: SimpleNamespace, tmp_path: Path) -> None:
    features = np.zeros((4, 3))
    with pytest.raises(SystemExit, match="hides its labels"):
        template.train.train_judge(features, np.array([240, 240, 129, 1]))
    with pytest.raises(SystemExit, match="eval_train"):
        template.train.train_judge(features, np.array([129, 130, 131, 132]))
    with pytest.raises(SystemExit, match="lacks the subjects"):
        template.train.learn_people([(features, np.array([129, 130, 131, 132]))])


def test_the_shipped_model_is_small() -> None:
    assert (TEMPLATE / "Algorithm" / "method" / "impl" / "model.npz").stat().st_size < 500_000
