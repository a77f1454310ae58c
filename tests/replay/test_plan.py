"""Which blocks are served, and in which order (C9, --subject, --quick)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.model.stream import by_number, by_place, by_text
from bcisub.project.project import open_project
from bcisub.replay.options import RunOptions
from bcisub.replay.run import plan
from bcisub.replay.source import open_source
from bcisub.scoring.readings import resolve
from bcisub.tracks import TRACKS

ASSETS = Path(__file__).parents[1] / "assets"


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


@pytest.mark.parametrize(
    ("numbering", "numbers"),
    [
        (by_place, {"S05": 1, "S06": 2, "new": 3, "S7_2": 4}),
        (by_text, {"S05": 1, "S06": 2, "new": 4, "S7_2": 3}),
        (by_number, {"S05": 5, "S06": 6, "new": 3, "S7_2": 2}),
    ],
)
def test_reading_subject_id_numbers_subjects_of_the_full_set(numbering, numbers):
    """subject-id=place, subject-id=text-order, subject-id=number; a name without a number has its place."""
    for options in (RunOptions(), RunOptions(subjects=("new", "S06"), shuffle=2)):
        found = plan(dataset(names=("S05", "S06", "new", "S7_2")), options, numbering)
        assert {item.subject.name: item.subject_id for item in found}.items() <= numbers.items()


@pytest.mark.parametrize(
    ("names", "value", "words"),
    [
        (("S1", "S2", "S10"), "place", ["S2 is 3 there, and 2 here (place)", "S10 is 10 there, and 3 here (place)"]),
        (("S1", "S2", "S10"), "number", ["S10 is 3 there, and 10 here (number)", "S2 is 3 there, and 2 here (number)"]),
        (("S01", "S02"), "place", []),
    ],
)
def test_reading_subject_id_is_noted_where_it_makes_a_difference(tmp_path, names, value, words):
    for name in names:
        (tmp_path / "set" / name).mkdir(parents=True)
        np.save(tmp_path / "set" / name / "block_1.npy", np.zeros((65, 10)))
    project = open_project(ASSETS / "mini-ssvep")
    source = open_source(str(tmp_path / "set"), project, RunOptions(readings={"subject-id": value}))
    notes = [note for note in source.notes if "subject-id" in note]
    assert len(notes) == len(words)
    assert all(word in note for word, note in zip(words, notes, strict=True))


@pytest.mark.parametrize(
    ("track", "layout", "value"),
    [
        ("ssvep-async", "algorithm-implement", "place"),
        ("ssvep-async", "algorithm-2021", "number"),
        ("turing", "algorithm-implement", "place"),
        ("turing", "algorithm-2022", "text-order"),
    ],
)
def test_reading_subject_id_has_a_default_for_each_generation_of_layouts(tmp_path, track, layout, value):
    project = open_project(tmp_path, track, layout)
    assert resolve(project.track, project.readings)["subject-id"] == value
    (tmp_path / "bcisub.toml").write_text('[readings]\nsubject-id = "number"\n', encoding="utf-8")
    assert open_project(tmp_path, track, layout).readings["subject-id"] == "number"


def test_chosen_subjects_alone_in_the_sets_order():
    assert served(RunOptions(subjects=("S10", "S1"))) == [(s, f"block_{b}") for s in ("S1", "S10") for b in (1, 2)]


def test_an_unknown_subject_is_refused_with_those_there_are():
    with pytest.raises(BcisubError, match="'S3'") as caught:
        plan(dataset(), RunOptions(subjects=("S1", "S3")))
    assert "S1, S2, S10" in caught.value.hint


def test_quick_serves_one_block_of_what_was_chosen():
    assert served(RunOptions(quick=True)) == [("S1", "block_1")]
    assert served(RunOptions(quick=True, subjects=("S10",))) == [("S10", "block_1")]
