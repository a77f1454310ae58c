"""What a check finds: a code, a place, what it means, and whether the set can be scored all the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

ERROR, WARNING, NOTE = "error", "warning", "note"
"""Cannot be scored; can be, but look at it; good to know."""


@dataclass(frozen=True)
class Finding:
    """One remark on a recording."""

    code: str
    """Stable name of the fault."""
    level: str
    message: str
    """One sentence: what it is and what it means."""
    subject: str | None = None
    block: str | None = None
    sample: int | None = None
    """The first place, counted in the block."""
    channel: str | None = None
    count: int = 1

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return asdict(self)

    def place(self, fs: int) -> str:
        """Where it is, for the screen."""
        parts = [f"{self.subject}/{self.block}"] if self.block is not None else []
        if self.sample is not None:
            parts.append(f"sample {self.sample} ({self.sample / fs:.2f} s)")
        if self.channel is not None:
            parts.append(self.channel)
        return ", ".join(parts)


def gathered(findings: Iterable[Finding]) -> list[Finding]:
    """The same remark made many times in a block as one, with its first place and its count."""
    found: dict[tuple[object, ...], Finding] = {}
    for finding in findings:
        key = (finding.code, finding.message, finding.subject, finding.block)
        if key in found:
            first = found[key]
            channels = ", ".join(filter(None, (first.channel, finding.channel)))
            found[key] = replace(first, count=first.count + finding.count, channel=channels or None)
        else:
            found[key] = finding
    return list(found.values())
