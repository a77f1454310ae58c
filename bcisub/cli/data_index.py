"""`bcisub data index`: the index of a folder of near-eye pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.console import err, out
from bcisub.cli.progress import share_bar
from bcisub.data.frame_index import build_index


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of near-eye pictures.")],
    pattern: Annotated[
        str, typer.Option(help="Path of a picture below FOLDER, with {subject}, {group}, {frame} and {eye}.")
    ] = "{subject}/{group}/{frame}_{eye}.png",
    labels: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV: subject, group, frame, x, y, calibration.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over an index that holds labels, even without --labels.")
    ] = False,
) -> None:
    """Build the index frames.csv of a folder of pictures, and name the pictures that cannot be used."""
    with share_bar("reading the pictures") as progress:
        report = build_index(folder, pattern, labels, force=force, progress=progress)
    for name, why in report.broken:
        err.print(f"broken: {name}: {why}", markup=False)
    for name, eye in report.lonely:
        err.print(f"without partner: {name}: the {eye} eye is missing or broken", markup=False)
    for name in report.without_frame:
        err.print(f"label without pictures: {name}", markup=False)
    if report.unmatched:
        err.print(f"{report.unmatched} picture(s) do not fit the pattern", markup=False)
    counts = f"{report.frames} frames, {report.labelled} with labels, {report.calibration} for calibration"
    out.print(f"{report.path}: {counts}", markup=False, soft_wrap=True)
    if report.broken or report.lonely:
        raise typer.Exit(1)
