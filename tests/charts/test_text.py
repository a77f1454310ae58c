"""Room for labels."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bcisub.charts import text

SPANS = st.lists(st.tuples(st.floats(0, 700), st.floats(0, 90)).map(lambda one: (one[0], one[0] + one[1])), max_size=20)


@given(st.text(max_size=60), st.floats(0, 200))
def test_a_cut_text_has_room_and_keeps_its_beginning(what: str, room: float) -> None:
    kept = text.fit(what, room)
    assert text.width(kept) <= room + 0.1
    assert what.startswith(kept.removesuffix("…")) or kept == what


def test_chinese_is_as_wide_as_it_is_tall() -> None:
    assert text.width("情绪", 10) == 20
    assert text.width("il", 10) < text.width("WM", 10)


@given(SPANS)
def test_labels_that_stay_do_not_touch(spans: list[tuple[float, float]]) -> None:
    for kept in (text.apart(spans), text.regular(sorted(spans))):
        chosen = sorted((spans if kept == text.apart(spans) else sorted(spans))[index] for index in kept)
        assert all(a[1] <= b[0] for a, b in pairwise(chosen))


def test_the_first_has_the_right_of_way() -> None:
    assert text.apart([(0, 10), (5, 15), (20, 30)]) == [0, 2]
    assert text.regular([(0, 10), (8, 18), (16, 26), (24, 34)]) == [0, 2]
