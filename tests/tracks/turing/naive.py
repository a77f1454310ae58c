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
    *,
    ends: Sequence[int] = (),
    last_of_run: bool = True,
) -> tuple[list[str], float]:
    """Statuses of the trials (sample and code of each) and the score of the block, of so many packets if told.

    `ends`: samples of the triggers 241.
    """

    def end_of(s):
        for edge in range(0, samples + 10, 10):
            if edge >= s if readings["trigger-packet"] == "engine" else edge > s:
                return min(edge, samples)
        raise AssertionError

    opens = [end_of(s) for s, _ in trials]
    # Where each window ends: the next task trigger, or under report-window=end a 241 before it (TURING-10).
    closes: list[int | None] = [*opens[1:], None]
    if readings["report-window"] == "end":
        for k, (s, _) in enumerate(trials):
            behind = trials[k + 1][0] if k + 1 < len(trials) else samples
            own = [e for e in ends if s <= e < behind]
            closes[k] = end_of(own[0]) if own else closes[k]
    owner = {}
    for p in range(samples + 1):
        for k in range(len(trials)):
            after = p > opens[k]
            if closes[k] is None:
                before = True
            elif readings["window-end"] == "engine":
                before = p < closes[k]
            else:
                before = p <= closes[k]
            if after and before:
                owner[p] = k
    last = (samples + 9) // 10 if packets is None else packets
    loses = {"keep": False, "engine": True, "engine-2021": not last_of_run}[readings["block-tail"]]
    statuses, lengths = [], []
    for k, (s, c) in enumerate(trials):
        mine = [
            r for r in reports
            if owner.get(r.p) == k and not (loses and r.packet == last)
        ]  # fmt: skip
        begun = opens[k] if readings["time-origin"] == "next-packet" else s
        if not mine:
            end = samples if closes[k] is None else closes[k]
            lengths.append({"5": 5, "5.004": 5.004, "trial": (end - begun) / 250}[readings["missing-length"]] + 0.5)
            statuses.append("missing")
            continue
        seconds = (mine[0].p - begun) / 250
        lengths.append(seconds + 0.5)
        in_time = seconds <= 5 if readings["five-seconds"] == "upto" else seconds < 5
        known = mine[0].value in (1, 2, 3, 4, 5, 6, 7) and (readings["answer-type"] == "equal" or mine[0].type == "int")
        right = mine[0].value == c % 8 and not (readings["repeats"] == "wrong" and len(mine) > 1)
        statuses.append("late" if not in_time else "invalid" if not known else "correct" if right else "wrong")
    target, right, total = math.ceil(len(trials) * 8 / 10), 0, 0.0
    for status, length in zip(statuses, lengths, strict=True):
        right, total = right + (status == "correct"), total + length
        if right == target:
            return statuses, 200 * target / total
    return statuses, 0.0
