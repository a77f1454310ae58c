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


def ended(
    p: int, trial: int, starts: Sequence[tuple[int, int]], block: BlockRecord, readings: Mapping[str, str]
) -> bool:
    """`report-window=end`: a report at `p` comes after trigger 241 of the flicker trial it would belong to."""
    onset, code = starts[trial]
    if readings["report-window"] != "end" or code > 100:
        return False
    later = [sample for sample, _ in starts[trial + 1 :]]
    for sample, mark in block.truth.events:
        if mark == 241 and sample >= onset and (not later or sample < later[0]):
            end = end_of_trigger_packet(sample, block.packet, block.truth.samples, readings["trigger-packet"])
            return p >= end if readings["window-end"] == "engine" else p > end
    return False


def split(
    block: BlockRecord, starts: Sequence[tuple[int, int]], readings: Mapping[str, str], last_of_run: bool
) -> tuple[dict[int, list[Report]], int]:
    """Reports of every trial, and how many are nobody's."""
    onsets = [sample for sample, _ in starts]
    dealt: dict[int, list[Report]] = {trial: [] for trial in range(len(onsets))}
    loses = {"keep": False, "engine": True, "engine-2021": not last_of_run}[readings["block-tail"]]
    nobodys = 0
    for report in block.reports:
        trial = owner(report.p, onsets, block.packet, block.truth.samples, readings)
        if (
            trial is None
            or (loses and report.packet == block.packets)
            or ended(report.p, trial, starts, block, readings)
        ):
            nobodys += 1
        else:
            dealt[trial].append(report)
    return dealt, nobodys


def answer(report: Report, readings: Mapping[str, str]) -> int | None:
    """SSVEP-6 under `answer-type`, by asking Python about every target."""
    if readings["answer-type"] == "int":
        allowed = [report.value] if report.type == "int" or report.type.startswith("numpy.int") else []
    else:
        allowed = [report.equals, *([] if report.type == "list" else [report.value])]
    return next((k for k in range(1, 41) for said in allowed if said is not None and said == k), None)


def clock(report: Report, packet: int, begun: int, readings: Mapping[str, str]) -> Fraction:
    """SSVEP-15: seconds since the trial began, data and computing; packets arrive one by one."""
    data = Fraction(report.p - begun, FS)
    now = Fraction(round(report.clock * 1_000_000), 1_000_000)
    if readings["compute-time"] == "exact":
        return max(data, now - Fraction(begun, FS))
    if readings["compute-time"] == "packets":
        arrived = report.packet
        while Fraction((arrived + 1) * packet, FS) <= now:
            arrived, data = arrived + 1, data + Fraction(packet, FS)
    return data


def judge(
    code: int, onset: int, reports: Sequence[Report], block: BlockRecord, readings: Mapping[str, str], timed: bool
) -> dict[str, Any]:
    """One trial's status and time (SSVEP-6, SSVEP-10 to SSVEP-13, SSVEP-15, C6, C11)."""
    if code > 100:
        if readings["idle-window"] == "5s":
            reports = [r for r in reports if r.p - onset <= 5 * FS]
        return {"status": "false-alarm" if reports else "quiet"}
    begun = onset
    if readings["time-origin"] == "next-packet":
        begun = end_of_trigger_packet(onset, block.packet, block.truth.samples, readings["trigger-packet"])
    if readings["report-window"] == "5s":
        reports = [r for r in reports if r.p - begun <= 5 * FS]
    if not reports:
        return {"status": "missing", "seconds": Fraction(readings["missing-time"])}
    first = reports[0]
    on_clock = clock(first, block.packet, begun, readings if timed else {**readings, "compute-time": "none"})
    if on_clock > 5 or (on_clock == 5 and readings["five-seconds"] == "under"):
        return {"status": "late", "seconds": on_clock}
    said = answer(first, readings)
    status = "invalid" if said is None else "correct" if said == code else "wrong"
    return {"status": status, "seconds": Fraction(first.p - begun, FS)}


def rate(trials: Sequence[Mapping[str, Any]], readings: Mapping[str, str]) -> float | None:
    """C10 over the flicker trials among `trials` (SSVEP-14)."""
    flicker = [trial for trial in trials if "seconds" in trial]
    if not flicker:
        return None
    right = Fraction(sum(trial["status"] == "correct" for trial in flicker), len(flicker))
    mean = sum(trial["seconds"] for trial in flicker) / len(flicker)
    if right == Fraction(1, 40) or (right < Fraction(1, 40) and readings["below-chance"] == "zero"):
        return 0.0
    p = float(right)
    right_share = 0.0 if right == 0 else p * math.log2(p)
    wrong_share = 0.0 if right == 1 else (1 - p) * math.log2((1 - p) / 39)
    return (math.log2(40) + right_share + wrong_share) * 60 / float(mean)


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
        dealt, nobodys = split(block, starts, readings, block is record.blocks[-1] and not record.unread)
        strays += nobodys
        blocks.append([judge(code, s, dealt[trial], block, readings, timed) for trial, (s, code) in enumerate(starts)])
    everything = [trial for trials in blocks for trial in trials]
    people: dict[str, list[dict[str, Any]]] = {}
    for block, trials in zip(record.blocks, blocks, strict=True):
        people.setdefault(block.truth.subject, []).extend(trials)
    groups = {"block": blocks, "subject": list(people.values()), "pooled": [everything]}
    itr = averaged([rate(trials, readings) for trials in groups[readings["itr-mean"]]])
    fpr = averaged([false_share(trials) for trials in groups[readings["fpr-mean"]]])
    valid = itr is not None and (fpr is None or fpr <= Fraction(1, 10))
    return {
        "itr": itr,
        "fpr": fpr,
        "valid": valid,
        "score": itr if valid else 0.0,
        "statuses": [trial["status"] for trial in everything],
        "seconds": [trial.get("seconds") for trial in everything],
        "strays": strays,
    }
