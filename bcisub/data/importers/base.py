"""What an importer of a public data set is: a declaration and a function that finds people and their recordings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bcisub.data.converting.convert import Account
from bcisub.model.errors import BcisubError
from bcisub.model.importing import Piece, Take
from bcisub.model.recording import natural
from bcisub.model.track import Track


@dataclass
class Made(Account):
    """What came of it, for the screen and for `dataset.toml`."""

    real: str = ""
    """What in the set is a recording as it was."""
    joined: str = ""
    """What was put together, and how."""
    people: list[str] = field(default_factory=list)
    """Whose recordings these are, where the set's folders do not tell."""


@dataclass(frozen=True)
class Order:
    """What the user asked for."""

    path: Path
    """File or folder of the data set as downloaded."""
    folder: Path
    """Where the contest set is written."""
    track: Track
    progress: Callable[[float], None]
    batch: str | None = None
    seed: int = 0
    """Decides every order that is drawn: of trials, of videos."""
    account: Made = field(default_factory=Made)
    """What the importer has to tell besides."""

    def take(self, importer: str) -> Take:
        """What the track makes of an importer's data."""
        return self.track.imports[importer]

    @property
    def row_order(self) -> str | None:
        """Batch in whose order rows without names lie; unless the user names one, that of the track's own order."""
        own = tuple(range(self.track.rows))
        return self.batch or next((name for name, rows in self.track.batches.items() if tuple(rows) == own), None)


@dataclass(frozen=True)
class Person:
    """Somebody whose recordings are there."""

    name: str
    pieces: Callable[[], Iterator[Piece]]
    """Reads them, one at a time."""


@dataclass(frozen=True)
class Source:
    """What an importer found."""

    people: Sequence[Person]
    real: str = ""
    joined: str = ""
    """What of the pieces is a recording as it was, and how the rest was put together; `{word}` is the track's."""
    notes: Sequence[str] = ()
    """What has to be told besides."""


@dataclass(frozen=True)
class Importer:
    """One public data set."""

    name: str
    title: str
    reference: str
    doi: str
    licence: str | None
    """As published; None where the publication names none."""
    run: Mapping[str, Callable[[Order], Source]] = field(default_factory=dict)
    """The function for everything the data hold; a track says what of it is for it, and what it makes of that."""
    uses: Mapping[str, str] = field(default_factory=dict)
    """What the data are used for in a track, where several can use them: `rest → {track}`."""

    def summary(self, kinds: Mapping[str, str]) -> str:
        """Title and, where the data hold several things, what each is for; `kinds` has what a track takes of them."""
        uses = [self.uses[kind].format(track=track) for track, kind in kinds.items() if kind in self.uses]
        return f"{self.title}: {', '.join(uses)}" if uses else self.title

    @property
    def origin(self) -> str:
        """Reference and DOI, for `dataset.toml`."""
        return f"{self.reference} doi {self.doi}" if self.doi else self.reference


def files(path: Path, pattern: str, what: str) -> list[Path]:
    """The files of a data set below a path, or the file itself; at least one, and none twice."""
    found = [path] if path.is_file() else sorted(path.rglob(pattern), key=lambda file: natural(file.name))
    if not found:
        raise BcisubError(
            f"There is no {what} here.", where=path, hint=f"Give the folder with its files, named {pattern}."
        )
    first: dict[str, Path] = {}
    for file in found:
        if first.setdefault(file.name.casefold(), file) is not file:
            raise BcisubError(
                f"{file.name} is there twice, also in {first[file.name.casefold()].parent}.",
                where=file,
                hint="Give the folder of one copy of the data set.",
            )
    return found
