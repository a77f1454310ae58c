"""The ZIP with code, model and documentation that finalists hand in (GAZE-21); same input, same bytes."""

from __future__ import annotations

import zipfile
from pathlib import Path

from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, declare
from bcisub.model.track import Layout
from bcisub.project.archive import write_archive
from bcisub.project.contents import submission_files

LIMIT = 200_000_000
"""Most bytes of the ZIP (GAZE-21)."""
_NAMED = 8
ZIP_TOO_LARGE = declare("zip-too-large", ERROR, "The upload is refused for its size.")
DOCUMENTATION_MISSING = declare("documentation-missing", ERROR, "The ZIP must hold documentation (GAZE-21).")


def write_code_zip(root: Path, layout: Layout, path: Path, *, limit: int = LIMIT) -> dict[str, Path]:
    """Write the ZIP whole or not at all; refused if documentation is missing, or it is too large. Its files."""
    files = submission_files(root, layout)
    if not any(name.lower().startswith("readme") for name in files):
        raise SubmissionError(
            "The ZIP must hold documentation (GAZE-21), and the project has no README.",
            where=root,
            hint="Write README.md: what the files are, how the model was trained.",
            code=DOCUMENTATION_MISSING.code,
        )
    write_archive(files, path, "zip")
    size = path.stat().st_size
    if size > limit:
        with zipfile.ZipFile(path) as archive:
            packed = {info.filename: info.compress_size for info in archive.infolist()}
        path.unlink()
        raise _too_large(root, size, packed, limit)
    return files


def _too_large(root: Path, size: int, packed: dict[str, int], limit: int) -> SubmissionError:
    largest = sorted(packed.items(), key=lambda item: -item[1])[:_NAMED]
    lines = [f"{count / 1e6:>8.1f} MB  {name}" for name, count in largest]
    return SubmissionError(
        f"The ZIP is {size / 1e6:.1f} MB, more than {limit / 1e6:.0f} MB (GAZE-21). The largest files in it:\n"
        + "\n".join(lines),
        where=root,
        hint="Leave out what prediction does not need (.bcisubignore), or store the model in fewer bits.",
        code=ZIP_TOO_LARGE.code,
    )
