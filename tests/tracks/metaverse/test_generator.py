"""The metaverse sets: their shape (META-1, META-2, META-4), and that a forgery is not told by trifles."""

from __future__ import annotations

import csv
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomlkit
from scipy import signal

from bcisub.simulate import eeg
from bcisub.tracks.metaverse import generator as metaverse
from bcisub.tracks.metaverse.generator.forgery import forge
from bcisub.tracks.metaverse.generator.resting import FS, draw_person, record

FORGERS = [
    {"method": "autoregressive", "order": 10, "tails": 0.2},
    {"method": "surrogate", "iterations": 5},
    {"method": "oscillators", "spacing": 1.5, "swell": 0.3},
]


def recipe(**trials: Any) -> dict[str, Any]:
    table = {"blocks": 2, "per_block": 6, "seconds": [3.0, 5.0], "gap": [0.5, 1.5], **trials}
    return {"seed": 5, "people": {"seed": 7, "count": 3}, "trials": table, "forgers": FORGERS}


def generate(folder: Path, **trials: Any) -> dict[str, np.ndarray]:
    shares: list[float] = []
    metaverse.generate(recipe(**trials), folder, shares.append)
    assert shares[-1] == 1.0
    return {path.stem: pickle.loads(path.read_bytes())["data"] for path in sorted(folder.rglob("*.pkl"))}


def starts(row: np.ndarray) -> np.ndarray:
    return np.flatnonzero((row > 0) & (row < 241))


def test_meta_1_and_2_a_block_is_six_rows_with_trials_between_zeros(tmp_path: Path) -> None:
    blocks = generate(tmp_path, real_share=0.5)
    assert list(blocks) == ["block_1", "block_2"]
    for data in blocks.values():
        assert data.shape[0] == 6
        assert data.dtype == np.float32
        row = data[-1]
        assert row[0] == 242
        assert row[-1] == 243
        begins, ends = starts(row), np.flatnonzero(row == 241)
        assert len(begins) == len(ends) == 6
        inside = np.zeros(data.shape[1], bool)
        for begin, end in zip(begins, ends, strict=True):
            assert 3 * FS <= end - begin + 1 <= 5 * FS
            inside[begin : end + 1] = True
        assert not data[:-1, ~inside].any()
        assert len({*(ends - begins)}) > 1
        assert len({*(begins[1:] - ends[:-1])}) > 1
        allowed = {*range(1, 4), *range(129, 132), *range(193, 196)}
        assert {int(code) for code in row[begins]} <= allowed


def test_meta_4_a_calibration_set_is_real_only_and_both_states_of_the_eyes(tmp_path: Path) -> None:
    blocks = generate(tmp_path)
    codes = np.concatenate([data[-1, starts(data[-1])] for data in blocks.values()])
    assert (codes > 128).all()
    assert (codes > 192).any()
    assert (codes < 192).any()
    assert not (tmp_path / metaverse.TRUTH).exists()


def test_meta_4_a_hidden_set_stores_240_and_keeps_the_truth_beside_it(tmp_path: Path) -> None:
    told = generate(tmp_path / "told", real_share=0.5)
    hidden = generate(tmp_path / "hidden", real_share=0.5, labelled=False)
    with (tmp_path / "hidden" / metaverse.TRUTH).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 12
    for row in rows:
        at = int(row["onset"])
        assert hidden[row["block"]][-1, at] == 240
        assert told[row["block"]][-1, at] == int(row["trigger"])
    assert all(np.array_equal(told[name][:-1], hidden[name][:-1]) for name in told)


def test_one_recipe_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        generate(tmp_path / name, real_share=0.5)
    pairs = zip(sorted((tmp_path / "one").rglob("*.pkl")), sorted((tmp_path / "two").rglob("*.pkl")), strict=True)
    assert all(one.read_bytes() == two.read_bytes() for one, two in pairs)


def test_the_shipped_recipes_pair_up() -> None:
    folder = Path(__file__).parents[3] / "sample_data" / "metaverse"
    recipes = {path.stem: tomlkit.parse(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")}
    assert set(recipes) == {"cali_train", "eval_train", "cali_A", "eval_A", "cali_B", "eval_B"}
    for name, content in recipes.items():
        assert content["set"] == name
        assert (content["trials"]["blocks"], content["trials"]["per_block"]) == (23, 24)
        assert content["people"]["count"] == 23
    for pool in ("train", "A", "B"):
        assert recipes[f"cali_{pool}"]["people"] == recipes[f"eval_{pool}"]["people"]
        assert "forgers" not in recipes[f"cali_{pool}"]
    assert len({content["people"]["seed"] for content in recipes.values()}) == 3
    assert recipes["eval_A"]["forgers"] != recipes["eval_train"]["forgers"] != recipes["eval_B"]["forgers"]
    assert [recipes[name]["trials"].get("labelled", True) for name in ("eval_train", "eval_A", "eval_B")] == [
        True,
        False,
        False,
    ]


def test_eye_closing_raises_occipital_alpha() -> None:
    ratios = []
    for number in range(6):
        person = draw_person(eeg.stream(1, number))
        power = []
        for closed in (True, False):
            signal_ = record(person, eeg.stream(2, number, closed), 20 * FS, closed=closed)
            frequency, density = signal.welch(signal_[2], FS, nperseg=FS)
            power.append(density[(frequency >= 8) & (frequency <= 12)].sum())
        ratios.append(power[0] / power[1])
    assert 1.5 < np.median(ratios) < 8


def test_a_person_is_known_again_by_spectrum_and_covariance() -> None:
    """Ten people, twice four takes each: nearest to the second four is the same person's first four."""

    def signature(number: int, takes: range) -> np.ndarray:
        person = draw_person(eeg.stream(21, number))
        seen = [record(person, eeg.stream(22, number, take), 10 * FS, closed=True) for take in takes]
        density = [np.log(signal.welch(take, FS, nperseg=FS)[1][:, 2:40]).ravel() for take in seen]
        agreement = [np.corrcoef(take)[np.triu_indices(5, 1)] for take in seen]
        return np.concatenate([np.mean(density, axis=0), 5 * np.mean(agreement, axis=0)])

    first = np.array([signature(number, range(4)) for number in range(10)])
    second = np.array([signature(number, range(4, 8)) for number in range(10)])
    nearest = np.linalg.norm(first[:, None] - second[None], axis=2).argmin(axis=0)
    assert np.sum(nearest == np.arange(10)) >= 8


@pytest.mark.parametrize("method", FORGERS, ids=lambda method: str(method["method"]))
def test_a_forgery_is_not_told_by_variance_or_repetition(method: dict[str, Any]) -> None:
    """The best threshold on any channel's variance stays near chance, and no stretch of the source comes back."""
    rng = eeg.stream(9, method["method"])
    real, forged = [], []
    for number in range(8):
        person = draw_person(eeg.stream(3, number))
        for take in range(5):
            source = record(person, eeg.stream(4, number, take), 12 * FS, closed=bool(take % 2))
            made = forge(method, rng, source, 4 * FS)
            assert made.shape == (5, 4 * FS)
            assert _longest_match(source[1], made[1]) < 0.95
            assert np.abs(np.corrcoef(made[1, :500], made[1, 500:])[0, 1]) < 0.9
            forged.append(np.log(made.var(axis=1)))
            real.append(np.log(record(person, eeg.stream(5, number, take), 4 * FS, closed=bool(take % 2)).var(axis=1)))
    values, labels = np.vstack([real, forged]), np.repeat([1, 0], len(real))
    for channel in values.T:
        order = labels[np.argsort(channel)]
        right = np.cumsum(order == 0) + np.sum(order == 1) - np.cumsum(order == 1)
        best = max(right.max(), len(order) - right.min()) / len(order)
        assert best < 0.72  # 40 against 40: the best of all thresholds on pure noise reaches 0.6 to 0.7


def _longest_match(source: np.ndarray, made: np.ndarray) -> float:
    """Highest correlation of one second of the forgery with any second of its source."""
    piece = made[500 : 500 + FS]
    piece = (piece - piece.mean()) / piece.std()
    views = np.lib.stride_tricks.sliding_window_view(source, FS)
    views = (views - views.mean(axis=1, keepdims=True)) / views.std(axis=1, keepdims=True)
    return float(np.abs(views @ piece).max() / FS)
