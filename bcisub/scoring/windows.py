"""Which report belongs to which trial: the arithmetic of packets and triggers (C2–C5), in one linear pass."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bcisub.model.record import BlockRecord, Report, StoredBlock
from bcisub.model.source import document, engine
from bcisub.model.track import Reading

_ENGINES = engine("2021, 2022")

TRIGGER_PACKET = Reading(
    "trigger-packet",
    {
        "written": "E(s) ends the packet that holds s",
        "engine": "E(s) = n·⌈s/n⌉: a trigger on a packet's first sample allows an immediate report",
    },
    source=_ENGINES,
)
WINDOW_END = Reading(
    "window-end",
    {"written": "p ≤ E(next)", "engine": "p < E(next): a report on the next trigger's packet is nobody's"},
    source=_ENGINES,
)
BLOCK_TAIL = Reading(
    "block-tail",
    {
        "keep": "a report on a block's last packet belongs to it",
        "engine": "it is lost",
        "engine-2021": "it is lost except in the run's last block",
    },
    source=_ENGINES,
)
TIME_ORIGIN = Reading(
    "time-origin",
    {
        "trigger": "data length = (p − s)/fs",
        "next-packet": "(p − E(s))/fs: data counts from the packet after the trigger's",
    },
    source=document("性能评估方法"),
)


class Window(NamedTuple):
    """One trial's window and the reports that fell into it, in order. A tuple: many are made for every reading."""

    onset: int
    code: int
    opens: int
    """E of the trial's trigger: a report counts if p is greater than this."""
    closes: int
    """Last position that still counts."""
    reports: tuple[Report, ...]
    origin: int
    """Where data length is counted from (C6)."""
    ends: int
    """E of the trigger that ends the window, or the block's end."""


@dataclass(frozen=True)
class Assigned:
    """A block's reports dealt out to its trials."""

    block: BlockRecord
    windows: tuple[Window, ...]
    strays: tuple[Report, ...]
    """Reports in no trial's window (C5)."""
    lost: tuple[Report, ...]
    """Reports on a block's last packet, where a server loses those."""


def packet_end(sample: int, packet: int, samples: int, reading: str = "written") -> int:
    """E(s): where the packet that holds sample `s` ends (C4); the engines round up instead, so s = k·n ends at s."""
    if reading == "engine":
        # Not cut at N: where the last packet is short, E lies behind every report.
        return -(-sample // packet) * packet
    return min((sample // packet + 1) * packet, samples)


def part_at(stored: Sequence[StoredBlock], sample: int) -> StoredBlock:
    """The set's block that holds a sample of what was served."""
    return stored[max(0, bisect_right(stored, sample, key=lambda part: part.first) - 1)]


def trial_ends(
    block: BlockRecord, onsets: Sequence[tuple[int, int]], readings: Mapping[str, str], end: int
) -> list[int | None]:
    """E of the trigger that ends each trial (`end`), None where none comes before the next one starts."""
    rounding = readings.get(TRIGGER_PACKET.name, TRIGGER_PACKET.default)
    found: list[int | None] = [None] * len(onsets)
    trial = -1
    for sample, code in block.truth.events:
        while trial + 1 < len(onsets) and onsets[trial + 1][0] <= sample:
            trial += 1
        if code == end and trial >= 0 and found[trial] is None:
            found[trial] = packet_end(sample, block.packet, block.truth.samples, rounding)
    return found


def assign(
    block: BlockRecord,
    onsets: Sequence[tuple[int, int]],
    readings: Mapping[str, str],
    *,
    stops: Sequence[int | None] = (),
    last: bool = True,
) -> Assigned:
    """Deal the block's reports out to the trials that start at `onsets` (sample and code, in order).

    `stops`: E of a trigger that ends a trial's window before the next trial begins, for each trial. `last`: the block
    is the run's last.
    """
    samples, packet = block.truth.samples, block.packet
    rounding = readings.get(TRIGGER_PACKET.name, TRIGGER_PACKET.default)
    opens = [packet_end(sample, packet, samples, rounding) for sample, _ in onsets]
    bounds: list[int | None] = [*opens[1:], None]
    if stops:
        bounds = [bound if stop is None else stop for bound, stop in zip(bounds, stops, strict=True)]
    # p and E are whole numbers, so `p < E` is `p <= E - 1`.
    early = 1 if readings.get(WINDOW_END.name) == "engine" else 0
    closes = [samples if bound is None else bound - early for bound in bounds]
    kept, lost = _tail(block, readings.get(BLOCK_TAIL.name), last)
    dealt: list[list[Report]] = [[] for _ in onsets]
    strays: list[Report] = []
    trial = 0
    for report in kept:
        while trial < len(onsets) and report.p > closes[trial]:
            trial += 1
        if trial < len(onsets) and opens[trial] < report.p:
            dealt[trial].append(report)
        else:
            strays.append(report)
    from_packet = readings.get(TIME_ORIGIN.name) == "next-packet"
    windows = tuple(
        Window(
            sample,
            code,
            opens[i],
            closes[i],
            tuple(dealt[i]),
            opens[i] if from_packet else sample,
            samples if (bound := bounds[i]) is None else bound,
        )
        for i, (sample, code) in enumerate(onsets)
    )
    return Assigned(block, windows, tuple(strays), tuple(lost))


def _tail(block: BlockRecord, reading: str | None, last: bool) -> tuple[Sequence[Report], Sequence[Report]]:
    """The block's reports that are taken, and those a server loses on its last packet."""
    if reading not in ("engine", "engine-2021") or (reading == "engine-2021" and last):
        return block.reports, ()
    taken = [report for report in block.reports if report.packet < block.packets]
    return taken, [report for report in block.reports if report.packet >= block.packets]
