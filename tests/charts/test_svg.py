"""The markup: escaped, short, the same each time."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bcisub.charts.svg import Heading, Svg, el, escape, group, number, path, runs, slug
from tests.charts.drawing import walk

POINTS = st.lists(st.tuples(st.floats(-2000, 2000), st.floats(-2000, 2000)), min_size=1, max_size=30)


def test_attributes_are_named_as_svg_names_them() -> None:
    drawn = el("path", class_="a b", data_t0=1.25, stroke_width=None, x=-0.01).markup()
    assert drawn == '<path class="a b" data-t0="1.2" x="0"/>'


@given(st.text().filter(lambda what: "\r" not in what))  # a reader of XML makes \r a \n
def test_any_text_comes_back_as_text(what: str) -> None:
    read = ElementTree.fromstring(el("text", what, title=what).markup()) if what else None
    if read is not None:
        assert len(read) == 0
        assert len(read.text or "") == len(what)
        assert set(read.attrib) == {"title"}


@pytest.mark.parametrize("bad", ["<", ">", '"', "\x00", "\x1b", "\u202e", "\u2066", "\ud800", "\uffff"])
def test_what_could_become_markup_or_turn_the_line_is_gone(bad: str) -> None:
    assert bad not in escape(f"a{bad}b")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_a_coordinate_that_is_none_is_a_bug(value: float) -> None:
    with pytest.raises(ValueError, match="coordinate"):
        number(value)


@given(POINTS)
def test_relative_steps_do_not_drift(points: list[tuple[float, float]]) -> None:
    corners = walk(path(points))
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    kept = [here for before, here in zip([None, *tenths], tenths, strict=False) if here != before]
    assert [(round(x * 10), round(y * 10)) for x, y in corners] == kept


def test_a_gap_in_the_data_is_a_gap_in_the_line() -> None:
    assert runs([None, (0, 0), (1, 1), None, None, (2, 2)]) == [[(0, 0), (1, 1)], [(2, 2)]]
    assert runs([]) == []


@given(st.text(), st.text())
def test_ids_are_safe_and_no_two_keys_meet(a: str, b: str) -> None:
    assert slug(a).replace("-", "a").replace("_", "a").isalnum() or not a
    if a.replace(" ", "-") != b.replace(" ", "-"):
        assert slug(f"k{a}") != slug(f"k{b}")


def test_a_group_of_nothing_is_nothing() -> None:
    assert group([]) == ()


def test_a_file_of_its_own_brings_its_style_and_a_page_does_not() -> None:
    chart = Svg(Heading("k", "t", "d."), 10, 20, (), "lines", ("fact.",))
    assert "<style>" not in chart.inline()
    assert "<style>" in chart.standalone()
    assert chart.desc == "d. fact."
    assert ElementTree.fromstring(chart.standalone()).get("viewBox") == "0 0 10 20"
