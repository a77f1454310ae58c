"""Temporary folders that name their owner, so that those of a killed bcisub can be found and removed."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from bcisub.model.cache import cache_folder
from bcisub.model.errors import BcisubError

PATIENCE = 1.0
"""Seconds of removing after which the user is told what takes so long."""


def _node() -> str:
    return re.sub(r"[^A-Za-z0-9]", "", platform.node())[:20]


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    """A temporary folder, gone afterwards. Resolved: the system's own may be a link, and tracebacks show real paths."""
    try:
        made = tempfile.TemporaryDirectory(prefix=owner(), ignore_cleanup_errors=True)
    except OSError as problem:
        raise BcisubError(
            f"No temporary folder can be made: {problem.strerror}.",
            where=tempfile.gettempdir(),
            hint="Free some space there, or set TMPDIR (on Windows TEMP) to another folder.",
            code="temp-full",
        ) from None
    with made as name:
        yield Path(name).resolve()


def owner() -> str:
    """What the name of a folder carries that is this process's alone and gone at its end."""
    return f"bcisub-{_node()}-{os.getpid()}-"


def sweep(slow: Callable[[], object]) -> None:
    """Remove what dead processes of this machine left in the temporary folder and in the cache.

    `slow` is called once where that takes more than a moment.
    """
    left = list(leftovers())
    if not left:
        return
    word = threading.Timer(PATIENCE, slow)
    word.daemon = True
    word.start()
    for place in left:
        shutil.rmtree(place, ignore_errors=True)
    word.cancel()


def discard(place: Path) -> None:
    """Take a folder away at once, whoever looks there, and then delete it; OSError if it is held, and it stays."""
    aside = Path(tempfile.mkdtemp(prefix=f".{place.name}.{owner()}", dir=place.parent))
    try:
        place.rename(aside / place.name)
    except FileNotFoundError:
        pass  # somebody else took it
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def leftovers() -> Iterator[Path]:
    """The folders whose owner is dead."""
    import psutil

    named = f"bcisub-{_node()}-"
    pattern = re.compile(rf"{named}(\d+)-")
    cache = cache_folder()
    places = (
        (Path(tempfile.gettempdir()), f"{named}*"),
        (cache / "sets", f"*/.*.{named}*"),
        (cache / "environments", f".*.{named}*"),
    )
    for folder, glob in places:
        with contextlib.suppress(OSError):
            for place in folder.glob(glob):
                match = pattern.search(place.name)
                if match and not psutil.pid_exists(int(match[1])):
                    yield place
