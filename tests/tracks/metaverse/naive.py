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
        opens = packet_end(start, samples)
        last = packet_end(trials[number + 1][0], samples) if number + 1 < len(trials) else samples
        mine = [r for r in effective.values() if r.p in range(opens + 1, last + 1)]
        whole = (end - start) / 250
        if not mine:
            told.append({"status": "missing", "real": False, "subject": False, "seconds": whole, "of_real": code > 128})
            continue

        def is_late(report: Report, end: int = end) -> bool:
            """META-10; under trial-end=before every packet up to the one that holds 241 is in time."""
            in_time = end - end % 50 if readings["trial-end"] == "before" else packet_end(end, samples)
            return report.p > in_time

        early = [r for r in mine if not is_late(r)]
        report = early[-1] if early and readings["late-override"] == "ignore" else mine[-1]
        late = is_late(report)
        begun = opens if readings["time-origin"] == "next-packet" else start
        used = whole if late and readings["late-time"] == "trial" else (report.p - begun) / 250
        text = report.value if isinstance(report.value, str) else ""
        valid = len(text) == 6 and set(text) <= {"0", "1"} and 1 <= int(text[1:], 2) <= 23
        real = not late and valid and (text[0] == "1") == (code > 128)
        subject = not late and valid and int(text[1:], 2) == code % 64
        status = "late" if late else "invalid" if not valid else "correct" if real and subject else "wrong"
        seconds = max(3.0, used)
        told.append({"status": status, "real": real, "subject": subject, "seconds": seconds, "of_real": code > 128})
    return told


def rate(choices: int, right: Sequence[bool], mean: float, as_written: bool) -> float:
    """C10."""
    p = sum(right) / len(right) if right else 0.0
    if not right or p == 1 / choices or (p < 1 / choices and not as_written):
        return 0.0
    told = 0.0 if p == 0 else p * math.log2(p)
    rest = 0.0 if p == 1 else (1 - p) * math.log2((1 - p) / (choices - 1))
    return (math.log2(choices) + told + rest) * 60 / mean


def parts(verdicts: Sequence[Mapping[str, Any]], readings: Mapping[str, str]) -> tuple[list[bool], list[bool]]:
    """META-14: what counts for P₁ and for P₂."""
    subject = {
        "all": [one["subject"] for one in verdicts],
        "real": [one["subject"] for one in verdicts if one["of_real"]],
        "joint": [one["subject"] and one["real"] for one in verdicts],
    }
    return [one["real"] for one in verdicts], subject[readings["subject-part"]]


def rates(verdicts: Sequence[Mapping[str, Any]], readings: Mapping[str, str]) -> float:
    """META-15 over some trials."""
    mean = sum(verdict["seconds"] for verdict in verdicts) / len(verdicts)
    real, subject = parts(verdicts, readings)
    as_written = readings["below-chance"] == "formula"
    return 0.9 * rate(2, real, mean, as_written) + 0.1 * rate(23, subject, mean, as_written)


def score(blocks: Sequence[Sequence[Mapping[str, Any]]], readings: Mapping[str, str]) -> float:
    """META-15 over a run, given block by block."""
    whole = [verdict for block in blocks for verdict in block]
    if readings["below-chance"] == "whole":
        for right, choices in zip(parts(whole, readings), (2, 23), strict=True):
            if right and sum(right) * choices < len(right):
                return 0.0
    if readings["itr-mean"] == "block":
        return sum(rates(block, readings) for block in blocks) / len(blocks)
    return rates(whole, readings)
