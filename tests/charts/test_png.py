"""A chart as a picture."""

from __future__ import annotations

import io
import sys

import pytest
from PIL import Image

from bcisub.charts.estimates import Estimate, estimates
from bcisub.charts.png import to_png
from bcisub.charts.svg import Heading, Svg
from bcisub.model.errors import BcisubError


@pytest.fixture
def chart() -> Svg:
    return estimates([Estimate("S01", 86.9, 71, 98, strong=True)], Heading("k", "分数 Score"), width=320)


@pytest.mark.parametrize(("dark", "paper"), [(False, (255, 255, 255)), (True, (20, 23, 27))])
def test_it_is_drawn_in_its_theme_with_text_and_marks(chart: Svg, dark: bool, paper: tuple[int, int, int]) -> None:
    pytest.importorskip("resvg_py")
    picture = Image.open(io.BytesIO(to_png(chart, zoom=2, dark=dark))).convert("RGB")
    assert picture.size == (640, round(chart.height * 2))
    assert picture.getpixel((639, 0)) == paper
    colours = {colour for _, colour in picture.getcolors(100_000) or []}
    good = (0x5F, 0xB6, 0xEC) if dark else (0x0B, 0x6A, 0xA5)
    assert good in colours, "the dot has the colour of the theme"


def test_without_the_extra_the_way_out_is_named(chart: Svg, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(BcisubError) as raised:
        to_png(chart)
    assert raised.value.code == "needs-plot"
    assert "pip install resvg-py" in (raised.value.hint or "")
    assert ".svg" in (raised.value.hint or "")
