"""A set made whole or not at all, with the description it carries."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bcisub.model.errors import BcisubError
from bcisub.model.recording import natural
from bcisub.model.scratch import owner
from bcisub.model.version import __version__
from bcisub.model.whole_files import write_whole

DESCRIPTION = "dataset.toml"


@contextmanager
def whole_set(target: Path) -> Iterator[Path]:
    """A folder to write a set into; it takes its place at `target` when all went well, and vanishes otherwise.

    A folder without `dataset.toml` is no whole set, so the description is written before the set moves. Two that make
    the same set at once do not disturb each other.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{target.name}.{owner()}", dir=target.parent))
    try:
        yield work
        work.chmod(0o755)
        try:
            work.rename(target)
        except OSError as error:
            if not (target / DESCRIPTION).is_file():
                raise BcisubError(
                    f"The set cannot be put in its place: {error.strerror or error}.",
                    where=target,
                    hint="Move away what is there, or choose another place.",
                ) from None
    finally:
        shutil.rmtree(work, ignore_errors=True)


def free_place(target: Path) -> None:
    """Make sure that a set can be put at `target`: nothing is there, or an empty folder."""
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BcisubError(
            "There is something already.", where=target, hint="Choose a folder that is empty or not there."
        )
    if target.is_dir():
        target.rmdir()


def write_description(folder: Path, content: Mapping[str, Any]) -> None:
    """Write `dataset.toml`: what the set is, whose it is, where it is from and how it was made."""
    import tomlkit

    given = {key: value for key, value in content.items() if value not in (None, "", (), [])}
    people = sorted((entry.name for entry in folder.iterdir() if entry.is_dir()), key=natural)
    filled = {"subjects": people, **given, "bcisub": __version__}
    write_whole(folder / DESCRIPTION, tomlkit.dumps(filled).encode("utf-8"))
