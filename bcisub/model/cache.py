"""Where everything lies that can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """`$BCISUB_CACHE`, or the user's cache folder of the system."""
    chosen = os.environ.get("BCISUB_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("bcisub", appauthor=False))
