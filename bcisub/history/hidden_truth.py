"""The truth of a set that hides it, from a table beside the set. Only scoring reads it: no run ever sees it.

The table is a CSV with the columns `subject`, `block`, `onset` and `trigger`: the start trigger that belongs at that
sample of the block. Further columns are not read.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bcisub.data.sets import find_set
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth, RunRecord
from bcisub.model.track import Track

FILE_NAME = "truth.csv"
COLUMNS = ("subject", "block", "onset", "trigger")


@dataclass(frozen=True)
class TruthTable:
    """What the table says: for every block the trigger at each onset."""

    path: Path
    blocks: Mapping[tuple[str, str], Mapping[int, int]]


def find_truth(named: str, track: Track, project: Path | None = None) -> TruthTable:
    """The table at a path, in a set's folder, or beside the set of that name."""
    path = Path(named).expanduser()
    if not path.is_file():
        path = find_set(named, track, project)[0] / FILE_NAME
    return read_truth_table(path)


def read_truth_table(path: Path) -> TruthTable:
    """Read the table, or say where it is wrong."""
    blocks: dict[tuple[str, str], dict[int, int]] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            lacking = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
            if lacking:
                raise BcisubError(
                    f"The truth lacks the column {lacking[0]}.", where=path, hint=f"It needs: {', '.join(COLUMNS)}."
                )
            for row in rows:
                try:
                    onset, trigger = int(row["onset"]), int(row["trigger"])
                except (TypeError, ValueError):
                    raise BcisubError(
                        "onset and trigger must be whole numbers.", where=f"{path}:{rows.line_num}"
                    ) from None
                blocks.setdefault((row["subject"], row["block"]), {})[onset] = trigger
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BcisubError(
            f"The truth cannot be read: {getattr(error, 'strerror', None) or error}.",
            where=path,
            hint=f"--truth takes a {FILE_NAME}, or a set that has one.",
        ) from None
    return TruthTable(path, blocks)


def tell_truth(record: RunRecord, table: TruthTable, track: Track) -> None:
    """Put the table's triggers in the place of the hidden ones, in the record alone."""
    known = {(stored.subject, stored.block) for truth in _truths(record) for stored in truth.stored}
    if not known & set(table.blocks):
        raise BcisubError(
            "The truth names none of the run's blocks.",
            where=table.path,
            hint=f"The run has: {', '.join('/'.join(name) for name in sorted(known)[:3])}, …",
        )
    hidden = track.triggers.hidden if track.triggers else None
    for block in record.blocks:
        block.truth = _told(block.truth, table, hidden)
        track.check_truth(block.truth)
    record.unread = [_told(truth, table, hidden) for truth in record.unread]


def _truths(record: RunRecord) -> list[BlockTruth]:
    return [*(block.truth for block in record.blocks), *record.unread]


def _told(truth: BlockTruth, table: TruthTable, hidden: int | None) -> BlockTruth:
    events = dict(truth.events)
    for stored in truth.stored:
        for onset, trigger in table.blocks.get((stored.subject, stored.block), {}).items():
            at = stored.first + onset
            if at >= truth.samples:
                continue  # of a block cut short
            if events.get(at) not in {hidden, trigger} - {None}:
                there = f"the trigger {events[at]}" if at in events else "no trigger"
                raise BcisubError(
                    f"The truth has {trigger} at sample {onset} of {stored.subject}/{stored.block}; "
                    f"the set has {there} there.",
                    where=table.path,
                    hint="Is it the truth of this set?",
                )
            events[at] = trigger
    return replace(truth, events=tuple(sorted(events.items())))
