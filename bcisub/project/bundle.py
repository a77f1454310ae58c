"""Reads bundles, which may come from strangers: nothing is written outside the folder, and nothing without end."""

from __future__ import annotations

import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from bcisub.model.errors import BcisubError
from bcisub.model.scratch import scratch
from bcisub.project.project import Project, entry_file

MAX_ENTRIES = 10_000
MAX_BYTES = 8 * 1024**3
SMALL = 256 * 1024**2
"""Below this a bundle may be packed as tightly as it likes."""
MAX_RATIO = 200
_CHUNK = 1 << 20
_GZIP, _ZIP = b"\x1f\x8b", b"PK\x03\x04"


def is_bundle(path: Path) -> bool:
    """The file is a zip or a tar.gz, be it damaged."""
    return path.is_file() and (_starts(path, _GZIP) or _starts(path, _ZIP) or zipfile.is_zipfile(path))


def _starts(path: Path, with_bytes: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(with_bytes)) == with_bytes


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """The bundle's content in a temporary folder, gone afterwards."""
    if not is_bundle(path):
        raise BcisubError("This is neither a project folder nor a bundle (zip or tar.gz).", where=path)
    with scratch() as temporary:
        folder = temporary / "submission"
        folder.mkdir()
        try:
            writer = _Writer(folder, path)
            if _starts(path, _GZIP):
                _untar(path, writer)
            else:
                _unzip(path, writer)
        except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, RuntimeError) as error:
            raise BcisubError(
                f"The bundle cannot be read: {error}.", where=path, hint="Get or pack it again.", code="damaged-bundle"
            ) from error
        yield folder


class _Writer:
    """Writes entries below a folder and counts."""

    def __init__(self, folder: Path, bundle: Path) -> None:
        self._folder = folder
        self._bundle = bundle
        self._limit = min(MAX_BYTES, max(SMALL, MAX_RATIO * bundle.stat().st_size))
        self._names: set[str] = set()
        self._bytes = 0

    def refuse(self, name: str, why: str) -> BcisubError:
        """The error for an entry that is not unpacked."""
        return BcisubError(f"The bundle is refused: {name!r} {why}.", where=self._bundle, code="unsafe-bundle")

    def place(self, name: str) -> Path:
        """Where an entry belongs; refused if that is not inside the folder."""
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
            raise self.refuse(name, "leads out of the folder")
        key = str(path).casefold()
        if key in self._names:
            raise self.refuse(name, "is in it twice")
        self._names.add(key)
        if len(self._names) > MAX_ENTRIES:
            raise self.refuse(name, f"is one entry more than {MAX_ENTRIES}")
        return self._folder / path

    def folder(self, name: str) -> None:
        """Make a folder."""
        if name.strip("./"):
            self.place(name).mkdir(parents=True, exist_ok=True)

    def file(self, name: str, content: IO[bytes]) -> None:
        """Write a file."""
        place = self.place(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            while chunk := content.read(_CHUNK):
                self._bytes += len(chunk)
                if self._bytes > self._limit:
                    raise self.refuse(name, f"makes it grow over {self._limit // 1024**2} MiB")
                file.write(chunk)


def _unzip(path: Path, writer: _Writer) -> None:
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise writer.refuse(entry.filename, "is a link or a device")
            if entry.is_dir():
                writer.folder(entry.filename)
                continue
            with archive.open(entry) as content:
                writer.file(entry.filename, content)


def _untar(path: Path, writer: _Writer) -> None:
    with tarfile.open(path, "r:gz") as archive:
        for entry in archive:
            if entry.isdir():
                writer.folder(entry.name)
                continue
            content = archive.extractfile(entry) if entry.isreg() else None
            if content is None:
                raise writer.refuse(entry.name, "is a link or a device")
            writer.file(entry.name, content)


def check_compiled_for(project: Project, compiled: str, version: str) -> None:
    """Refuse to run a bundle without sources on another Python than it was compiled for."""
    entry = entry_file(project.root, project.layout)
    if entry is not None and entry.suffix == ".pyc" and version.split(".")[:2] != compiled.split("."):
        raise BcisubError(
            f"The bundle was compiled for Python {compiled}; {version} cannot run it.",
            hint=f"Run it on its own: --python {compiled}, and --install-python where that is missing.",
            code="other-python",
        )


def compiled_for(folder: Path) -> str | None:
    """The Python, `X.Y`, whose magic number the bytecode in `folder` carries; None for sources alone."""
    magics = {0x0D55: "3.8", 0x0D61: "3.9", 0x0D6F: "3.10", 0x0DA7: "3.11", 0x0DCB: "3.12", 0x0DF3: "3.13"}
    for file in sorted(folder.rglob("*.pyc")):
        with file.open("rb") as opened:
            found = magics.get(int.from_bytes(opened.read(2), "little"))
        if found is not None:
            return found
    return None
