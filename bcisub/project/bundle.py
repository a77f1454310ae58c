"""Bundles, which may come from strangers: opened in a folder of their own, and for which Python they are."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bcisub.model.errors import BcisubError
from bcisub.model.scratch import scratch
from bcisub.project.project import Project, entry_file
from bcisub.project.unpacking import untar, unzip

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
            (untar if _starts(path, _GZIP) else unzip)(path, folder)
        except BcisubError:
            raise
        except Exception as error:  # the archives' readers fail in many ways on damaged files
            raise BcisubError(
                f"The bundle cannot be read: {str(error).rstrip('.') or type(error).__name__}.",
                where=path,
                hint="Get or pack it again.",
                code="damaged-bundle",
            ) from error
        yield folder


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
