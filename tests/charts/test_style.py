"""Colours: readable in both themes, in grey, and in viewers that know no custom properties."""

from __future__ import annotations

import re

import pytest

from bcisub.charts import style
from bcisub.charts.frame import Key
from bcisub.charts.marks import ORDER, css, keys, shape
from bcisub.charts.words import ENGLISH

themes = pytest.mark.parametrize("dark", [False, True])


def _tokens(dark: bool) -> dict[str, str]:
    sheet = style.stylesheet()
    found = re.findall(r"--bc-([a-z0-9]+):(#[0-9a-f]{6})", sheet.split("@media", 2)[1 if dark else 0])
    return dict(found)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@themes
def test_text_and_marks_stand_out_from_the_paper(dark: bool) -> None:
    tokens = _tokens(dark)
    assert _contrast(tokens["ink"], tokens["paper"]) > 12
    assert _contrast(tokens["soft"], tokens["paper"]) > 4.5
    for name in style.SERIES:
        assert _contrast(tokens[name], tokens["paper"]) > 3, name


@themes
@pytest.mark.parametrize("ramp", ["h", "e"])
def test_text_is_readable_on_every_shade_and_shades_are_in_order_in_grey(dark: bool, ramp: str) -> None:
    tokens = _tokens(dark)
    shades = [tokens[f"{ramp}{step}"] for step in range(style.STEPS)]
    bright = [_luminance(shade) for shade in shades]
    assert bright == sorted(bright, reverse=not dark)
    for step, shade in enumerate(shades):
        assert _contrast(shade, tokens["paper" if step >= style.DARK_FROM else "ink"]) > 4, step


def test_a_viewer_without_custom_properties_gets_the_light_colours() -> None:
    rules = style.stylesheet().split("@media")[0].split("}", 1)[1]
    assert re.search(r"fill:#1a1d21;fill:var\(--bc-ink\)", rules)
    assert all(before.endswith(";") for before in re.split(r"[a-z-]+:var\(", rules)[:-1])


@themes
def test_the_plain_sheet_has_no_property_left(dark: bool) -> None:
    sheet = style.plain_stylesheet(dark=dark)
    assert "var(" not in sheet
    assert _tokens(dark)["good"] in sheet


def test_the_sheet_holds_nothing_that_loads_or_ends_it() -> None:
    assert not re.search(r"url\(|@import|@font-face|<", style.stylesheet())


def test_a_share_of_nothing_is_the_lowest_shade_and_all_the_highest() -> None:
    assert style.shade(0) == ("h0", "up")
    assert style.shade(1e-9, error=True) == ("e1", "up")
    assert style.shade(1) == ("h6", "on")
    assert style.shade(float("nan")) == ("h0", "up")


def test_every_verdict_has_a_shape_of_its_own() -> None:
    drawn = {(shape(status, 10, 10), "line" in css(status)) for status in ORDER}
    assert len(drawn) == len(ORDER)


def test_the_legend_counts_what_occurs_in_a_fixed_order() -> None:
    found: list[Key] = keys(["missing", "correct", "missing", "odd-one"], ENGLISH)
    assert [key.meaning for key in found] == ["correct 1", "missing 2", "odd-one 1"]
