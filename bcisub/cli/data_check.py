"""`bcisub data check`: what in a set would spoil a score, or make one impossible."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from bcisub.cli.choices import json_option
from bcisub.cli.console import out, write_json
from bcisub.cli.data_options import SetName, TrackOption, chosen_track, plain_table
from bcisub.cli.findings import COLOURS, Form, show_findings
from bcisub.cli.progress import share_bar
from bcisub.data import sets
from bcisub.data.validation.check import SetReport, check_set
from bcisub.data.validation.frames import check_frames
from bcisub.model.finding import ERROR, INFO, WARNING, Finding
from bcisub.model.frames import INDEX
from bcisub.model.track import Track

_WORDS = {ERROR: "error", WARNING: "warning", INFO: "note"}


def command(
    name: SetName,
    track: TrackOption = None,
    json: Annotated[str | None, json_option("bcisub.check/1")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the findings, without the table.")] = False,
) -> None:
    """Check a set: rows, rate, signals, triggers. Ends with 1 if the set cannot be scored."""
    chosen = chosen_track(track, name)
    with share_bar(f"generating {name}") as progress:
        path, known = sets.find_set(name, chosen, Path.cwd(), progress)
    if (path / INDEX).is_file():
        report = check_frames(path)
    else:
        report = check_set(sets.open_set(name, chosen, Path.cwd()), chosen)
    if json:
        write_json(_as_json(report, known, path, chosen), json)
    if json != "-":
        if not quiet:
            out.print(_table(report), markup=False)
        _show_findings(report, chosen)
        out.print(_verdict(report, known, chosen), highlight=False, markup=False, soft_wrap=True)
    if not report.scorable:
        raise typer.Exit(1)


def _as_json(report: SetReport, name: str, path: Path, track: Track) -> dict[str, Any]:
    return {
        "schema": "bcisub.check/1",
        "name": name,
        "track": track.name,
        "path": str(path),
        "scorable": report.scorable,
        "blocks": [block.as_dict() for block in report.blocks],
        "findings": [_finding(finding) for finding in report.findings],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    place = {key: (finding.first or {}).get(key) for key in ("subject", "block", "sample", "channel")}
    level = _WORDS[finding.level]
    return {"code": finding.code, "level": level, "message": finding.message, **place, "count": finding.count}


def _table(report: SetReport) -> Any:
    table = plain_table("subject", "block", "rows", "seconds", "trials", "EEG µV", "mains µV", "findings")
    for block in report.blocks:
        counts = [
            f"{number} {word}{'s' if number > 1 else ''}"
            for level, word in _WORDS.items()
            if (number := sum(finding.level == level for finding in block.findings))
        ]
        levels = block.levels
        table.add_row(
            block.subject,
            block.block,
            str(block.rows or ""),
            "" if block.seconds is None else f"{block.seconds:.1f}",
            "" if block.trials is None else str(block.trials),
            "" if levels.brain is None else f"{levels.brain:.3g}",
            "" if levels.mains is None else f"{levels.mains:.2g} at {levels.mains_hz:.0f} Hz",
            ", ".join(counts) or "none",
        )
    return table


def _show_findings(report: SetReport, track: Track) -> None:
    def line(finding: Finding) -> tuple[str, str]:
        first = finding.first or {}
        places = [f"{first['subject']}/{first['block']}"] if first else []
        if "sample" in first:
            places.append(f"sample {first['sample']} ({first['sample'] / track.fs:.2f} s)")
        if "channel" in first:
            places.append(first["channel"])
        times = f" ({finding.count} times)" if finding.count > 1 and first else ""
        place = f"{', '.join(places)}: " if places else ""
        return _WORDS[finding.level], f" {finding.code}: {place}{finding.message}{times}"

    show_findings(report.findings, Form(line, colours={**COLOURS, INFO: "dim"}), out)


def _verdict(report: SetReport, name: str, track: Track) -> str:
    errors = sum(finding.level == ERROR for finding in report.findings)
    if errors:
        forbidding = f"{errors} findings forbid" if errors > 1 else "1 finding forbids"
        return f"{name} cannot be scored in {track.name}: {forbidding} it."
    rest = len(report.findings)
    return f"{name} can be scored in {track.name}; {rest or 'no'} finding{'' if rest == 1 else 's'}."
