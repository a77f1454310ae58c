"""Rows of a recording in another order than the track's, matched by electrode and not by place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from bcisub.model.errors import BcisubError


def row_order(stored: Sequence[str], wanted: Sequence[str], renamed: Mapping[str, str]) -> tuple[int, ...]:
    """For every row of `wanted` the row of `stored` that holds it, the trigger (last in both) included.

    Use it as an index into pieces of the matrix (`piece[order]`), never into the whole of it: a recording of
    an hour and a half must not lie in memory twice.
    """
    places = {renamed.get(name, name): row for row, name in enumerate(stored)}
    if set(places) != set(wanted) or len(stored) != len(wanted):
        raise ValueError(f"the orders name different electrodes: {sorted(set(places) ^ set(wanted))}")
    return (*(places[name] for name in wanted), len(stored))


def batch_of(path: Path, batches: Collection[str], asked: str | None = None) -> str | None:
    """The batch asked for, else the one a folder above `path` is named after (`TrainSet_first_batch`), else none."""
    if asked is not None:
        if asked not in batches:
            known = ", ".join(batches) or "none"
            raise BcisubError(f"There is no batch {asked!r} in this track.", hint=f"Its batches are: {known}.")
        return asked
    for folder in path.absolute().parents:
        for batch in batches:
            if folder.name.lower().replace("-", "_").endswith(f"{batch}_batch"):
                return batch
    return None
