"""The emotion generator: contest shapes, triggers and orders, and the same bytes every time."""

import pickle
from pathlib import Path

import numpy as np
import pytest
import tomlkit

from bcisub.simulate import eeg
from bcisub.tracks.emotion import generator as emotion

RECIPES = Path(__file__).parents[3] / "sample_data" / "emotion"
TINY = {
    "track": "emotion",
    "set": "tiny",
    "generator": "emotion",
    "seed": 5,
    "people": {"count": 1, "shared": 0.2, "personal": 0.2, "video": 0.1, "moment": 0.1},
    "session": {"scale": 0.05, "order": "shuffled", "fixation": 0.4, "rest": 0.4, "sums": 0.4},
}


def made(tmp_path, **changes):
    seen = []
    emotion.generate({**TINY, **changes}, tmp_path, seen.append)
    assert seen[-1] == 1.0
    return tmp_path / "sub1" / "sub1.pkl"


def test_a_recording_is_a_bare_matrix_of_33_rows_emo_1(tmp_path):
    data = pickle.loads(made(tmp_path).read_bytes())
    assert data.dtype == np.float32
    assert data.shape[0] == 33
    assert 1.0 < data[:32].std(axis=1).min() < 200.0


def test_the_same_recipe_gives_the_same_bytes(tmp_path):
    first = made(tmp_path / "a").read_bytes()
    assert made(tmp_path / "b").read_bytes() == first
    assert made(tmp_path / "c", set="other").read_bytes() != first


def test_triggers_follow_the_contest_emo_2(tmp_path):
    trigger = pickle.loads(made(tmp_path).read_bytes())[-1]
    at = np.flatnonzero(trigger)
    codes = trigger[at].astype(int).tolist()
    assert at[0] > 0, "the stream starts at 250 and not at the first sample (EMO-4)"
    assert (codes[0], codes[-1]) == (250, 251)
    inner = codes[1:-1]
    for block in range(7):
        part = inner[block * 14 : (block + 1) * 14]
        assert (part[0], part[-1]) == (242, 243)
        assert part[2::3][:4] == [240] * 4
        assert part[3::3][:4] == [241] * 4
    numbers = [code for code in codes if code <= 28]
    assert sorted(numbers) == list(range(1, 29))
    starts = at[np.array(codes) == 240]
    assert (starts - at[np.array(codes) <= 28] == 25).all(), "240 comes 0.1 s after the number"
    lengths = at[np.array(codes) == 241] - starts
    table = np.array([emotion.SECONDS[number - 1] for number in numbers]) * 0.05 * 250
    assert np.abs(lengths - table).max() < 13


@pytest.mark.parametrize(("order", "pure"), [("valence", 7), ("shuffled", 0)])
def test_training_blocks_have_one_valence_and_test_blocks_are_mixed(order, pure):
    blocks = emotion._blocks(eeg.stream(3, "order"), order)
    assert [len(block) for block in blocks] == [4] * 7
    assert sorted(video for block in blocks for video in block) == list(range(1, 29))
    valences = [{emotion._valence(emotion.EMOTIONS[video - 1]) for video in block} for block in blocks]
    assert sum(len(found) == 1 for found in valences) == pure


def test_an_unknown_order_is_named():
    with pytest.raises(ValueError, match="sorted"):
        emotion._blocks(eeg.stream(3, "order"), "sorted")


def test_the_recipes_are_one_population_of_different_people():
    recipes = {path.stem: tomlkit.parse(path.read_text(encoding="utf-8")) for path in RECIPES.glob("*.toml")}
    assert set(recipes) == {"cali_train", "cali_A", "cali_B"}
    for name, recipe in recipes.items():
        assert (recipe["track"], recipe["set"]) == ("emotion", name)
        assert recipe["session"]["order"] == ("valence" if name == "cali_train" else "shuffled")
    assert len({recipe["seed"] for recipe in recipes.values()}) == 1
    assert [name for name in recipes if recipes[name]["session"]["scale"] < 1] == ["cali_A"]
