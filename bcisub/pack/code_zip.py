"""The ZIP with code, model and documentation that finalists hand in (GAZE-21); same input, same bytes."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from bcisub.errors import SubmissionError
from bcisub.pack.predictions import check_team

LIMIT = 200_000_000
"""Most bytes of the ZIP (GAZE-21)."""
_NAMED = 8
_LEFT_OUT = {"bcisub.toml", "dist", "data", "__pycache__", "node_modules"}
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)


def zip_name(team: str) -> str:
    """Name of the ZIP (GAZE-21)."""
    return f"{check_team(team)}_Test.zip"


def code_files(root: Path) -> list[Path]:
    """Files of the project that are handed in: all but the project file, data, hidden files and what was built."""
    return sorted(_walk(root), key=lambda path: path.relative_to(root).as_posix())


def write_code_zip(root: Path, path: Path, *, limit: int = LIMIT) -> list[str]:
    """Write the ZIP whole or not at all; refused if documentation or code is missing, or it is too large."""
    files = code_files(root)
    names = [file.relative_to(root).as_posix() for file in files]
    if not any(name.lower().startswith("readme") for name in names):
        raise SubmissionError(
            "The ZIP must hold documentation (GAZE-21), and the project has no README.",
            where=root,
            hint="Write README.md: what the files are, how the model was trained.",
            code="documentation-missing",
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.part")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for file, name in zip(files, names, strict=True):
                entry = zipfile.ZipInfo(name, _FIXED_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                entry.create_system = 3
                with file.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
                    while piece := source.read(1 << 20):
                        target.write(piece)
            packed = {info.filename: info.compress_size for info in archive.infolist()}
        _check_size(path, partial.stat().st_size, packed, limit)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return names


def _check_size(path: Path, size: int, packed: dict[str, int], limit: int) -> None:
    if size <= limit:
        return
    largest = sorted(packed.items(), key=lambda item: -item[1])[:_NAMED]
    lines = [f"{count / 1e6:>8.1f} MB  {name}" for name, count in largest]
    raise SubmissionError(
        f"The ZIP is {size / 1e6:.1f} MB, more than {limit / 1e6:.0f} MB (GAZE-21). The largest files in it:\n"
        + "\n".join(lines),
        where=path,
        hint="Leave out what prediction does not need, or store the model in fewer bits.",
        code="zip-too-large",
    )


def _walk(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name.startswith(".") or entry.name in _LEFT_OUT or entry.suffix in {".pyc", ".pyo"}:
            continue
        if entry.is_dir():
            yield from _walk(entry)
        elif entry.is_file():
            yield entry
