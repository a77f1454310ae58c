"""One thing found, in a run, a submission, a set or on this machine; and the kinds of things that are found.

A kind is declared once, in the module that finds it, and a finding is made of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

ERROR, WARNING, INFO = "error", "warning", "info"
"""Loses points or stops the work; may lose some; good to know."""
_RANKS = {ERROR: 0, WARNING: 1, INFO: 2}
NEVER_STARTS = "The submission does not start there: no score."
"""A meaning that several kinds share."""


@dataclass(frozen=True)
class Finding:
    """One thing found."""

    code: str
    level: str
    message: str
    """One sentence: what it is."""
    hint: str | None = None
    """What to do."""
    count: int = 1
    first: Mapping[str, Any] | None = None
    """The first place in the data: subject, block and whatever else tells it."""
    place: str | None = None
    """The file, with its line, or the part of the machine."""
    meaning: str | None = None
    """What it comes to on the server."""


@dataclass(frozen=True)
class Kind:
    """What all findings of one code share."""

    code: str
    level: str
    """`error`, `warning` or `info`, where a finding does not say otherwise."""
    meaning: str | None
    """What it comes to on the server; None where `check` does not tell it."""
    module: str
    """The module that finds it."""

    def found(
        self,
        message: str,
        hint: str | None = None,
        *,
        level: str | None = None,
        count: int = 1,
        first: Mapping[str, Any] | None = None,
        place: str | None = None,
    ) -> Finding:
        """A finding of this kind."""
        return Finding(self.code, level or self.level, message, hint, count, first, place, self.meaning)


_declared: dict[str, Kind] = {}
KINDS: Mapping[str, Kind] = MappingProxyType(_declared)
"""Every kind of the modules imported so far, by its code."""


def declare(code: str, level: str, meaning: str | None = None) -> Kind:
    """The kind of finding with this code, of the module that calls."""
    kind = Kind(code, level, meaning, sys._getframe(1).f_globals["__name__"])
    if _declared.setdefault(code, kind) != kind:
        raise ValueError(f"{code} is declared twice: in {_declared[code].module} and in {kind.module}")
    return kind


def gravest_first(findings: Iterable[Finding]) -> list[Finding]:
    """Errors, then warnings, then the rest; those of a level as they come."""
    return sorted(findings, key=lambda finding: _RANKS[finding.level])
