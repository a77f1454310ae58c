"""What a block's file says of itself (`ch_names`, `nchan`, `dimensions`), against what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bcisub.data.channel_names import canonical
from bcisub.data.formats.content import Recording, scalar
from bcisub.model.finding import ERROR, WARNING, Finding, declare

WRONG_ORDER = declare("wrong-order", ERROR)
CONTRADICTION = declare("contradiction", WARNING)


def check_keys(recording: Recording, names: Sequence[str]) -> Iterator[Finding]:
    """Rows in another order than the track's, and keys that contradict the matrix."""
    for row, (stored, wanted) in enumerate(zip(recording.electrodes, names, strict=False)):
        if canonical(stored) != canonical(wanted):
            yield WRONG_ORDER.found(
                f"Row {row + 1} is {stored} where the track has {wanted}: every algorithm would read other channels "
                "than it means. `bcisub data convert` puts them in order.",
                first={"channel": stored},
            )
            break
    rows, samples = recording.data.shape
    for key, fine in (("nchan", {(rows,), (rows - 1,)}), ("dimensions", {(rows, samples), (samples, rows)})):
        numbers = _numbers(recording.extra.get(key))
        if numbers is not None and numbers not in fine:
            shown = " × ".join(map(str, numbers))
            message = f"The file says {key} = {shown} and holds {rows} × {samples}: is it cut or joined?"
            yield CONTRADICTION.found(message)


def _numbers(value: Any) -> tuple[int, ...] | None:
    """The whole numbers in a value; lists are not handed to numpy, for a small file can nest them without end."""
    parts = value.ravel() if isinstance(value, np.ndarray) else value if isinstance(value, list) else [value]
    try:
        return None if value is None else tuple(int(scalar(part)) for part in parts)
    except (TypeError, ValueError, OverflowError):
        return None
