"""Every word a chart says by itself, in one place. What it says about the data comes in as an argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_VERDICTS = MappingProxyType(
    {
        "correct": "correct", "wrong": "wrong", "late": "late", "missing": "missing", "invalid": "invalid",
        "quiet": "quiet", "false-alarm": "false alarm",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Words:
    """The words of one language; a sentence in braces is filled by its names."""

    verdicts: Mapping[str, str] = field(default_factory=lambda: _VERDICTS)
    """By status word; one that is not here is shown as it is."""
    empty: str = "no data"
    seconds: str = "s"
    report: str = "report"
    stray: str = "report outside trials"
    rest: str = "rest"
    idle: str = "idle"
    truth: str = "truth"
    answer: str = "answer"
    none: str = "none"
    answered: str = "answered"
    share_right: str = "share right"
    harmonic: str = "{order}f"
    trials: str = "{count} trials: {parts}."
    part: str = "{count} {what}"
    join: str = ", "
    thinned: str = "Drawn: {shown} of {count}, the rare kinds first."
    interval: str = "{value} ({low} to {high})"
    row: str = "{label}: {value}."
    cells: str = "{count} answers, {right} right."
    lost: str = "{count} values are not there and are not drawn."
    false_alarms: str = "False alarms: {count} in {seconds} s of rest."
    range: str = "{name}: {low} to {high}."

    def verdict(self, status: str) -> str:
        """The word for a status."""
        return self.verdicts.get(status, status)


ENGLISH = Words()
