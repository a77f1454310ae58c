"""What a download often leaves under a recording's name, called by its own."""

from __future__ import annotations

from pathlib import Path

from bcisub.model.errors import BcisubError

_PAGES = (b"<!doctype", b"<html", b"<head", b"<?xml")


def check_stray(path: Path) -> None:
    """Refuse a web page, and the pointer that Git LFS leaves where a file was not fetched."""
    with path.open("rb") as file:
        head = file.read(512).removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if head.startswith(b"version https://git-lfs"):
        what, hint = "a pointer of Git LFS", "Get the file itself: `git lfs pull` in its repository."
    elif head.startswith(_PAGES):
        what, hint = "a web page", "Download it again; its address may ask for a login first."
    else:
        return
    raise BcisubError(f"This is {what}, not a recording.", where=path, hint=hint, code="damaged-file")
