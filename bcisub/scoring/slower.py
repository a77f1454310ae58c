"""The same run on a slower machine: what it would have computed, on the virtual clock of SSVEP-15."""

from __future__ import annotations

from dataclasses import replace

from bcisub.model.record import BlockRecord, Report, RunRecord


def slower(record: RunRecord, factor: float) -> RunRecord:
    """The record with every time the algorithm computed times `factor`; the data comes as fast as it came."""
    return record if factor == 1 else replace(record, blocks=[_block(one, record.fs, factor) for one in record.blocks])


def _block(block: BlockRecord, fs: int, factor: float) -> BlockRecord:
    """The block's reports with new times; one on packet k has the clock of k and what was computed on k so far."""
    spent = [microseconds / 1e6 for microseconds in block.computed]
    here, there = (_clocks(spent, block.packet / fs, times) for times in (1.0, factor))

    def again(report: Report) -> Report:
        # Packets without a known time cost nothing: the clock stands at the last one that has one.
        at = min(max(report.packet, 1), len(here)) - 1
        due = report.packet * block.packet / fs
        on_this = max(0.0, report.clock - max(here[at], due))
        clock = max(there[at], due) + factor * on_this
        return replace(report, clock=round(clock, 6), compute=factor * report.compute)

    return replace(block, reports=[again(report) for report in block.reports])


def _clocks(spent: list[float], packet: float, factor: float) -> list[float]:
    """Where the clock stands when each packet is delivered: computing is added, data is waited for."""
    clocks = [packet]
    for number, seconds in enumerate(spent, 2):
        clocks.append(max(clocks[-1] + factor * seconds, number * packet))
    return clocks
