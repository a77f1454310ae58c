"""Where the templates and the recipes lie: inside the wheel, or beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

from bcisub.model.errors import BcisubError


def folder(name: str) -> Path:
    """The folder `templates` or `sample_data`."""
    package = Path(__file__).resolve().parent.parent
    for place in (package / f"_{name}", package.parent / name):
        if place.is_dir():
            return place
    raise BcisubError(f"The installation lacks its {name} folder.", where=package, hint="Install bcisub again.")
