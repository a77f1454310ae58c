"""Block pickles, also joblib's: a dict with `data`, or a bare matrix. Nothing in them is ever run."""

from __future__ import annotations

from pathlib import Path

from bcisub.data import unpickle
from bcisub.data.formats.content import Recording, described, matrix


def read(path: Path) -> Recording:
    """The recording in a pickle."""
    content = unpickle.load(path)
    return described(content, path) if isinstance(content, dict) else Recording(matrix(content, path))
