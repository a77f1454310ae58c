"""A second scorer of ssvep-async, slow and simple, written from the rulebook alone to check the real one against.

It asks for every report position which trial it belongs to, walks samples one by one, and counts in fractions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from bcisub.model.record import BlockRecord, Report, RunRecord

FS = 250


def end_of_trigger_packet(sample: int, packet: int, samples: int, reading: str) -> int:
    """C4, or the engines' rounding up, by walking on sample by sample."""
    if reading == "engine":
        at = sample
        while at % packet:
            at += 1
        return at
    at = sample + 1
    while at % packet and at < samples:
        at += 1
    return at


def owner(p: int, onsets: Sequence[int], packet: int, samples: int, readings: Mapping[str, str]) -> int | None:
    """C5: the trial a report at `p` belongs to."""
    ends = [end_of_trigger_packet(s, packet, samples, readings["trigger-packet"]) for s in onsets]
    begun = [trial for trial, end in enumerate(ends) if end < p]
    if not begun:
        return None
    trial = begun[-1]
    if readings["window-end"] == "engine" and trial + 1 < len(ends) and ends[trial + 1] == p:
        return None
    return trial


def split(
    block: BlockRecord, onsets: Sequence[int], readings: Mapping[str, str]
) -> tuple[dict[int, list[Report]], int]:
    """Reports of every trial, and how many are nobody's."""
    dealt: dict[int, list[Report]] = {trial: [] for trial in range(len(onsets))}
    nobodys = 0
    for report in block.reports:
        on_last_packet = report.packet == block.packets
        trial = owner(report.p, onsets, block.packet, block.truth.samples, readings)
        if trial is None or (readings["block-tail"] == "engine" and on_last_packet):
            nobodys += 1
        else:
            dealt[trial].append(report)
    return dealt, nobodys


def judge(
    truth: int, onset: int, reports: Sequence[Report], readings: Mapping[str, str], timed: bool
) -> dict[str, Any]:
    """One trial's status and time (SSVEP-6, SSVEP-10 to SSVEP-13, SSVEP-15, C6, C11)."""
    if truth > 100:
        if readings["idle-window"] == "5s":
            reports = [r for r in reports if r.p - onset <= 5 * FS]
        return {"status": "false-alarm" if reports else "quiet"}
    if not reports:
        return {"status": "missing", "seconds": Fraction(readings["missing-time"])}
    first = reports[0]
    seconds = Fraction(first.p - onset, FS)
    waited = Fraction(round(first.clock * 1_000_000), 1_000_000) - Fraction(onset, FS)
    if seconds > 5 or (timed and waited > 5):
        status = "late"
    elif first.type != "int" or not 1 <= first.value <= 40:
        status = "invalid"
    else:
        status = "correct" if first.value == truth else "wrong"
    return {"status": status, "seconds": seconds}


def rate(trials: Sequence[Mapping[str, Any]]) -> float | None:
    """C10 over the flicker trials among `trials` (SSVEP-14)."""
    flicker = [trial for trial in trials if "seconds" in trial]
    if not flicker:
        return None
    right = Fraction(sum(trial["status"] == "correct" for trial in flicker), len(flicker))
    mean = sum(trial["seconds"] for trial in flicker) / len(flicker)
    if right <= Fraction(1, 40):
        return 0.0
    p = float(right)
    wrong_share = 0.0 if right == 1 else (1 - p) * math.log2((1 - p) / 39)
    return (math.log2(40) + p * math.log2(p) + wrong_share) * 60 / float(mean)


def false_share(trials: Sequence[Mapping[str, Any]]) -> Fraction | None:
    """FPR of the idle trials among `trials` (SSVEP-13)."""
    idle = [trial for trial in trials if "seconds" not in trial]
    return Fraction(sum(trial["status"] == "false-alarm" for trial in idle), len(idle)) if idle else None


def averaged(shares: Sequence[Any]) -> Any:
    known = [share for share in shares if share is not None]
    return sum(known) / len(known) if known else None


def score(record: RunRecord, readings: Mapping[str, str]) -> dict[str, Any]:
    """Score, FPR, statuses and stray reports of a finished run (SSVEP-16)."""
    timed = not record.options.get("ignore_compute")
    blocks: list[list[dict[str, Any]]] = []
    strays = 0
    for block in record.blocks:
        starts = [(sample, code) for sample, code in block.truth.events if 1 <= code <= 240]
        dealt, nobodys = split(block, [sample for sample, _ in starts], readings)
        strays += nobodys
        blocks.append([judge(code, s, dealt[trial], readings, timed) for trial, (s, code) in enumerate(starts)])
    everything = [trial for trials in blocks for trial in trials]
    people: dict[str, list[dict[str, Any]]] = {}
    for block, trials in zip(record.blocks, blocks, strict=True):
        people.setdefault(block.truth.subject, []).extend(trials)
    groups = {"block": blocks, "subject": list(people.values()), "pooled": [everything]}
    itr = averaged([rate(trials) for trials in groups[readings["itr-mean"]]])
    fpr = averaged([false_share(trials) for trials in groups[readings["fpr-mean"]]])
    valid = itr is not None and (fpr is None or fpr <= Fraction(1, 10))
    return {
        "itr": itr,
        "fpr": fpr,
        "valid": valid,
        "score": itr if valid else 0.0,
        "statuses": [trial["status"] for trial in everything],
        "strays": strays,
    }
