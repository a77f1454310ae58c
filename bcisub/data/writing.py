"""Writing recordings in the contest's own shape, whole or not at all."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def write_whole(path: Path, content: bytes) -> None:
    """Put `content` at `path` under a temporary name first, so that nobody ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


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
    write_whole(path, pickle.dumps(record, protocol=4))
    return path
