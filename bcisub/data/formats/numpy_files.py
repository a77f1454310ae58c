"""numpy's own files: `.npy` mapped from disk, `.npz` read whole; objects in them are never unpickled."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np

from bcisub.data.formats.content import Recording, described, matrix
from bcisub.data.formats.unfolding import check_unfolding
from bcisub.model.errors import BcisubError


def read_npy(path: Path) -> Recording:
    """A bare matrix, not copied into memory."""
    try:
        data = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError as error:
        raise _not_numbers(path, error) from None
    return Recording(matrix(data, path))


def read_npz(path: Path) -> Recording:
    """An archive of arrays, named as in a block pickle."""
    with zipfile.ZipFile(path) as packed:
        unfolded = sum(member.file_size for member in packed.infolist())
    check_unfolding(unfolded, path)
    with np.load(path, allow_pickle=False) as archive:
        try:
            return described({name: archive[name] for name in archive.files}, path)
        except ValueError as error:
            raise _not_numbers(path, error) from None


def _not_numbers(path: Path, error: Exception) -> BcisubError:
    if "pickle" in str(error).lower() or "object" in str(error).lower():
        return BcisubError(
            "The file holds objects, not numbers; it was not loaded.",
            where=path,
            hint="Store a plain array of float32 or float64.",
            code="refused-pickle",
        )
    return BcisubError(f"The file is damaged: {error}.", where=path, hint="Copy it again.", code="damaged-file")
