"""`bcisub pack`: the proved bundle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.choices import LayoutOption, json_option
from bcisub.cli.console import err, out, write_json
from bcisub.cli.progress import ScreenFollower, steps
from bcisub.history.scored import Scored
from bcisub.pack.build import Bundle, PackOptions, build
from bcisub.pack.hand_in import hand_in
from bcisub.project.project import open_project
from bcisub.tracks import get, serving_frames

HAND_IN = ", ".join(track.name for track in serving_frames())
"""Tracks that hand in predictions; some options are for them alone."""


def command(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="The project's folder.")] = Path(),
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The bundle; dist/NAME.FORMAT if not given.")
    ] = None,
    python: Annotated[str | None, typer.Option(help="Target Python, X.Y or a path; the track's if not given.")] = None,
    form: Annotated[str | None, typer.Option("--format", help="zip or tar.gz; the layout's if not given.")] = None,
    layout: LayoutOption = None,
    data: Annotated[
        str | None, typer.Option(help=f"The test set whose predictions are handed in, a name or a path ({HAND_IN}).")
    ] = None,
    team: Annotated[str | None, typer.Option(help=f"Name of the team in the files' names ({HAND_IN}).")] = None,
    date: Annotated[
        str | None, typer.Option(help=f"Date of the submission, YYYYMMDD; today if not given ({HAND_IN}).")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help=f"Go on with predictions that were interrupted ({HAND_IN}).")
    ] = False,
    track: Annotated[str | None, typer.Option(help="The track, where bcisub.toml does not say.")] = None,
    with_source: Annotated[bool, typer.Option("--with-source", help="Put the sources in too.")] = False,
    only_source: Annotated[
        bool, typer.Option("--only-source", help="Put the sources in, and no compiled code.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Make a bundle that would be refused; its faults are told.")
    ] = False,
    install_python: Annotated[
        bool, typer.Option("--install-python", help="Fetch the target Python with uv if it is missing.")
    ] = False,
    json_file: Annotated[str | None, json_option("bcisub.bundle/1")] = None,
) -> None:
    """Compile, archive and prove the submission; a bundle is written only if it runs like its source."""
    opened = open_project(project, track, layout)
    for remark in opened.notes:
        _note(remark)
    makers = {"compiled": build, "hand-in": hand_in}
    options = PackOptions(
        output, python, form, with_source, only_source, install_python, data, team, date, resume, force
    )
    with steps() as step:
        bundle = makers[opened.bundle.packs](opened, options, ScreenFollower(step))
    if json_file is not None:
        write_json(bundle.to_json(), json_file)
    if json_file != "-":
        _show(bundle)


def _note(text: str) -> None:
    err.print(text, highlight=False, markup=False, soft_wrap=True)


def _show(bundle: Bundle) -> None:
    compiled = sum(file.magic is not None for file in bundle.files)
    made = f"{compiled} compiled" if compiled else "sources"
    lines = [f"{bundle.path}", f"  {bundle.size:,} bytes, {len(bundle.files)} files ({made})"]
    if bundle.proof.ran:
        lines.append(f"  proved: from an empty folder it gave the same reports ({bundle.proof.reports}) as its source")
    if bundle.predictions is not None:
        predictions = bundle.predictions
        lines += [
            f"{predictions['path']}",
            f"  {predictions['rows']:,} predictions of {predictions['data']}, sha256 {predictions['sha256']}",
        ]
    for line in lines:
        out.print(line, highlight=False, markup=False, soft_wrap=True)
    for fault in bundle.faults:
        place = f"{fault.place}: " if fault.place else ""
        _note(f"FORCED ({fault.code}): {place}{fault.message}")
    if bundle.proof.ran and not bundle.proof.reports:
        _note("The algorithm reported nothing in the block of the proof, so it shows only that the bundle runs.")
    for name, value in _card(bundle):
        out.print(f"{name:<7} {value}", highlight=False, markup=False, soft_wrap=True)


def _card(bundle: Bundle) -> list[tuple[str, str]]:
    """What one wants to know of a bundle weeks later: what it is, and what its code was worth."""
    card = [
        ("layout", f"{bundle.layout} ({bundle.track})"),
        ("Python", bundle.python),
        ("sha256", bundle.sha256),
    ]
    scores = [
        f"{_worth(one)} on {one.data}, {one.when or 'at an unknown time'}, run {one.run}" for one in bundle.evaluated
    ]
    return card + [("scored", score) for score in scores or ["never: this very code was not evaluated (bcisub eval)"]]


def _worth(scored: Scored) -> str:
    decimals = get(scored.track).decimals
    stage = "" if scored.stage == "preliminary" else f", {scored.stage}"
    if scored.score is None or not scored.valid:
        return f"no score ({scored.void_reason}){stage}"
    return f"{scored.score:.{decimals}f} {scored.unit}{stage}"
