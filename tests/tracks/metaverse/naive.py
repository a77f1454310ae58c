"""META-10 to META-15 once more, position by position, with no thought for speed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from bcisub.model.record import Report

Trial = tuple[int, int, int]
"""Sample of the start, sample of the end, code of the start."""


def packet_end(sample: int, samples: int) -> int:
    """Where the packet that holds a sample ends, by walking on (C4)."""
    at = sample + 1
    while at % 50 and at < samples:
        at += 1
    return at


def judge(
    trials: Sequence[Trial], reports: Sequence[Report], samples: int, readings: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The verdicts on the trials of one run of samples."""
    effective: dict[int, Report] = {}
    for report in reports:
        effective.setdefault(report.packet, report)
    told = []
    for number, (start, end, code) in enumerate(trials):
        last = packet_end(trials[number + 1][0], samples) if number + 1 < len(trials) else samples
        mine = [r for r in effective.values() if r.p in range(packet_end(start, samples) + 1, last + 1)]
        whole = (end - start) / 250
        if not mine:
            told.append({"status": "missing", "real": False, "subject": False, "seconds": whole})
            continue
        report = mine[-1]
        late = report.p > packet_end(end, samples)
        used = whole if late and readings["late-time"] == "trial" else (report.p - start) / 250
        text = report.value if isinstance(report.value, str) else ""
        valid = len(text) == 6 and set(text) <= {"0", "1"} and 1 <= int(text[1:], 2) <= 23
        real = not late and valid and (text[0] == "1") == (code > 128)
        subject = not late and valid and int(text[1:], 2) == code % 64
        status = "late" if late else "invalid" if not valid else "correct" if real and subject else "wrong"
        told.append({"status": status, "real": real, "subject": subject, "seconds": max(3.0, used)})
    return told


def rate(choices: int, right: Sequence[bool], seconds: Sequence[float]) -> float:
    """C10."""
    p = sum(right) / len(right)
    if p <= 1 / choices:
        return 0.0
    rest = 0.0 if p == 1 else (1 - p) * math.log2((1 - p) / (choices - 1))
    return (math.log2(choices) + p * math.log2(p) + rest) * 60 / (sum(seconds) / len(seconds))


def score(verdicts: Sequence[Mapping[str, Any]]) -> float:
    """META-15 over some trials."""
    seconds = [verdict["seconds"] for verdict in verdicts]
    first = rate(2, [verdict["real"] for verdict in verdicts], seconds)
    return 0.9 * first + 0.1 * rate(23, [verdict["subject"] for verdict in verdicts], seconds)
