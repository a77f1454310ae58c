"""Both eye pictures of a frame, small, beside the plane with the error's arrow."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from bcisub.charts import frame, scales, text
from bcisub.charts.frame import EDGE, Plot
from bcisub.charts.plane import Arrow, arrow
from bcisub.charts.svg import Element, Heading, Svg, el
from bcisub.charts.words import ENGLISH, Words


@dataclass(frozen=True)
class Picture:
    """An eye picture, as a PNG or JPEG that is already as small as it shall be."""

    label: str
    data: bytes
    width: int
    height: int


def eyes(
    pictures: tuple[Picture, ...], error: Arrow | None, bounds: tuple[float, float, float, float], heading: Heading,
    *, note: str = "", width: float = 480, words: Words = ENGLISH,
) -> Svg:  # fmt: skip
    """The pictures side by side, then the plane between `bounds` (left, top, right, bottom) with truth and answer."""
    drawn, top = frame.head(heading, width)
    parts = len(pictures) + 1
    wide = (width - 2 * EDGE - 10 * (parts - 1)) / parts
    tall = max([wide * one.height / max(1, one.width) for one in pictures] + [wide * 0.6])
    tall = min(tall, 2 * wide)
    for index, one in enumerate(pictures):
        x = EDGE + index * (wide + 10)
        drawn += [
            _picture(one, x, top + 14, wide, tall),
            frame.words(x, top + 9, text.fit(one.label, wide, text.SMALL), "n", size=text.SMALL),
        ]
    left = EDGE + len(pictures) * (wide + 10)
    ends = scales.extent([bounds[0], bounds[2]]), scales.extent([bounds[1], bounds[3]])
    across = scales.Scale(*ends[0], left + 4, left + wide - 4)
    area = Plot(left, top + 14, left + wide, top + 14 + tall, across, scales.Scale(*ends[1], top + 18, top + 10 + tall))
    drawn.append(el("rect", x=left, y=top + 14, width=wide, height=tall, class_="f-band"))
    drawn.append(frame.words(left, top + 9, text.fit(note, wide, text.SMALL), "n", size=text.SMALL))
    known = error is not None and all(scales.there(v) for v in (error.x, error.y, error.to_x, error.to_y))
    drawn.append(arrow(error, area) if error is not None and known else frame.nothing(words.empty, area))
    return Svg(heading, width, top + tall + 14 + EDGE, tuple(drawn), "eyes", (note,) if note else ())


def _picture(one: Picture, x: float, y: float, wide: float, tall: float) -> Element:
    kind = "png" if one.data.startswith(b"\x89PNG") else "jpeg"
    link = f"data:image/{kind};base64,{base64.b64encode(one.data).decode()}"
    place = {"x": x, "y": y, "width": wide, "height": tall}
    return el("image", el("title", one.label), href=link, preserveAspectRatio="xMinYMin meet", **place)
