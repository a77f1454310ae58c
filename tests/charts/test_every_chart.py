"""What holds of each chart, whatever it is given."""

from __future__ import annotations

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.charts.drawing import NS, collisions, outside, root
from tests.charts.samples import CHARTS

NUMBERS = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True), st.floats(-100, 100), st.integers(-5, 5).map(float), st.just(0.0)
)
LABELS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["block_1", "愤怒", "</svg><script>alert(1)</script>", '"><img onerror=x>', "W" * 80]),
)
HOSTILE = ["</svg><script>alert(1)</script>", '" onload="x', "]]>", "<!--", "\x00\x1b[31m", "\u202e", "\ud800", "&amp;"]
every_chart = pytest.mark.parametrize("name", CHARTS)
often = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@every_chart
@often
@given(st.lists(NUMBERS, max_size=14), st.lists(LABELS, max_size=5), st.sampled_from([160.0, 366.0, 720.0]))
def test_any_input_draws_inside_the_view_box_and_is_xml(
    name: str, values: list[float], labels: list[str], width: float
) -> None:
    chart = CHARTS[name](values, labels, width)
    assert outside(chart) == []
    assert root(chart).get("viewBox", "").split()[:2] == ["0", "0"]


@every_chart
@often
@given(
    st.lists(st.floats(-1000, 1000), min_size=1, max_size=14),
    st.lists(
        st.sampled_from(["block_1", "S01", "愤怒", "left hand", "a longer label than others"]), min_size=1, max_size=4
    ),
    st.sampled_from([366.0, 480.0, 720.0]),
)
def test_no_two_texts_touch(name: str, values: list[float], labels: list[str], width: float) -> None:
    assert collisions(CHARTS[name](values, labels, width)) == []


@every_chart
def test_hostile_labels_stay_text(name: str) -> None:
    drawn = CHARTS[name]([1.0, 2.0, 3.0, 4.0], HOSTILE, 720).standalone()
    for bad in ("<script", "<img", "<!--", ' onload="', "\x00", "\x1b", "\u202e", "\ud800"):
        assert bad not in drawn
    drawn.encode()


@every_chart
def test_who_cannot_see_is_told(name: str) -> None:
    chart = root(CHARTS[name]([1.0, 2.0, 3.0, 4.0], ["S01", "S02"], 480))
    assert chart.get("role") == "img"
    ids = {element.get("id"): element for element in chart.iter() if element.get("id")}
    title, desc = ids[chart.get("aria-labelledby")], ids[chart.get("aria-describedby")]
    assert (title.tag, title.text) == (f"{NS}title", "S01")
    assert desc.tag == f"{NS}desc"
    assert (desc.text or "").startswith("S02")


@every_chart
def test_equal_data_gives_equal_bytes_and_no_style_attribute(name: str) -> None:
    first, again = (CHARTS[name]([1.5, 2.25, math.nan, 4.0], ["S01", "S02"], 480) for _ in range(2))
    assert first.standalone() == again.standalone()
    assert not any(element.get("style") for element in root(first).iter()), "a page's CSP refuses style attributes"


@every_chart
def test_a_chart_without_data_says_so(name: str) -> None:
    texts = [element.text for element in root(CHARTS[name]([], [], 480)).iter(f"{NS}text")]
    assert "no data" in texts
