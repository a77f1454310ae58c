"""What a file of a recording holds, and how its parts are found in files of several arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.formats.unfolding import check_unfolding
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Matrix

_NAMES = ("data", "EEG", "eeg", "X", "x")
"""Names under which the matrix is looked for in a file of several arrays."""
SLOWEST, FASTEST = 10, 100_000
"""Hz between which a sampling rate lies; others are mistakes, and resampling them would fill the memory."""
_WRAPPINGS = 4
"""Arrays and lists around a number, at most: MATLAB's cells wrap twice."""


@dataclass(frozen=True)
class Recording:
    """What a file holds."""

    data: Matrix
    """Rows × samples, the trigger the last row."""
    channels: tuple[str, ...] = ()
    """Names of the rows, where the file gives them; the trigger may or may not be among them."""
    fs: float | None = None
    marks: tuple[tuple[int, str], ...] = ()
    """Sample and text of every event the file names in words (`T1`, `Stimulus/S  1`)."""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def electrodes(self) -> tuple[str, ...]:
        """Names of the rows above the trigger, or nothing where the file names none or another number of them."""
        rows = self.data.shape[0]
        return self.channels[: rows - 1] if len(self.channels) in (rows - 1, rows) else ()


def described(content: Mapping[str, Any], path: Path) -> Recording:
    """A dict as the contest's block files hold it: only `data` is needed, the other six keys are used if present."""
    name = next((name for name in _NAMES if name in content), None)
    if name is None:
        matrices = [key for key, value in content.items() if isinstance(value, np.ndarray) and value.ndim == 2]
        matrices = [key for key in matrices if min(content[key].shape) > 1]
        if len(matrices) != 1:
            raise BcisubError(
                f"It is not clear where the block is: the file holds {', '.join(map(str, content)) or 'nothing'}.",
                where=path,
                hint="Name the matrix `data`.",
            )
        name = matrices[0]
    if isinstance(content[name], Mapping):  # a MATLAB struct
        return described(content[name], path)
    rate = sampling_rate(content.get("srate", content.get("fs")), path)
    extra = {key: value for key, value in content.items() if key not in (name, "srate", "fs", "ch_names")}
    return Recording(
        matrix(content[name], path), _texts(content.get("ch_names")), sampling_rate(rate, path), extra=extra
    )


def matrix(data: Any, path: Path) -> NDArray[Any]:
    """`data` as rows × samples of real numbers, or an error that says what it is instead."""
    if isinstance(data, list):
        data = _of_lists(data, path)
    if not isinstance(data, np.ndarray):
        raise BcisubError("The file holds no matrix.", where=path, hint="Store rows × samples, or a dict with `data`.")
    if data.dtype.kind not in "biuf":
        raise BcisubError(
            f"The block's values are of type {data.dtype}, not real numbers.",
            where=path,
            hint="Store a plain array of float32 or float64.",
        )
    if data.ndim != 2:
        shape = " × ".join(map(str, data.shape)) or "a single number"
        raise BcisubError(
            f"The block is not a matrix but {shape}.", where=path, hint="Store rows × samples, one block a file."
        )
    return data


def _of_lists(rows: list[Any], path: Path) -> NDArray[np.float64] | None:
    """Lists of numbers as an array. A file can name one list a million times, so they are counted before."""
    lists = {id(row): row for row in rows if isinstance(row, list)}
    if any(_is_array(value) for row in lists.values() for value in row):
        return None
    check_unfolding(8 * sum(len(row) if isinstance(row, list) else np.size(row) for row in rows), path)
    try:
        return np.array(rows, dtype=np.float64)
    except (ValueError, TypeError):
        return None


def _is_array(value: Any) -> bool:
    return isinstance(value, (list, bytearray)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def needs_extra(what: str, path: Path, or_else: str = "") -> BcisubError:
    """The error of a format whose module is not installed."""
    return BcisubError(
        f"{what} needs a package that is not installed.",
        where=path,
        hint=f"pip install 'bcisub[formats]'{or_else}",
        code="needs-formats",
    )


def sampling_rate(value: Any, where: object) -> float | None:
    """A rate in Hz as a file or the user says it, None where nothing is said; what cannot be one is refused."""
    parts = value.size if isinstance(value, np.ndarray) else len(value) if isinstance(value, list) else 1
    if value is None or not parts:
        return None
    number = scalar(value)
    try:
        found = float(number)
    except (TypeError, ValueError, OverflowError):
        found = math.nan
    if not SLOWEST <= found <= FASTEST:
        shown = "something that is no number" if number is None else f"{str(number)[:40]!r}"
        raise BcisubError(
            f"The sampling rate is {shown}, where {SLOWEST} to {FASTEST} Hz are possible.",
            where=where,
            hint="Say the rate in Hz; a file may also leave it out, and `bcisub data convert --rate` say it.",
            code="bad-rate",
        )
    return found


def scalar(value: Any) -> Any:
    """The number or text in a value, which may be wrapped in arrays and lists of one; None where it is neither."""
    for _ in range(_WRAPPINGS):
        if isinstance(value, np.ndarray) and value.size:
            value = value.flat[0]
        elif isinstance(value, list) and value:
            value = value[0]
    return value if isinstance(value, (str, bytes, int, float, np.generic)) else None


def _texts(names: Any) -> tuple[str, ...]:
    if isinstance(names, np.ndarray):
        names = list(names.flat)
    if not isinstance(names, list):
        return ()
    return tuple(_text(scalar(name)) for name in names)


def _text(name: Any) -> str:
    if isinstance(name, bytes):
        return name.decode("utf-8", "replace")
    return "" if name is None else str(name).strip()
