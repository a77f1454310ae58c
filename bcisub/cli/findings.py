"""Findings on the screen: one line each, and below it what a finding says further."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from bcisub.model.finding import ERROR, INFO, WARNING, Finding

COLOURS = {ERROR: "bold red", WARNING: "yellow", INFO: "cyan"}


@dataclass(frozen=True)
class Form:
    """How a command words its findings."""

    line: Callable[[Finding], tuple[str, str]]
    """The line's beginning, which has the level's colour, and its rest."""
    below: tuple[tuple[str, str], ...] = ()
    """Label and field of what stands below, left out where a finding lacks it."""
    colours: Mapping[str, str] = field(default_factory=lambda: COLOURS)
    labels: str = ""
    """Style of the labels below."""
    style: str = ""
    """Style of all that stands below."""
    soft_wrap: bool = True


def show_findings(findings: Iterable[Finding], form: Form, console: Console) -> None:
    """Print the findings in the command's words."""
    for finding in findings:
        head, rest = form.line(finding)
        console.print(Text.assemble((head, form.colours[finding.level]), rest), soft_wrap=form.soft_wrap)
        below = [(label, getattr(finding, name)) for label, name in form.below]
        parts = [part for label, text in below if text for part in ((label, form.labels), text)]
        if parts:
            console.print(Text.assemble(*parts, style=form.style), soft_wrap=form.soft_wrap)
