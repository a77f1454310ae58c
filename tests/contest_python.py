"""The contest's interpreters for tests: the real ones of this machine, or a skip that says which is missing."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from bcisub.targets import environments, interpreters
from bcisub.tracks import TRACKS

MISSING = "not proved without Python {}"
"""Reason of every such skip; `--strict-targets` turns it into a failure (conftest.py)."""


def require(version: str) -> interpreters.Interpreter:
    """The interpreter, or a skip."""
    found = interpreters.find(version)
    if found is None:
        pytest.skip(MISSING.format(version))
    return found


@functools.cache
def _environment(found: interpreters.Interpreter) -> Path:
    track = TRACKS["ssvep-async"]
    return environments.ensure(found, track.requirements, track.constraints)


def python_of(version: str) -> Path:
    """Python of an environment with the contest's numpy and scipy, or a skip."""
    return _environment(require(version))
