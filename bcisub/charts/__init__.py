"""Charts: pure functions from plain data to SVG. No files, no tracks, no script, no words but those of `words`.

One kind a module, with the dataclasses it takes: `timeline`, `eeg` (traces around a trial), `spectrum`, `lines`,
`estimates` (bars or dots with intervals), `ranges`, `confusion`, `keyboard`, `false_alarms`, `cumulative`, `eyes` and
`plane` (errors as arrows). Every function takes its data, a `svg.Heading` and how wide to draw (360 for a phone).
It gives an `svg.Svg`: `inline()` for a page that holds `style.stylesheet()` once, `standalone()` for a file,
`png.to_png()` for a picture. Elements keep stable classes and `data-*` attributes for scripts; `timeline` says which.
"""
