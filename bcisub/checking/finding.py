"""One thing found: its stable code, where it is, what it means on the server, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bcisub.checking.severities import MEANINGS
from bcisub.model.errors import BcisubError

ERROR, WARNING, INFO = "error", "warning", "info"
"""Loses points on the server; may lose some; good to know."""


@dataclass(frozen=True)
class Finding:
    """One thing found."""

    code: str
    what: str
    place: str | None = None
    fix: str | None = None

    @property
    def level(self) -> str:
        """`error`, `warning` or `info`."""
        return MEANINGS[self.code].level

    @property
    def meaning(self) -> str:
        """What it comes to on the server."""
        return MEANINGS[self.code].text

    @classmethod
    def of(cls, fault: BcisubError) -> Finding:
        """A fault for which `pack` refuses a submission."""
        return cls(str(fault.code), fault.what, fault.where, fault.hint)

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {
            "code": self.code,
            "level": self.level,
            "place": self.place,
            "message": self.what,
            "meaning": self.meaning,
            "fix": self.fix,
        }
