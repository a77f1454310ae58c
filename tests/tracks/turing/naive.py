"""TURING-10 to TURING-13 once more, position by position, with no thought for speed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from bcisub.model.record import Report


def naive(
    trials: Sequence[tuple[int, int]],
    reports: Sequence[Report],
    samples: int,
    readings: Mapping[str, str],
    packets: int | None = None,
) -> tuple[list[str], float]:
    """Statuses of the trials (sample and code of each) and the score of the block, of so many packets if told."""

    def end_of(s):
        for edge in range(0, samples + 10, 10):
            if edge >= s if readings["trigger-packet"] == "engine" else edge > s:
                return min(edge, samples)
        raise AssertionError

    ends = [end_of(s) for s, _ in trials]
    owner = {}
    for p in range(samples + 1):
        for k in range(len(trials)):
            after = p > ends[k]
            if k + 1 == len(trials):
                before = True
            elif readings["window-end"] == "engine":
                before = p < ends[k + 1]
            else:
                before = p <= ends[k + 1]
            if after and before:
                owner[p] = k
    last = (samples + 9) // 10 if packets is None else packets
    statuses, lengths = [], []
    for k, (s, c) in enumerate(trials):
        mine = [
            r for r in reports
            if owner.get(r.p) == k and not (readings["block-tail"] == "engine" and r.packet == last)
        ]  # fmt: skip
        if not mine:
            end = samples if k + 1 == len(trials) else ends[k + 1]
            lengths.append({"5": 5, "5.004": 5.004, "trial": (end - s) / 250}[readings["missing-length"]] + 0.5)
            statuses.append("missing")
            continue
        seconds = (mine[0].p - s) / 250
        lengths.append(seconds + 0.5)
        in_time = seconds <= 5 if readings["five-seconds"] == "upto" else seconds < 5
        known = mine[0].value in (1, 2, 3, 4, 5, 6, 7)
        right = mine[0].value == c % 8
        statuses.append("late" if not in_time else "invalid" if not known else "correct" if right else "wrong")
    target, right, total = math.ceil(len(trials) * 8 / 10), 0, 0.0
    for status, length in zip(statuses, lengths, strict=True):
        right, total = right + (status == "correct"), total + length
        if right == target:
            return statuses, 200 * target / total
    return statuses, 0.0
