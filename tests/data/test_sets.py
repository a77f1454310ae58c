"""C1 and C9: sets are found by path or name, in every folder shape, in natural order."""

from __future__ import annotations

import os
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bcisub.data.sets import known_names, open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import natural
from bcisub.model.track import Track


def block(path: Path, samples: int = 20) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps({"data": np.zeros((3, samples), np.float32)}))


def shape(path: Path, track: Track) -> dict[str, list[str]]:
    return {subject.name: [one.name for one in subject.blocks] for subject in open_set(str(path), track).subjects}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["S01/block_1.pkl", "S01/block_2.pkl"], {"S01": ["block_1", "block_2"]}),
        (["S1/block1.pkl", "S2/block1.pkl"], {"S1": ["block1"], "S2": ["block1"]}),
        (["S1/data.pkl", "S2/data.pkl"], {"S1": ["data"], "S2": ["data"]}),
        (["sub1/sub1.pkl", "sub2/sub2.pkl"], {"sub1": ["sub1"], "sub2": ["sub2"]}),
        (["TrainSet_first_batch/sub1/sub1.pkl", "TrainSet_second_batch/sub55/sub55.pkl"],
         {"sub1": ["sub1"], "sub55": ["sub55"]}),
        (["block_1.pkl", "block_2.pkl"], {"set": ["block_1", "block_2"]}),
        (["S1/data1/data1.pkl", "S1/data2/data2.pkl"], {"S1": ["data1", "data2"]}),
        (["S1/a.pkl", "S1/notes.txt", ".git/S2/a.pkl", "__MACOSX/S1/a.pkl", "README.md"], {"S1": ["a"]}),
        (["S1/a.pkl", "S1/a.npy"], {"S1": ["a.npy", "a.pkl"]}),
    ],
)  # fmt: skip
def test_folder_shapes(tmp_path: Path, track: Track, files: list[str], expected: dict[str, list[str]]) -> None:
    for name in files:
        block(tmp_path / "set" / name)
    assert shape(tmp_path / "set", track) == expected


def test_natural_order(tmp_path: Path, track: Track) -> None:
    for subject in ("S10", "S2", "S1"):
        for number in (10, 9, 1):
            block(tmp_path / "set" / subject / f"block_{number}.pkl")
    found = shape(tmp_path / "set", track)
    assert list(found) == ["S1", "S2", "S10"]
    assert found["S2"] == ["block_1", "block_9", "block_10"]


@given(numbers=st.lists(st.integers(0, 10**6), unique=True))
def test_natural_order_is_that_of_the_numbers(numbers: list[int]) -> None:
    names = [f"S{number}" for number in numbers]
    random.Random(1).shuffle(names)
    assert sorted(names, key=natural) == [f"S{number}" for number in sorted(numbers)]


def test_one_file_is_a_set(tmp_path: Path, track: Track) -> None:
    block(tmp_path / "S7" / "a.pkl")
    assert shape(tmp_path / "S7" / "a.pkl", track) == {"S7": ["a"]}


def test_blocks_are_read_one_by_one_when_asked(tmp_path: Path, track: Track) -> None:
    block(tmp_path / "set" / "S1" / "good.pkl", 30)
    (tmp_path / "set" / "S1" / "later.pkl").write_bytes(b"nonsense")
    good, later = open_set(str(tmp_path / "set"), track).subjects[0].blocks
    assert good.load().shape == (3, 30)
    with pytest.raises(BcisubError):
        later.load()


def test_lookup_order(tmp_path: Path, track: Track, monkeypatch: pytest.MonkeyPatch) -> None:
    project, first, second = tmp_path / "project", tmp_path / "first", tmp_path / "second"
    for place, samples in ((first, 11), (second, 12), (project / "data", 13)):
        block(place / "mine" / "S1" / "a.pkl", samples)
    block(second / "two" / "S1" / "a.pkl", 14)
    block(project / "data" / "cali_A" / "S1" / "a.pkl", 15)
    monkeypatch.setenv("BCISUB_DATA", os.pathsep.join([str(first), str(second)]))

    def samples(name: str) -> int:
        return int(open_set(name, track, project).subjects[0].blocks[0].load().shape[1])

    assert (samples("mine"), samples("two"), samples("cali_A")) == (11, 14, 15)
    monkeypatch.delenv("BCISUB_DATA")
    assert samples("mine") == 13
    assert known_names(track, project)[:3] == ["cali_A", "mine", "cali_train"]


def test_unknown_names_list_the_known(tmp_path: Path, track: Track) -> None:
    with pytest.raises(BcisubError) as caught:
        open_set("cali_Z", track, tmp_path)
    assert "cali_A" in str(caught.value.hint)
    with pytest.raises(BcisubError, match="no data set"):
        open_set(str(tmp_path / "gone"), track)


def test_an_empty_set_says_what_it_expected(tmp_path: Path, track: Track) -> None:
    with pytest.raises(BcisubError) as caught:
        open_set(str(tmp_path), track)
    assert caught.value.code == "empty-set"


def test_dataset_toml(tmp_path: Path, track: Track) -> None:
    block(tmp_path / "S1" / "a.pkl")
    note = tmp_path / "dataset.toml"
    note.write_text('track = "ssvep-async"\norigin = "ours"\n', encoding="utf-8")
    assert open_set(str(tmp_path), track).info["origin"] == "ours"
    note.write_text('track = "turing"\n', encoding="utf-8")
    with pytest.raises(BcisubError, match="one of turing"):
        open_set(str(tmp_path), track)
    note.write_text("track =", encoding="utf-8")
    with pytest.raises(BcisubError, match="no TOML"):
        open_set(str(tmp_path), track)


@pytest.mark.parametrize(
    "line", ["missing_channels = 5", 'missing_channels = "Fz"', "notes = [7]", "track = 5", "origin = [1]", "name = 3"]
)
def test_dataset_toml_of_other_types(tmp_path: Path, track: Track, line: str) -> None:
    block(tmp_path / "S1" / "a.pkl")
    (tmp_path / "dataset.toml").write_text(line, encoding="utf-8")
    with pytest.raises(BcisubError, match=line.split()[0]) as caught:
        open_set(str(tmp_path), track)
    assert caught.value.where == str(tmp_path / "dataset.toml")
    assert caught.value.hint
