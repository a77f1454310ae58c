"""Temporary folders that name their owner, so that those of a killed bcisub can be found and removed."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bcisub.model.errors import BcisubError


def _node() -> str:
    return re.sub(r"[^A-Za-z0-9]", "", platform.node())[:20]


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A temporary folder, gone afterwards. Resolved: the system's own may be a link, and tracebacks show real paths."""
    try:
        made = tempfile.TemporaryDirectory(prefix=f"bcisub-{_node()}-{os.getpid()}-", ignore_cleanup_errors=True)
    except OSError as problem:
        raise BcisubError(
            f"No temporary folder can be made: {problem.strerror}.",
            where=tempfile.gettempdir(),
            hint="Free some space there, or set TMPDIR (on Windows TEMP) to another folder.",
            code="temp-full",
        ) from None
    with made as name:
        yield Path(name).resolve()


def sweep() -> None:
    """Remove what killed processes of this machine left behind."""
    import psutil

    owner = re.compile(rf"bcisub-{_node()}-(\d+)-")
    with contextlib.suppress(OSError):
        for place in Path(tempfile.gettempdir()).glob(f"bcisub-{_node()}-*"):
            match = owner.match(place.name)
            if match and not psutil.pid_exists(int(match[1])):
                shutil.rmtree(place, ignore_errors=True)
