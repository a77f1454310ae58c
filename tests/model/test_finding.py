"""Kinds of findings: declared once, known with the module that finds them; and findings made of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bcisub.model import finding as findings
from bcisub.model.finding import ERROR, INFO, KINDS, WARNING, Finding, declare, gravest_first


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """What a test declares is forgotten after it."""
    yield
    findings._declared.pop("test-kind", None)


def test_a_kind_knows_the_module_that_finds_it_and_is_listed():
    kind = declare("test-kind", WARNING, "It costs a trial.")
    assert KINDS["test-kind"] is kind
    assert (kind.level, kind.meaning, kind.module) == (WARNING, "It costs a trial.", __name__)


def test_a_finding_takes_level_and_meaning_from_its_kind_unless_it_is_told_otherwise():
    kind = declare("test-kind", ERROR, "No score.")
    assert kind.found("It is gone.") == Finding("test-kind", ERROR, "It is gone.", meaning="No score.")
    first = {"subject": "S01", "sample": 3}
    found = kind.found("It is gone.", "Put it back.", level=INFO, count=4, first=first, place="a.py:1")
    assert found == Finding("test-kind", INFO, "It is gone.", "Put it back.", 4, first, "a.py:1", "No score.")


def test_a_code_cannot_be_declared_with_two_meanings():
    declare("test-kind", ERROR, "One.")
    assert declare("test-kind", ERROR, "One.") is not None
    with pytest.raises(ValueError, match="test-kind is declared twice"):
        declare("test-kind", ERROR, "Another.")


def test_the_gravest_come_first_and_equals_stay_as_they_came():
    levels = [INFO, WARNING, ERROR, WARNING, ERROR]
    sorted_ = gravest_first(Finding(str(at), level, "") for at, level in enumerate(levels))
    assert [one.code for one in sorted_] == ["2", "4", "1", "3", "0"]


def test_every_kind_of_the_package_is_declared_by_one_module_with_a_known_level(every_kind):
    assert {kind.level for kind in every_kind} == {ERROR, WARNING, INFO}
    assert len({kind.code for kind in every_kind}) == len(every_kind) > 60
