"""Where a rule or a reading comes from, so that nobody takes an engine's habit for the organisers' word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """The official document, a public engine, or bcisub itself."""

    kind: str
    """`document`, `engine` or `ours`."""
    where: str = ""
    """The document's section as it is headed there, the engine's years, or why the rule is ours."""

    @property
    def shown(self) -> str:
        """Kind and place in one."""
        return f"{self.kind}: {self.where}" if self.where else self.kind


DOCUMENT = Source("document")
"""The official document, its section not named."""


def document(section: str) -> Source:
    """A section of the track's official document."""
    return Source("document", section)


def engine(years: str) -> Source:
    """What the public engines of these years do."""
    return Source("engine", years)


def ours(why: str = "") -> Source:
    """Neither says it."""
    return Source("ours", why)
