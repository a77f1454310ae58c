"""Whether two runs said the same, and where they first did not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from bcisub.model.record import RunRecord, Said


def first_difference(one: Sequence[Said], other: Sequence[Said]) -> str | None:
    """Where two lists of reports first differ, in words; None if they do not."""
    for left, right in zip_longest(one, other):
        if left != right:
            at = left or right
            if left and right and (left.subject, left.block) != (right.subject, right.block):
                return f"First {_shown(left)} of {_place(left)}, then {_shown(right)} of {_place(right)}"
            return f"{_place(at)}: first {_shown(left)}, then {_shown(right)}"
    return None


def by_block(record: RunRecord) -> list[Said]:
    """The reports of a run in the order of subjects and blocks, in whatever order those came."""
    return sorted(record.said(), key=lambda said: (said.subject, said.block))


def halves(record: RunRecord) -> tuple[list[Said], list[Said]]:
    """The reports of the two runs of a record that holds the same blocks twice."""
    middle = len(record.blocks) // 2
    first = sum(len(block.reports) for block in record.blocks[:middle])
    said = record.said()
    return said[:first], said[first:]


def _place(said: Said) -> str:
    return f"{said.subject}/{said.block}"


def _shown(said: Said | None) -> str:
    return "nothing" if said is None else f"{said.text} ({said.type}) at sample {said.p}"
