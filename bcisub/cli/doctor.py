"""`bcisub doctor`: what this machine has, and what mends what it lacks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bcisub.cli.console import out, write_json
from bcisub.targets.diagnosis import SCHEMA, diagnose


def command(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="The project's folder.")] = Path(),
    json_file: Annotated[str | None, typer.Option("--json", help="Write the findings; - is stdout.")] = None,
) -> None:
    """Look at interpreters, environments, uv, data and disk; each problem with the command that mends it."""
    findings = diagnose(project)
    good = all(finding.good for finding in findings)
    if json_file is not None:
        write_json({"schema": SCHEMA, "ok": good, "findings": [one.to_json() for one in findings]}, json_file)
    if json_file != "-":
        width = max(len(finding.what) for finding in findings)
        for finding in findings:
            mark = "ok     " if finding.good else "problem"
            line = f"{mark}  {finding.what:<{width}}  {finding.found}"
            out.print(line, highlight=False, markup=False, soft_wrap=True)
            if finding.mend is not None:
                out.print(" " * (width + 11) + f"→ {finding.mend}", highlight=False, markup=False, soft_wrap=True)
    if not good:
        raise typer.Exit(1)
