"""Sample sets: made on first use, whole or not at all, and made anew when what they are made from changes."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from bcisub.data import manifest, samples
from bcisub.data.sets import open_set
from bcisub.model.cache import cache_folder
from bcisub.model.errors import BcisubError, BcisubWarning
from bcisub.model.track import Track

GENERATOR = """
import numpy as np
from bcisub.model.writing import write_block

def generate(recipe, folder, progress):
    write_block(folder, "S01", "block_1", np.full((3, 10), float(recipe["seed"])), channels=("O1", "O2"))
    progress(1.0)
    if recipe.get("fails"):
        raise KeyboardInterrupt
"""


@pytest.fixture
def recipes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Recipes of a generator that writes one small block; it fails when the recipe says so."""
    (tmp_path / "tiny_generator.py").write_text(GENERATOR, encoding="utf-8")
    monkeypatch.delitem(sys.modules, "tiny_generator", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(samples, "_generator", lambda track: "tiny_generator")
    monkeypatch.setattr(samples, "resource_folder", lambda name: tmp_path)
    folder = tmp_path / "ssvep-async"
    folder.mkdir()
    (folder / "cali_A.toml").write_text('seed = 1\nsummary = "tiny"\n', encoding="utf-8")
    (folder / "cali_B.toml").write_text("seed = 2\nfails = true\n", encoding="utf-8")
    return folder


def test_made_once_and_described(track: Track, recipes: Path) -> None:
    shares: list[float] = []
    assert samples.cached(track.name, "cali_A") is None
    dataset = open_set("cali_A", track, progress=shares.append)
    assert shares == [1.0]
    assert (dataset.name, dataset.info["track"], dataset.info["origin"]) == ("cali_A", "ssvep-async", "simulated")
    assert open_set("cali_A", track, progress=shares.append).path == dataset.path
    assert shares == [1.0]
    assert samples.cached(track.name, "cali_A") == dataset.path
    assert cache_folder() in dataset.path.parents


def test_another_recipe_is_another_set(track: Track, recipes: Path) -> None:
    before = samples.ensure(track, "cali_A")
    (recipes / "cali_A.toml").write_text("seed = 5\n", encoding="utf-8")
    after = open_set("cali_A", track)
    assert after.path != before
    assert after.subjects[0].blocks[0].load()[0, 0] == 5


def test_another_generator_is_another_set(track: Track, recipes: Path, tmp_path: Path) -> None:
    before = samples.ensure(track, "cali_A")
    (tmp_path / "tiny_generator.py").write_text(GENERATOR + "# other", encoding="utf-8")
    assert samples.ensure(track, "cali_A") != before


def test_another_numpy_is_another_set(track: Track, recipes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = samples.ensure(track, "cali_A")
    monkeypatch.setattr(samples, "_numpy_version", lambda: "0.1")
    assert samples.ensure(track, "cali_A") != before


def test_an_interrupted_set_leaves_nothing(track: Track, recipes: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        samples.ensure(track, "cali_B")
    assert list((cache_folder() / "sets" / track.name).iterdir()) == []


def test_generating_at_once_is_safe(track: Track, recipes: Path) -> None:
    found: list[Path] = []
    threads = [threading.Thread(target=lambda: found.append(samples.ensure(track, "cali_A"))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert set(found) == {samples.cached(track.name, "cali_A")}
    assert len(list(found[0].parent.iterdir())) == 1


def block_of(place: Path) -> Path:
    return place / "S01" / "block_1.pkl"


def spoil(place: Path, how: str) -> None:
    block = block_of(place)
    if how == "missing":
        block.unlink()
    elif how == "cut":
        block.write_bytes(block.read_bytes()[:-1])
    elif how == "noise":
        raw = bytearray(block.read_bytes())
        raw[len(raw) // 2] ^= 1
        block.write_bytes(raw)
    elif how == "more":
        block.with_name("block_2.pkl").write_bytes(block.read_bytes())
    else:
        (place / ".manifest.json").write_text(how, encoding="utf-8")


@pytest.mark.parametrize("how", ["missing", "cut", "noise", "more", "{", '{"a": 1}', "[" * 30_000, "{}"])
def test_a_damaged_set_is_made_again_and_said(track: Track, recipes: Path, how: str) -> None:
    """A block that was deleted, or noise in one, changed the score without a word."""
    place = samples.ensure(track, "cali_A")
    good = block_of(place).read_bytes()
    os.utime(block_of(place), ns=(0, 0))
    samples.ensure(track, "cali_A")
    spoil(place, how)
    with pytest.warns(BcisubWarning, match="cali_A was damaged .* made again"):
        assert samples.ensure(track, "cali_A") == place
    assert block_of(place).read_bytes() == good
    assert [path.name for path in place.rglob("*.pkl")] == ["block_1.pkl"]
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_a_whole_set_is_not_read_again(track: Track, recipes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = samples.ensure(track, "cali_A")
    hashed: list[Path] = []
    whole = manifest._hash
    monkeypatch.setattr(manifest, "_hash", lambda file: hashed.append(file) or whole(file))
    samples.ensure(track, "cali_A")
    assert hashed == []
    os.utime(block_of(place), ns=(0, 0))
    samples.ensure(track, "cali_A")
    samples.ensure(track, "cali_A")
    assert hashed == [block_of(place)]


def test_a_place_that_is_taken_is_refused(track: Track, recipes: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.doc").touch()
    with pytest.raises(BcisubError):
        samples.make(track, "cali_A", tmp_path / "taken")
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["thesis.doc"]


def test_unknown_sample_sets_list_the_known(track: Track, recipes: Path) -> None:
    with pytest.raises(BcisubError) as caught:
        samples.ensure(track, "cali_Z")
    assert "cali_A, cali_B" in str(caught.value.hint)


def test_training_comes_first() -> None:
    assert samples.names("ssvep-async") == ["cali_train", "cali_A", "cali_B"]
