"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Put `content`, whole or in pieces, at `path` under a temporary name first: nobody ever sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
        Path(name).replace(path)
    except OSError as problem:
        problem.filename = str(path)  # of a full disk the system does not say which file it met
        raise
    finally:
        Path(name).unlink(missing_ok=True)
