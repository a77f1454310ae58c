"""What of the cache and the temporary folder can be freed: everything there is made again when it is needed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bcisub.model.cache import cache_folder
from bcisub.model.scratch import discard, leftovers
from bcisub.targets import environments

SETS, ENVIRONMENTS, LEFTOVERS = KINDS = ("sets", "environments", "leftovers")


@dataclass(frozen=True)
class Spare:
    """A folder that can be freed."""

    kind: str
    """One of `KINDS`."""
    name: str
    """What the user calls it."""
    place: Path
    size: int
    """Bytes on the disk."""

    def free(self) -> bool:
        """Remove it, at once for whoever looks there; False if somebody holds it, and it stays as it was."""
        try:
            with environments.alone(self.place) if self.kind == ENVIRONMENTS else contextlib.nullcontext():
                discard(self.place)
        except (OSError, environments.BusyError):
            return False
        return True


def find(kinds: Sequence[str] = KINDS) -> list[Spare]:
    """Everything of these kinds, the largest of a kind first."""
    found = [Spare(kind, name, place, _size(place)) for kind, name, place in _places() if kind in kinds]
    return sorted(found, key=lambda one: (KINDS.index(one.kind), -one.size, one.name))


def _places() -> Iterator[tuple[str, str, Path]]:
    sets = cache_folder() / "sets"
    for place in sets.glob("*/[!.]*"):
        if place.is_dir():
            yield SETS, f"{place.parent.name}/{place.name.rpartition('-')[0] or place.name}", place
    whole = {one.folder: one for one in environments.cached()}
    for place in environments.folder().glob("[!.]*"):
        if place in whole:
            yield ENVIRONMENTS, f"Python {whole[place].python}: {', '.join(whole[place].requirements)}", place
        elif place.is_dir():
            yield ENVIRONMENTS, f"{place.name}, not whole", place
    for place in leftovers():
        yield LEFTOVERS, place.name, place


def _size(place: Path) -> int:
    total = 0
    for file in place.rglob("*"):
        with contextlib.suppress(OSError):
            if file.is_file() and not file.is_symlink():
                total += file.stat().st_size
    return total
