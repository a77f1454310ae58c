"""The emotion training set as it is handed out: one matrix a person, two folders of people (EMO-1, EMO-8)."""

import pickle

import numpy as np
import pytest

from bcisub.data.sets import open_set
from bcisub.model.channel_order import batch_of
from bcisub.model.errors import BcisubError
from bcisub.tracks.emotion.track import TRACK


def matrix(rows=33):
    return np.arange(rows * 40.0).reshape(rows, 40)


def store(folder, name, content):
    (folder / name).mkdir(parents=True)
    (folder / name / f"{name}.pkl").write_bytes(pickle.dumps(content))


@pytest.fixture
def training(tmp_path):
    place = tmp_path / "TrainSet"
    for number in (1, 2, 10):
        store(place / "TrainSet_first_batch", f"sub{number}", matrix())
    store(place / "TrainSet_second_batch", "sub55", matrix())
    return place


@pytest.mark.parametrize("content", [matrix(), {"data": matrix()}, {"data": matrix(), "srate": 250}])
def test_a_person_is_a_bare_matrix_or_a_dict_with_one_emo_1(tmp_path, content):
    store(tmp_path / "set", "sub1", content)
    (subject,) = open_set(str(tmp_path / "set"), TRACK).subjects
    (block,) = subject.blocks
    assert (subject.name, block.name) == ("sub1", "sub1")
    np.testing.assert_array_equal(block.load(), matrix())


@pytest.mark.parametrize(
    ("content", "told"), [(matrix(32), "32 rows where 33"), ({"data": matrix(), "srate": 1000}, "1000 Hz where 250")]
)
def test_other_rows_and_rates_are_refused_emo_1(tmp_path, content, told):
    store(tmp_path / "set", "sub1", content)
    (subject,) = open_set(str(tmp_path / "set"), TRACK).subjects
    with pytest.raises(BcisubError, match=told):
        subject.blocks[0].load()


@pytest.mark.parametrize(
    ("part", "people"),
    [
        ("", ["sub1", "sub2", "sub10", "sub55"]),
        ("TrainSet_first_batch", ["sub1", "sub2", "sub10"]),
        ("TrainSet_second_batch", ["sub55"]),
        ("TrainSet_first_batch/sub10", ["sub10"]),
        ("TrainSet_first_batch/sub10/sub10.pkl", ["sub10"]),
    ],
)
def test_the_set_may_be_named_at_any_level_c9(training, part, people):
    """All of it, a batch, a person or a file; people in natural order."""
    found = open_set(str(training / part), TRACK)
    assert [subject.name for subject in found.subjects] == people


def test_every_person_of_a_mixed_set_has_its_own_batch_emo_8(training):
    blocks = [block for subject in open_set(str(training), TRACK).subjects for block in subject.blocks]
    assert [batch_of(block.path, TRACK.batches) for block in blocks] == ["first", "first", "first", "second"]
