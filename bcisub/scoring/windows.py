"""Which report belongs to which trial: the arithmetic of packets and triggers (C2–C5), in one linear pass."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bcisub.model.record import BlockRecord, Report, StoredBlock
from bcisub.model.track import Reading

TRIGGER_PACKET = Reading(
    "trigger-packet",
    {
        "written": "E(s) ends the packet that holds s",
        "engine": "E(s) = n·⌈s/n⌉: a trigger on a packet's first sample allows an immediate report",
    },
)
WINDOW_END = Reading(
    "window-end",
    {"written": "p ≤ E(next)", "engine": "p < E(next): a report on the next trigger's packet is nobody's"},
)
BLOCK_TAIL = Reading("block-tail", {"keep": "a report on a block's last packet belongs to it", "engine": "it is lost"})


@dataclass(frozen=True)
class Window:
    """One trial's window and the reports that fell into it, in order."""

    onset: int
    code: int
    opens: int
    """A report counts if p is greater than this."""
    closes: int
    """Last position that still counts."""
    reports: tuple[Report, ...]


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


def assign(block: BlockRecord, onsets: Sequence[tuple[int, int]], readings: Mapping[str, str]) -> Assigned:
    """Deal the block's reports out to the trials that start at `onsets` (sample and code, in order)."""
    samples, packet = block.truth.samples, block.packet
    ends = [
        packet_end(sample, packet, samples, readings.get(TRIGGER_PACKET.name, TRIGGER_PACKET.default))
        for sample, _ in onsets
    ]
    # p and E are whole numbers, so `p < E` is `p <= E - 1`.
    early = 1 if readings.get(WINDOW_END.name) == "engine" else 0
    closes = [*(end - early for end in ends[1:]), samples]
    kept, lost = block.reports, []
    if readings.get(BLOCK_TAIL.name) == "engine":
        lost = [report for report in block.reports if report.packet >= block.packets]
        kept = [report for report in block.reports if report.packet < block.packets]
    dealt: list[list[Report]] = [[] for _ in onsets]
    strays: list[Report] = []
    trial = 0
    for report in kept:
        while trial < len(onsets) and report.p > closes[trial]:
            trial += 1
        if trial < len(onsets) and ends[trial] < report.p:
            dealt[trial].append(report)
        else:
            strays.append(report)
    windows = tuple(
        Window(sample, code, ends[i], closes[i], tuple(dealt[i])) for i, (sample, code) in enumerate(onsets)
    )
    return Assigned(block, windows, tuple(strays), tuple(lost))
