"""Sets are made whole or not at all, and carry their description."""

from __future__ import annotations

from pathlib import Path

import pytest

from bcisub.data.making import free_place, whole_set, write_description
from bcisub.data.sets import describe
from bcisub.model.errors import BcisubError


def test_a_set_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "set"
    with whole_set(target) as folder:
        (folder / "S10").mkdir()
        (folder / "S2").mkdir()
        assert not target.exists()
        write_description(folder, {"track": "turing", "licence": None, "origin": "ours"})
    about = describe(target)
    assert about["subjects"] == ["S2", "S10"]
    assert (about["track"], about["origin"]) == ("turing", "ours")
    assert "licence" not in about
    assert [entry.name for entry in target.parent.iterdir()] == ["set"]


@pytest.mark.parametrize("reason", [KeyboardInterrupt, OSError, BcisubError])
def test_an_interruption_leaves_nothing(tmp_path: Path, reason: type[BaseException]) -> None:
    def make() -> None:
        with whole_set(tmp_path / "set") as folder:
            (folder / "S01").mkdir()
            raise reason("stopped")

    with pytest.raises(reason):
        make()
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    free_place(tmp_path / "set")
    assert not (tmp_path / "set").exists()
    (tmp_path / "set").write_text("mine", encoding="utf-8")
    with pytest.raises(BcisubError):
        free_place(tmp_path / "set")
    with pytest.raises(BcisubError, match="cannot be put"), whole_set(tmp_path / "set") as folder:
        write_description(folder, {"track": "turing"})
    assert (tmp_path / "set").read_text(encoding="utf-8") == "mine"


def test_two_that_make_the_same_set_both_end_well(tmp_path: Path) -> None:
    with whole_set(tmp_path / "set") as one:
        with whole_set(tmp_path / "set") as two:
            write_description(two, {"origin": "two"})
        write_description(one, {"origin": "one"})
    assert describe(tmp_path / "set")["origin"] == "two"
    assert [entry.name for entry in tmp_path.iterdir()] == ["set"]
