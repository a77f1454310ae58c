"""Runs the uv that came with bcisub."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass

from bcisub.model.errors import BcisubError

_LAST_LINES = 12
# uv does not read pip's settings; teams behind a mirror have set these already.
_FROM_PIP = {"PIP_INDEX_URL": "UV_DEFAULT_INDEX", "PIP_EXTRA_INDEX_URL": "UV_INDEX", "PIP_FIND_LINKS": "UV_FIND_LINKS"}


@dataclass(frozen=True)
class Finished:
    """How a call of uv ended."""

    failed: bool
    output: str

    @property
    def last_lines(self) -> str:
        """The end of what uv said, for error messages."""
        lines = [line.rstrip() for line in self.output.splitlines() if line.strip()]
        return "\n".join(lines[-_LAST_LINES:]) or "no message"


def binary() -> str:
    """Path of the uv executable."""
    try:
        from uv import find_uv_bin

        return os.fspath(find_uv_bin())
    except (ImportError, FileNotFoundError) as error:
        raise BcisubError(
            "uv, which makes the environments, is missing.",
            hint="Install it with: python -m pip install uv",
            code="uv-missing",
        ) from error


def run(*arguments: str) -> Finished:
    """Run uv quietly; it never asks anything and never uses the environment bcisub was started from."""
    environment = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
    for pip_name, uv_name in _FROM_PIP.items():
        if pip_name in environment:
            environment.setdefault(uv_name, environment[pip_name])
    environment["NO_COLOR"] = "1"
    try:
        finished = subprocess.run(
            [binary(), "--no-progress", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env=environment,
            check=False,
        )
    except OSError as error:
        return Finished(True, str(error))
    return Finished(finished.returncode != 0, finished.stdout)
