"""`bcisub doctor`: what this machine has, and what mends what it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.choices import json_option
from bcisub.cli.console import out, write_json
from bcisub.cli.findings import Form, show_findings
from bcisub.model.finding import ERROR, INFO, Finding
from bcisub.targets.diagnosis import SCHEMA, diagnose


def command(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="The project's folder.")] = Path(),
    json_file: Annotated[str | None, json_option("bcisub.doctor/1")] = None,
) -> None:
    """Look at interpreters, environments, uv, data and disk; each problem with the command that mends it."""
    findings = diagnose(project)
    good = all(finding.level != ERROR for finding in findings)
    if json_file is not None:
        rows = [
            {"what": one.place, "ok": one.level != ERROR, "found": one.message, "mend": one.hint} for one in findings
        ]
        write_json({"schema": SCHEMA, "ok": good, "findings": rows}, json_file)
    if json_file != "-":
        width = max(len(str(finding.place)) for finding in findings)

        def line(finding: Finding) -> tuple[str, str]:
            mark = "problem" if finding.level == ERROR else "ok     "
            return mark, f"  {finding.place:<{width}}  {finding.message}"

        form = Form(line, ((" " * (width + 11) + "→ ", "hint"),), dict.fromkeys((ERROR, INFO), ""))
        show_findings(findings, form, out)
    if not good:
        raise typer.Exit(1)
