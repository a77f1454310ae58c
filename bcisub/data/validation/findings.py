"""What is found in a block: where it lies, and the same found many times as one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bcisub.model.finding import Finding


def placed(finding: Finding, subject: str, block: str) -> Finding:
    """The finding as one of this block."""
    return replace(finding, first={"subject": subject, "block": block, **(finding.first or {})})


def gathered(findings: Iterable[Finding]) -> list[Finding]:
    """The same finding made many times in a block as one, with its first place, its count and all its channels."""
    found: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        key = (finding.code, finding.message)
        known = found.get(key)
        if known is None:
            found[key] = finding
            continue
        first = dict(known.first or {})
        channels = [place["channel"] for place in (first, finding.first or {}) if "channel" in place]
        if channels:
            first["channel"] = ", ".join(channels)
        found[key] = replace(known, count=known.count + finding.count, first=first)
    return list(found.values())
