"""Writes reproducible archives: sorted names, fixed times and modes, no names of people or machines."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.finding import ERROR, declare
from bcisub.project.names import faults

FORMATS = ("zip", "tar.gz")
UNPORTABLE_NAME = declare("unportable-name", ERROR, "Windows or macOS cannot hold the file, or not beside another.")
_MODE = 0o644
_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip can hold."""


def write_archive(files: Mapping[str, Path], target: Path, form: str) -> None:
    """Write the files under their names into `target`, whole or not at all."""
    for fault in name_faults(files):
        raise fault
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if form == "zip":
            _zip(files, part)
        elif form == "tar.gz":
            _tar(files, part)
        else:
            raise BcisubError(f"{form!r} is not an archive format.", hint=f"--format takes {' or '.join(FORMATS)}.")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def name_faults(files: Iterable[str]) -> Iterator[SubmissionError]:
    """Names under which a server, or a team mate, could not unpack the files that were packed."""
    for name, why in faults(files):
        yield SubmissionError(
            f"{name!r} {why}.",
            where=name,
            hint="Give it another name, or leave it out (.bcisubignore).",
            code=UNPORTABLE_NAME.code,
        )


def _zip(files: Mapping[str, Path], target: Path) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the same on every system
            entry.external_attr = (0o100000 | _MODE) << 16
            archive.writestr(entry, files[name].read_bytes(), compresslevel=9)


def _tar(files: Mapping[str, Path], target: Path) -> None:
    with (
        target.open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=9, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name in sorted(files):
            content = files[name].read_bytes()
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), _MODE, 0
            archive.addfile(entry, io.BytesIO(content))
