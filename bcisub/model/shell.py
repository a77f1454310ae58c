"""How a path is typed, so that a command shown to the user can be pasted as it stands."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path


def typed(path: Path) -> str:
    """The path as one word of a command line, in quotes where it needs them."""
    word = str(path)
    if os.name == "nt":
        return subprocess.list2cmdline([word])
    # A name in another script needs no quotes; `shlex` puts them around everything but ASCII.
    return word if all(sign.isalnum() or sign in "@%+=:,./-_" for sign in word) else shlex.quote(word)
