"""Reading one block from any format the contest and its teams use, as rows × samples of real numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bcisub.data.apart import reader as apart
from bcisub.data.formats import mne_files, numpy_files, pickles, platform
from bcisub.data.formats.content import Recording
from bcisub.data.formats.stray_files import check_stray
from bcisub.model.errors import BcisubError
from bcisub.model.recording import Matrix

READERS: dict[str, Callable[[Path], Recording]] = {
    ".pkl": pickles.read,
    ".pickle": pickles.read,
    ".joblib": pickles.read,
    ".npy": numpy_files.read_npy,
    ".npz": numpy_files.read_npz,
    ".mat": partial(apart.recording, "matlab"),
    ".dat": platform.read,
    ".bdf": partial(apart.recording, "mne"),
    ".edf": partial(apart.recording, "mne"),
    ".vhdr": partial(apart.recording, "mne"),
}
"""Suffix to reader. What foreign native code parses is read in another process, which a damaged file may kill."""


def is_recording(path: Path) -> bool:
    """A file that holds a block, by its name."""
    return path.suffix.lower() in READERS and path.name.lower() != mne_files.EVENT_FILE


def load_block(path: Path, rows: int | None = None, fs: int | None = None) -> Matrix:
    """The block at `path`, checked: two dimensions, real numbers, `rows` rows at `fs` Hz where these are given."""
    return fitting(read(path), path, rows, fs)


def fitting(recording: Recording, path: Path, rows: int | None, fs: int | None) -> Matrix:
    """The matrix of a recording, or an error that says why it is no block of `rows` rows at `fs` Hz."""
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
    with told_as_errors(path):
        check_stray(path)
        return reader(path)


@contextmanager
def told_as_errors(path: Path) -> Iterator[None]:
    """Turn whatever a reader raises on a damaged file into an error that names the file."""
    try:
        yield
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
