"""Unpacks archives of strangers: everything they announce is judged before anything of it is written."""

from __future__ import annotations

import gzip
import stat
import tarfile
import zipfile
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from bcisub.model.errors import BcisubError
from bcisub.project.names import Tree, fault_of

MAX_ENTRIES = 10_000
"""Files and folders, also those that are only named in paths."""
MAX_BYTES = 8 * 1024**3
SMALL = 256 * 1024**2
"""Below this a bundle may be packed as tightly as it likes."""
MAX_RATIO = 200
ZIP_HEADERS, TAR_HEADERS = 4 * 1024**2, 32 * 1024**2
"""Bytes of all headers: what `MAX_ENTRIES` take, and long names. A reader holds them in memory, many times over."""
ONE_HEADER = 64 * 1024
"""Of one extended header of a tar, which may hold thousands of keys."""
GLOBAL_KEYS = 16
"""Keys that a tar gives to all of its entries; each entry gets a copy."""
_CHUNK = 1 << 20


class _Entry(NamedTuple):
    """What an archive announces."""

    name: str
    size: int
    folder: bool = False
    plain: bool = True
    """A file or a folder; not a link, a device, or a file with holes."""


class _RefusedError(BcisubError):
    def __init__(self, bundle: Path, why: str) -> None:
        super().__init__(f"The bundle is refused: {why}.", where=bundle, code="unsafe-bundle")


class _Headers:
    """A file whose headers are counted while they are read; one that asks for too much is refused."""

    def __init__(self, file: IO[bytes] | gzip.GzipFile, bundle: Path, limit: int, largest: int) -> None:
        self._file = file
        self._bundle = bundle
        self._left = limit
        self._largest = largest
        self.counting = True

    def read(self, size: int = -1) -> bytes:
        """Bytes of the file."""
        if not self.counting:
            return self._file.read(size)
        if size > self._largest:
            raise _RefusedError(self._bundle, f"one of its headers is of {size:,} bytes")
        piece = self._file.read(size if size >= 0 else self._largest)
        self._left -= len(piece)
        if self._left < 0:
            raise _RefusedError(self._bundle, "its headers are far larger than a submission's")
        return piece

    def __getattr__(self, name: str) -> Any:
        """Everything else is the file's own."""
        return getattr(self._file, name)


class _Room:
    """Counts what a bundle announces, and what is really written."""

    def __init__(self, bundle: Path) -> None:
        self._bundle = bundle
        self._tree = Tree()
        self._limit = min(MAX_BYTES, max(SMALL, MAX_RATIO * bundle.stat().st_size))
        self._announced = self._written = 0

    def announce(self, entry: _Entry) -> None:
        """Refuse an entry that is no file of a submission, or one too many."""
        if entry.folder and not entry.name.strip("./"):
            return
        fault = None if entry.plain else "is a link or a device"
        fault = fault or fault_of(entry.name) or self._tree.add(entry.name, entry.folder)
        if fault is None and len(self._tree) > MAX_ENTRIES:
            fault = f"is one entry more than {MAX_ENTRIES}"
        self._announced += entry.size
        if fault is None and self._announced > self._limit:
            fault = self._too_much()
        if fault is not None:
            raise _RefusedError(self._bundle, f"{entry.name!r} {fault}")

    def write(self, name: str, content: IO[bytes], folder: Path) -> None:
        """Write a file below a folder."""
        place = folder / PurePosixPath(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            while chunk := content.read(_CHUNK):
                self._written += len(chunk)
                if self._written > self._limit:
                    raise _RefusedError(self._bundle, f"{name!r} {self._too_much()}")
                file.write(chunk)

    def _too_much(self) -> str:
        return f"makes it grow over {self._limit // 1024**2} MiB"


def unzip(path: Path, folder: Path) -> None:
    """Unpack a zip into a folder."""
    room = _Room(path)
    with path.open("rb") as raw:
        headers = _Headers(raw, path, ZIP_HEADERS, ZIP_HEADERS)
        with zipfile.ZipFile(headers) as archive:
            entries = archive.infolist()
            for entry in entries:
                room.announce(_zip_entry(entry))
            headers.counting = False
            for entry in entries:
                if not entry.is_dir():
                    with archive.open(entry) as content:
                        room.write(entry.filename, content, folder)


def _zip_entry(entry: zipfile.ZipInfo) -> _Entry:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    return _Entry(entry.filename, entry.file_size, entry.is_dir(), kind in (0, stat.S_IFREG, stat.S_IFDIR))


def untar(path: Path, folder: Path) -> None:
    """Unpack a tar.gz into a folder. It is read twice, since only its end says what it holds."""
    room = _Room(path)
    with gzip.open(path, "rb") as raw:
        headers = _Headers(raw, path, TAR_HEADERS, ONE_HEADER)
        with tarfile.open(fileobj=headers, mode="r:") as archive:
            entries = []
            for entry in archive:
                if len(archive.pax_headers) > GLOBAL_KEYS:
                    raise _RefusedError(path, f"it has more than {GLOBAL_KEYS} headers for all of its entries")
                room.announce(_tar_entry(entry))
                entries.append(entry)
            headers.counting = False
            for entry in entries:
                content = None if entry.isdir() else archive.extractfile(entry)
                if content is not None:
                    room.write(entry.name, content, folder)


def _tar_entry(entry: tarfile.TarInfo) -> _Entry:
    plain = entry.isdir() or (entry.isreg() and not entry.issparse())
    return _Entry(entry.name, entry.size, entry.isdir(), plain)
