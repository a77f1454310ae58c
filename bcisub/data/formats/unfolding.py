"""Small files that would fill the memory: what they unfold into is known before it is made."""

from __future__ import annotations

from pathlib import Path

from bcisub.data.unpickle.source import unfolding_limit
from bcisub.model.errors import BcisubError


def check_unfolding(size: int, path: Path) -> None:
    """Refuse a file that would unfold into `size` bytes, where that is far more than a recording of its size."""
    if size > unfolding_limit(path.stat().st_size):
        raise BcisubError(
            f"The file unfolds into {size / 1e6:.0f} MB or more, far more than a recording of its size.",
            where=path,
            hint="Store it without compression, as one array of numbers, if it is really a recording.",
            code="damaged-file",
        )
