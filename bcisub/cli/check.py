"""`bcisub check`: what would go wrong on the server, before the upload."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from bcisub.checking.check import Checked, check
from bcisub.cli.choices import LayoutOption, TrackOption, json_option
from bcisub.cli.console import err, out, write_json
from bcisub.cli.findings import Form, show_findings
from bcisub.cli.progress import steps
from bcisub.model.finding import Finding
from bcisub.project.project import open_project
from bcisub.targets import interpreters


def command(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="The project's folder.")] = Path(),
    python: Annotated[str, typer.Option(help="target, current, X.Y or the path of an interpreter.")] = "target",
    json_file: Annotated[str | None, json_option("bcisub.check/1")] = None,
    track: TrackOption = None,
    layout: LayoutOption = None,
    install_python: Annotated[bool, typer.Option("--install-python", help="Fetch a missing target with uv.")] = False,
) -> None:
    """Look at the submission and try it on short synthetic streams; exit 1 if it would lose points on the server."""
    opened = open_project(project, track, layout)
    for remark in opened.notes:
        err.print(remark, markup=False, style="dim")
    choice = interpreters.choose(python, opened.python, install=install_python)
    with steps() as step:
        checked = check(opened, choice, step)
    if json_file is not None:
        write_json(checked.to_json(), json_file)
    if json_file != "-":
        _show(checked)
    if not checked.good:
        raise typer.Exit(1)


def _show(checked: Checked) -> None:
    def say(*parts: str | tuple[str, str]) -> None:
        out.print(Text.assemble(*parts), soft_wrap=True)

    form = Form(_line, (("  there: ", "meaning"), ("  fix: ", "hint")), labels="bold")
    show_findings(checked.findings, form, out)
    say(f"looked at: {checked.files} files, {checked.size:,} bytes, layout {checked.layout}, Python {checked.python}")
    for tried in checked.tried:
        reports = "1 report" if tried.reports == 1 else f"{tried.reports} reports"
        say(f"tried: {tried.what}: {tried.ended}, {reports}, {tried.seconds:.1f} s")
    if checked.untried:
        say(f"nothing was run: {checked.untried}")
    errors = sum(one.level == "error" for one in checked.findings)
    others = len(checked.findings) - errors
    say(
        ("good", "bold green") if checked.good else (f"{errors} would lose points", "bold red"),
        f", {others} to think about" if others else "",
    )


def _line(finding: Finding) -> tuple[str, str]:
    place = f" {finding.place}:" if finding.place else ""
    return finding.level, f" ({finding.code}){place} {finding.message}"
