"""`bcisub clean` as a user meets it."""

from __future__ import annotations

import pytest

from bcisub.targets.spare import Spare


@pytest.fixture
def found(monkeypatch, tmp_path):
    """One folder that goes and one that somebody holds."""
    freed = []

    def free(one):
        freed.append(one.name)
        return one.kind != "environments"

    monkeypatch.setattr(Spare, "free", free)
    rows = [Spare("sets", "turing/cali_A", tmp_path / "a", 2_000_000), Spare("environments", "[x]", tmp_path / "b", 5)]
    monkeypatch.setattr("bcisub.cli.clean.find", lambda kinds: [one for one in rows if one.kind in kinds])
    return freed


def test_it_shows_and_removes_nothing_without_a_yes(bcisub, found):
    said = bcisub("clean")
    assert said.code == 0
    assert found == []
    assert "2.0 MB" in said.out
    assert said.out.splitlines()[-1] == "Nothing was removed. Without asking: bcisub clean --yes"


def test_with_yes_it_says_what_was_freed_and_what_is_in_use(bcisub, found, tmp_path):
    said = bcisub("clean", "--yes")
    assert said.code == 0
    assert said.out.splitlines()[-2:] == ["Freed 2.0 MB.", f"Left, somebody uses it: [x] ({tmp_path / 'b'})"]
    assert found == ["turing/cali_A", "[x]"]


def test_the_json_says_it_of_each(bcisub, found):
    said = bcisub("clean", "sets", "--yes", "--json", "-").json
    (item,) = said.pop("items")
    assert said == {"schema": "bcisub.clean/1", "freed": 2_000_000}
    assert (item["kind"], item["bytes"], item["removed"]) == ("sets", 2_000_000, True)


def test_nothing_to_free_is_said(bcisub, found):
    assert bcisub("clean", "leftovers").out == "There is nothing to free.\n"


def test_another_word_is_refused_with_what_there_is(bcisub, found):
    said = bcisub("clean", "stuff")
    assert said.code == 2
    assert "sets, environments, leftovers" in said.err
