"""`bcisub rules TRACK`: the rules and readings the scorer uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from rich.table import Table

from bcisub.cli.choices import TrackName, json_option
from bcisub.cli.console import out, write_json
from bcisub.model.track import Preset
from bcisub.tracks import get


def command(
    track: TrackName,
    json_file: Annotated[str | None, json_option("bcisub.rules/1")] = None,
) -> None:
    """Show a track's rules with their ids, its readings with the default marked, and where each of them is said."""
    declared = get(track)
    if json_file is not None:
        rules = [{"id": rule.id, "text": rule.text, "source": asdict(rule.source)} for rule in declared.rules]
        readings = [
            {
                "name": r.name,
                "default": r.default,
                "choices": dict(r.choices),
                "needs_run": r.stream,
                "source": asdict(r.source),
            }
            for r in declared.readings
        ]
        presets = [
            {"name": f"as-{preset.name}", "summary": preset.summary, "readings": dict(preset.readings)}
            for preset in declared.presets
        ]
        content = {"track": track, "rules": rules, "readings": readings, "presets": presets}
        write_json({"schema": "bcisub.rules/1", **content}, json_file)
        if json_file == "-":
            return
    out.print(f"[bold]{declared.title}[/bold]  {declared.document}\n")
    table = Table("rule", "", "source", box=None, pad_edge=False)
    for rule in declared.rules:
        table.add_row(rule.id, rule.text, rule.source.shown)
    out.print(table)
    out.print("\n[bold]Readings[/bold]  choose with --reading NAME=VALUE; * is the default")
    table = Table("reading", "value", "", "source", box=None, pad_edge=False)
    for reading in declared.readings:
        for value, meaning in reading.choices.items():
            first = value == reading.default
            note = "  (needs a run of its own)" if reading.stream and not first else ""
            mark, source = (" *", reading.source.shown) if first else ("", "")
            table.add_row(reading.name if first else "", f"{value}{mark}", meaning + note, source)
    out.print(table)
    _presets(declared.presets)


def _presets(presets: Sequence[Preset]) -> None:
    """The engines whose readings can be set at once; what one does not name stands at its default."""
    if not presets:
        return
    out.print("\n[bold]Presets[/bold]  all readings of an engine at once; those not named stand at their default")
    for preset in presets:
        values = ", ".join(f"{name}={value}" for name, value in preset.readings.items())
        out.print(f"--as {preset.name}  {preset.summary}: {values}", highlight=False, markup=False)
