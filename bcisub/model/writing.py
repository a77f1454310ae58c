"""Writing recordings in the contest's own shape."""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.model.whole_files import write_whole


class _PortablePickler(pickle._Pickler):
    """Names numpy's pieces as numpy 1 does, whatever numpy writes.

    The contest's Python 3.8 ends at numpy 1.24, which knows no `numpy._core`; numpy 2 reads both names. It also
    makes the bytes of a recording independent of the numpy that wrote it.
    """

    def save(self, obj: Any, save_persistent_id: bool = True) -> None:
        if isinstance(obj, str) and obj == "numpy._core.multiarray":
            obj = "numpy.core.multiarray"
        super().save(obj, save_persistent_id)  # type: ignore[misc]


def pickled(content: Any) -> bytes:
    """`content` as a pickle that every numpy of the contest's interpreters can read."""
    target = io.BytesIO()
    _PortablePickler(target, protocol=4).dump(content)
    return target.getvalue()


def write_block(
    folder: Path,
    subject: str,
    block: str,
    data: NDArray[Any],
    *,
    channels: Sequence[str],
    fs: int = 250,
    person: int = 0,
    number: int = 0,
) -> Path:
    """Write `<folder>/<subject>/<block>.pkl`: the contest's dict of seven keys, the trigger the last row of `data`."""
    names = [*channels, "trigger"]
    if data.shape[0] != len(names):
        raise ValueError(f"{subject}/{block}: {data.shape[0]} rows for {len(names)} names")
    record = {
        "data": np.ascontiguousarray(data),
        "personID": person,
        "blockID": number,
        "srate": fs,
        "ch_names": names,
        "nchan": len(names),
        "dimensions": tuple(int(n) for n in data.shape),
    }
    path = folder / subject / f"{block}.pkl"
    write_whole(path, pickled(record))
    return path
