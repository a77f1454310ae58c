"""Reading one block from any format the contest and its teams use, as rows × samples of real numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data import unpickle
from bcisub.data.recording import Matrix
from bcisub.errors import BcisubError

_NAMES = ("data", "EEG", "eeg", "X", "x")
"""Names under which the matrix is looked for in a file of several arrays."""


@dataclass(frozen=True)
class Recording:
    """What a file holds."""

    data: Matrix
    """Rows × samples, the trigger the last row."""
    channels: tuple[str, ...] = ()
    """Names of the rows, where the file gives them; the trigger may or may not be among them."""
    fs: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


def load_block(path: Path, rows: int | None = None, fs: int | None = None) -> Matrix:
    """The block at `path`, checked: two dimensions, real numbers, `rows` rows at `fs` Hz where these are given."""
    recording = read(path)
    data = recording.data
    if rows is not None and data.shape[0] != rows:
        hint = (
            f"The track's blocks have {rows} rows, the trigger last; `bcisub data convert` picks and orders channels."
        )
        if data.shape[1] == rows:
            hint = "The matrix lies on its side: store rows × samples, not samples × rows."
        raise BcisubError(
            f"The block has {data.shape[0]} rows where {rows} are needed.", where=path, hint=hint, code="wrong-rows"
        )
    if fs is not None and recording.fs is not None and abs(recording.fs - fs) > 1e-6:
        raise BcisubError(
            f"The block was sampled at {recording.fs:g} Hz where {fs} Hz are needed.",
            where=path,
            hint="`bcisub data convert` resamples it.",
            code="wrong-rate",
        )
    if data.shape[1] == 0:
        raise BcisubError("The block is empty.", where=path, hint="Take it out of the set.", code="empty-block")
    return data


def read(path: Path) -> Recording:
    """The recording at `path`, by its suffix."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise BcisubError(
            f"{path.suffix or 'A file without suffix'} is no format of recordings.",
            where=path,
            hint=f"Read are: {', '.join(READERS)}.",
        )
    if not path.is_file():
        raise BcisubError("There is no such file.", where=path)
    try:
        return reader(path)
    except BcisubError:
        raise
    except OSError as error:
        raise BcisubError(f"The file cannot be read: {error.strerror or error}.", where=path) from None
    except Exception as error:  # the formats' readers fail in many ways on damaged files
        raise BcisubError(
            f"The file is damaged: {str(error).rstrip('.') or type(error).__name__}.",
            where=path,
            hint="Copy or download the file again.",
            code="damaged-file",
        ) from None


def _read_pickle(path: Path) -> Recording:
    content = unpickle.load(path)
    return _described(content, path) if isinstance(content, dict) else Recording(_matrix(content, path))


def _read_npy(path: Path) -> Recording:
    try:
        data = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError as error:
        raise _not_numbers(path, error) from None
    return Recording(_matrix(data, path))


def _read_npz(path: Path) -> Recording:
    with np.load(path, allow_pickle=False) as archive:
        try:
            return _described({name: archive[name] for name in archive.files}, path)
        except ValueError as error:
            raise _not_numbers(path, error) from None


def _read_mat(path: Path) -> Recording:
    with path.open("rb") as file:
        head = file.read(128)
    if head.startswith(b"MATLAB 7.3") or head.startswith(b"\x89HDF"):
        return _described(_read_hdf5(path), path)
    from scipy.io import loadmat

    content = loadmat(path, squeeze_me=False)
    return _described({name: value for name, value in content.items() if not name.startswith("__")}, path)


def _read_hdf5(path: Path) -> dict[str, Any]:
    try:
        import h5py  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise BcisubError(
            "This is a MATLAB 7.3 file.",
            where=path,
            hint="Install `bcisub[formats]` to read it, or save it in MATLAB with '-v7'.",
            code="matlab-7.3",
        ) from None
    with h5py.File(path, "r") as file:
        # HDF5 holds MATLAB's column-major arrays with their axes reversed.
        return {name: node[()].T for name, node in file.items() if isinstance(node, h5py.Dataset)}


def _read_dat(path: Path) -> Recording:
    import yaml

    side = next((place for suffix in (".yaml", ".yml") if (place := path.with_suffix(suffix)).is_file()), None)
    if side is None:
        raise BcisubError(
            "The .dat file has no .yaml beside it.",
            where=path,
            hint=f"Put {path.stem}.yaml there, with channel_number, sample_rate and channel_label.",
        )
    try:
        notes = yaml.safe_load(side.read_text(encoding="utf-8"))
        channels, fs = int(notes["channel_number"]), float(notes["sample_rate"])
        labels = notes.get("channel_label") or ()
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
        raise BcisubError(
            f"The description is not readable: {type(error).__name__} {error}.",
            where=side,
            hint="It needs channel_number, sample_rate and channel_label.",
        ) from None
    # Headerless little-endian float32, sample by sample, the trigger after the channels.
    width = channels + 1
    size = path.stat().st_size
    if channels < 1 or size % (4 * width):
        raise BcisubError(
            f"{size} bytes are no whole number of samples of {channels} channels and a trigger.",
            where=path,
            hint=f"Check channel_number in {side.name}.",
        )
    if size == 0:
        return Recording(np.empty((width, 0), "<f4"), tuple(map(str, labels)), fs)
    data = np.memmap(path, "<f4", "r", shape=(size // (4 * width), width))
    return Recording(data.T, tuple(map(str, labels)), fs)


READERS: dict[str, Callable[[Path], Recording]] = {
    ".pkl": _read_pickle,
    ".pickle": _read_pickle,
    ".joblib": _read_pickle,
    ".npy": _read_npy,
    ".npz": _read_npz,
    ".mat": _read_mat,
    ".dat": _read_dat,
}
"""Suffix to reader."""


def _described(content: Mapping[str, Any], path: Path) -> Recording:
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
    rate = content.get("srate", content.get("fs"))
    extra = {key: value for key, value in content.items() if key not in (name, "srate", "fs", "ch_names")}
    return Recording(_matrix(content[name], path), _texts(content.get("ch_names")), _number(rate), extra)


def _matrix(data: Any, path: Path) -> NDArray[Any]:
    if isinstance(data, list):
        try:
            data = np.array(data, dtype=np.float64)
        except (ValueError, TypeError):
            data = None
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


def _not_numbers(path: Path, error: Exception) -> BcisubError:
    if "pickle" in str(error).lower() or "object" in str(error).lower():
        return BcisubError(
            "The file holds objects, not numbers; it was not loaded.",
            where=path,
            hint="Store a plain array of float32 or float64.",
            code="refused-pickle",
        )
    return BcisubError(f"The file is damaged: {error}.", where=path, hint="Copy it again.", code="damaged-file")


def _texts(names: Any) -> tuple[str, ...]:
    if isinstance(names, np.ndarray):
        names = [np.ravel(name)[0] if np.size(name) else "" for name in names.ravel()]
    if not isinstance(names, (list, tuple)):
        return ()
    return tuple(name.decode("utf-8", "replace") if isinstance(name, bytes) else str(name).strip() for name in names)


def _number(value: Any) -> float | None:
    try:
        return None if value is None else float(np.ravel(value)[0])
    except (TypeError, ValueError, IndexError):
        return None
