"""How charts look: colours as CSS custom properties, light and dark, and the one style sheet of the room.

The colours stay apart for the three common kinds of colour blindness and, with the shapes of `marks`, on grey paper.
A page overrides any of them by setting the custom property on `.bc`, and forces a theme with `data-theme` on its root.
"""

from __future__ import annotations

import re

FONT = (
    'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans","PingFang SC","Microsoft YaHei",'
    '"Noto Sans CJK SC","Noto Sans SC","Source Han Sans SC",sans-serif'
)
STEPS = 7
"""Shades in a ramp; from `DARK_FROM` on, text upon it is written in the colour of the paper."""
DARK_FROM = 5

_LIGHT = {
    "paper": "#ffffff", "ink": "#1a1d21", "soft": "#59626d", "axis": "#8a939e", "rule": "#e3e6ea", "band": "#eff1f4",
    "good": "#0b6aa5", "bad": "#c8430a", "late": "#a06f00", "odd": "#86377f", "still": "#8f99a5", "sound": "#00755a",
}  # fmt: skip
_DARK = {
    "paper": "#14171b", "ink": "#e7eaee", "soft": "#a5aeb9", "axis": "#6c7682", "rule": "#2a3037", "band": "#20262c",
    "good": "#5fb6ec", "bad": "#ff8b57", "late": "#e2b443", "odd": "#d891d2", "still": "#7c8793", "sound": "#4cc9a3",
}  # fmt: skip
_BLUE = ("#f4f5f7", "#dbe9f5", "#b9d5ec", "#8bbce0", "#5ea3d3", "#2272ad", "#0b4c7f")
_BLUE_DARK = ("#1c2126", "#1c3145", "#20465f", "#265e80", "#2b749d", "#66b5e0", "#aadaf6")
_RED = ("#f4f5f7", "#fbe3d5", "#f7c7ad", "#f0a47e", "#e58354", "#b64712", "#7c2d08")
_RED_DARK = ("#1c2126", "#42281c", "#633620", "#854523", "#a3532a", "#f09c6f", "#fcd2b8")

SERIES = ("good", "bad", "sound", "odd", "late", "soft")
"""Colours of a chart's series, in order; `DASHES` says the same to a grey printer."""
DASHES = ("none", "6 3", "2 2", "9 3 2 3", "4 2", "1 2.5")


def stylesheet() -> str:
    """The rules and both themes, for the head of a page or the inside of a file.

    Every colour is written twice, plain and as its property: a viewer without custom properties keeps the light one.
    """
    light, dark = _properties(_tokens(dark=False)), _properties(_tokens(dark=True))
    rules = re.sub(r"([a-z-]+):var\(--bc-([a-z0-9]+)\)", _twice, _rules())
    return (
        f".bc{{{light}}}{rules}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]) .bc,.bc:root{{{dark}}}}}"
        f"@media screen{{[data-theme=dark] .bc{{{dark}}}}}"
    )


def plain_stylesheet(*, dark: bool = False) -> str:
    """The rules in one theme without custom properties, for converters that know none."""
    tokens = _tokens(dark=dark)
    return re.sub(r"var\(--bc-([a-z0-9]+)\)", lambda found: tokens[found[1]], _rules())


def shade(share: float, *, error: bool = False) -> tuple[str, str]:
    """Class of a cell and of the text upon it, for a share between 0 and 1; only nothing at all is the lowest."""
    step = 0 if not share > 0 else min(STEPS - 1, 1 + int(share * (STEPS - 1)))
    return f"{'e' if error else 'h'}{step}", "on" if step >= DARK_FROM else "up"


def _tokens(*, dark: bool) -> dict[str, str]:
    blue, red = (_BLUE_DARK, _RED_DARK) if dark else (_BLUE, _RED)
    ramps = {f"{name}{step}": ramp[step] for name, ramp in (("h", blue), ("e", red)) for step in range(STEPS)}
    return {**(_DARK if dark else _LIGHT), **ramps}


def _properties(tokens: dict[str, str]) -> str:
    return ";".join(f"--bc-{name}:{colour}" for name, colour in tokens.items())


def _twice(found: re.Match[str]) -> str:
    return f"{found[1]}:{_tokens(dark=False)[found[2]]};{found[0]}"


def _rules() -> str:
    filled = {
        "paper": "paper",
        "band": "band",
        "ink": "ink",
        "soft": "soft",
        "good": "good",
        "bad": "bad",
        "odd": "odd",
    }
    filled |= {"late": "late", "still": "still", "sound": "sound"}
    parts = [
        f".bc{{font:11px {FONT};font-variant-numeric:tabular-nums;print-color-adjust:exact;"
        "-webkit-print-color-adjust:exact}",
        ".bc text{fill:var(--bc-ink)}.bc .t{font-size:13px;font-weight:600}.bc .n{fill:var(--bc-soft)}",
        ".bc .small{font-size:10px}.bc .tiny{font-size:8.5px}.bc .strong{font-weight:600}",
        ".bc .end{text-anchor:end}.bc .mid{text-anchor:middle}.bc .on{fill:var(--bc-paper)}",
        ".bc .grid{stroke:var(--bc-rule);fill:none}.bc .axis{stroke:var(--bc-axis);fill:none}",
        ".bc .limit{stroke:var(--bc-ink);fill:none;stroke-dasharray:3 3}.bc .halo{stroke:var(--bc-paper);"
        "stroke-width:3px;stroke-linejoin:round;paint-order:stroke}",
        *(f".bc .f-{name}{{fill:var(--bc-{token})}}" for name, token in filled.items()),
        *(f".bc .s-{name}{{stroke:var(--bc-{token});fill:none}}" for name, token in filled.items()),
        *(
            f".bc .v-{name} path{{stroke:var(--bc-{token});fill:none;stroke-width:1.6px}}"
            for name, token in filled.items()
        ),
        *(f".bc .v-{name} rect{{fill:var(--bc-{token});fill-opacity:.16}}" for name, token in filled.items()),
        *(f".bc .v-{name} .m{{fill:var(--bc-{token});stroke:none}}" for name, token in filled.items()),
        ".bc .paper{fill:var(--bc-paper)}.bc .thin{stroke-width:1px}",
        ".bc .line{stroke-width:1.6px;stroke-linejoin:round}",
        ".bc .trace{stroke-width:.9px;stroke-linejoin:round}",
        ".bc .bold{stroke-width:2px}.bc .wash{fill-opacity:.16}",
        *(f".bc .d{index}{{stroke-dasharray:{dash}}}" for index, dash in enumerate(DASHES)),
        *(f".bc .{name}{step}{{fill:var(--bc-{name}{step})}}" for name in "he" for step in range(STEPS)),
        ".bc .cell{stroke:var(--bc-paper)}.bc .ring{stroke:var(--bc-ink);fill:none}",
    ]
    return "".join(parts)
