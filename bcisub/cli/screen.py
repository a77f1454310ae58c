"""The screen after `eval` and `score`: one result, any track."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from bcisub import tracks
from bcisub.cli.findings import COLOURS, Form, show_findings
from bcisub.model.finding import ERROR, Finding
from bcisub.model.result import Result, Table


def show(result: Result, console: Console) -> None:
    """Print the result."""
    _headline(result, console)
    for table in result.tables:
        _table(table, console)
    show_findings(result.diagnostics, _FORM, console)
    _run(result, console)
    _sensitivity(result, console)
    _engines(result, console)


def _diagnostic(finding: Finding) -> tuple[str, str]:
    first = ", ".join(f"{key} {value}" for key, value in (finding.first or {}).items())
    return f"{finding.code} ×{finding.count}", f"  {finding.message}{f'  first: {first}' if first else ''}"


_FORM = Form(_diagnostic, (("    → ", "hint"),), {**COLOURS, ERROR: "red"}, style="dim", soft_wrap=False)


def _headline(result: Result, console: Console) -> None:
    console.print()
    if result.run.get("quick"):
        console.print(Text("QUICK: the first block only. THIS IS NOT A SCORE.", "bold yellow"))
    score = "no score" if result.score is None else f"{_shown(result, result.score)} {result.unit}"
    if result.valid:
        console.print(Text.assemble(("score ", "bold"), (score, "bold green"), f"   {result.track} on {result.data}"))
    elif result.unlabelled:
        console.print(
            Text.assemble((score, "bold yellow"), f"   {result.track} on {result.data}: {result.void_reason}")
        )
    else:
        console.print(Text.assemble(("score ", "bold"), (score, "bold red"), f"   VOID: {result.void_reason}"))
    console.print("   ".join(f"{name} {value}" for name, value in result.headline))


def _table(table: Table, console: Console) -> None:
    console.print()
    if table.rows:
        shown = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, title=table.title, title_justify="left")
        for number, column in enumerate(table.columns):
            shown.add_column(column, justify="left" if number < 2 else "right")
        for row in table.rows:
            shown.add_row(*row)
        console.print(shown)
    elif table.title:
        console.print(Text(table.title, "bold"))
    for line in table.lines:
        console.print(Text(line))


def _run(result: Result, console: Console) -> None:
    compute = result.run.get("compute")
    if not compute:
        return
    served = result.run.get("served", "packets")
    pace = "a second" if served == "frames" else "real time"
    console.print()
    console.print(
        f"computing per {served[:-1]}: median {compute['p50_ms']:.2f} ms, 99 % {compute['p99_ms']:.2f} ms, "
        f"max {compute['max_ms']:.1f} ms; {compute['share_of_real_time']:.1%} of {pace}"
    )
    console.print(
        f"Python {result.run['python']}, {result.run['packets']} {served}, {result.run['reports']} reports, "
        f"{result.stray_reports} stray; run {result.run['id']}"
    )
    if result.run.get("slower"):
        console.print(f"scored as if computing had taken {result.run['slower']:g} times as long")
    elif result.half_speed is not None:
        late, score = result.half_speed.late, result.half_speed.score
        then = "no score" if score is None else f"the score is {_shown(result, score)}"
        console.print(
            f"on a machine half as fast {late} trial{' turns' if late == 1 else 's turn'} late: {then} (--slower 2)"
        )


def _sensitivity(result: Result, console: Console) -> None:
    if result.score is None or not result.sensitivity:
        return
    scores = [entry for entry in result.sensitivity if entry["score"] is not None]
    without = [f"{entry['reading']}={entry['value']}: no score" for entry in result.sensitivity if entry not in scores]
    least, greatest = (_shown(result, score) for score in _ends(result, [entry["score"] for entry in scores]))
    if least == greatest:
        sentences = [f"{least} under {'the other readings' if without else 'every reading'}"]
    else:
        most = max(scores, key=lambda entry: abs(entry["score"] - result.score))
        sentences = [
            f"{least} to {greatest} over all {'other ' if without else ''}readings{_combined(result)}",
            f"{most['reading']}={most['value']} matters most ({_shown(result, most['score'])})",
        ]
    alone = [reading.name for reading in tracks.get(result.track).readings if reading.stream]
    if alone:
        sentences.append(
            f"{', '.join(alone)} {'need runs of their own' if len(alone) > 1 else 'needs a run of its own'}"
        )
    console.print(f"sensitivity: {'; '.join([*without, *sentences])}")


def _ends(result: Result, others: Sequence[float]) -> tuple[float, float]:
    """The range over all combinations of readings."""
    if result.range is not None and result.range["low"] is not None:
        return result.range["low"], result.range["high"]
    every = [score for score in (result.score, *others) if score is not None]
    return min(every), max(every)


def _combined(result: Result) -> str:
    """Whether the range is that of all combinations, or what a search among them found."""
    if result.range is None:
        return ""
    return " and their combinations" if result.range["exact"] else ", combinations searched (too many to try all)"


def _engines(result: Result, console: Console) -> None:
    """The score as the public engines would give it."""
    if result.score is None:
        return
    for one in result.as_engine:
        if one.differs is not None:
            words = f"needs --as {one.engine}: {one.differs}"
        else:
            words = "no score" if one.score is None else _shown(result, one.score)
        console.print(Text(f"as {one.engine}: {words}"))


def _shown(result: Result, score: float) -> str:
    return f"{score:.{result.decimals}f}"
