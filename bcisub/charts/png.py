"""A chart as a PNG, by a converter that is an extra: pages and files need none."""

from __future__ import annotations

from bcisub.charts.style import plain_stylesheet
from bcisub.charts.svg import Svg
from bcisub.model.errors import BcisubError


def to_png(svg: Svg, *, zoom: float = 2.0, dark: bool = False) -> bytes:
    """The chart as a picture, `zoom` pixels for each of its own, written with the fonts of this machine."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise BcisubError(
            "A PNG needs resvg-py, which is not installed.",
            hint="pip install resvg-py, or write an .svg: every browser opens it",
            code="needs-plot",
        ) from None
    return bytes(svg_to_bytes(svg_string=svg.standalone(plain_stylesheet(dark=dark)), zoom=zoom))
