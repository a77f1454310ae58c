"""Which blocks are served, and in which order (C9, --subject, --quick)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.replay.options import RunOptions
from bcisub.replay.run import plan
from bcisub.tracks import TRACKS


def dataset(names=("S1", "S2", "S10"), blocks=2):
    made = [Block(f"block_{number + 1}", Path("none"), lambda: np.zeros((2, 10))) for number in range(blocks)]
    return DataSet("set", Path("set"), [Subject(name, made) for name in names])


def served(options, **shape):
    return [(item.subject.name, item.block.name) for item in plan(dataset(**shape), options)]


def test_c9_by_default_subjects_come_in_natural_order_each_with_all_its_blocks():
    assert served(RunOptions()) == [(s, f"block_{b}") for s in ("S1", "S2", "S10") for b in (1, 2)]


def test_c9_natural_order_of_a_set_on_disk(tmp_path):
    for name in ("S10", "S2", "S1"):
        (tmp_path / name).mkdir()
        for number in (10, 2):
            np.save(tmp_path / name / f"block_{number}.npy", np.zeros((65, 10)))
    found = plan(open_set(str(tmp_path), TRACKS["ssvep-async"]), RunOptions())
    assert [(item.subject.name, item.block.name) for item in found] == [
        (s, b) for s in ("S1", "S2", "S10") for b in ("block_2", "block_10")
    ]


def test_c9_shuffle_keeps_blocks_together_and_is_the_same_for_the_same_seed():
    names = tuple(f"S{number}" for number in range(1, 9))
    orders = set()
    for seed in range(10):
        order = served(RunOptions(shuffle=seed), names=names)
        assert order == served(RunOptions(shuffle=seed), names=names)
        assert sorted(order) == sorted(served(RunOptions(), names=names))
        assert all(order[at][0] == order[at + 1][0] for at in range(0, len(order), 2))
        assert [block for _, block in order] == ["block_1", "block_2"] * 8
        orders.add(tuple(order))
    assert len(orders) > 5


def test_c9_a_seed_of_0_shuffles_too():
    names = tuple(f"S{number}" for number in range(1, 9))
    assert served(RunOptions(shuffle=0), names=names) != served(RunOptions(), names=names)


def test_a_subject_keeps_its_number_whatever_part_is_run():
    for options in (RunOptions(subjects=("S10",)), RunOptions(shuffle=3), RunOptions(subjects=("S10", "S2"))):
        for item in plan(dataset(), options):
            assert item.subject_id == {"S1": 1, "S2": 2, "S10": 3}[item.subject.name]


def test_chosen_subjects_alone_in_the_sets_order():
    assert served(RunOptions(subjects=("S10", "S1"))) == [(s, f"block_{b}") for s in ("S1", "S10") for b in (1, 2)]


def test_an_unknown_subject_is_refused_with_those_there_are():
    with pytest.raises(BcisubError, match="'S3'") as caught:
        plan(dataset(), RunOptions(subjects=("S1", "S3")))
    assert "S1, S2, S10" in caught.value.hint


def test_quick_serves_one_block_of_what_was_chosen():
    assert served(RunOptions(quick=True)) == [("S1", "block_1")]
    assert served(RunOptions(quick=True, subjects=("S10",))) == [("S10", "block_1")]
