"""What the tests of the turing track share: the contest's interpreters and a short game of the sample people."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from bcisub.data.simulate import turing
from bcisub.targets import environments, interpreters
from bcisub.tracks.turing import TRACK

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "templates" / "turing"
UPLOAD = ROOT / "tests" / "assets" / "turing-2022"
RECIPE = ROOT / "sample_data" / "turing" / "cali_A.toml"


@functools.cache
def _environment(version: str) -> Path | None:
    found = interpreters.find(version)
    return None if found is None else environments.ensure(found, TRACK.requirements, TRACK.constraints)


def python_of(version: str) -> Path:
    """A real Python of that version with numpy and scipy, or skip."""
    found = _environment(version)
    if found is None:
        pytest.skip(f"no Python {version} here")
    return found


def write_game(folder: Path, people: int = 2) -> Path:
    """One block of three rounds of four trials for each person whom the template's model knows."""
    recipe: dict[str, Any] = tomlkit.parse(RECIPE.read_text(encoding="utf-8")).unwrap()
    recipe["people"]["count"] = people
    recipe["session"].update(blocks=1, rounds=[3, 3], trials=[4, 4])
    turing.generate(recipe, folder, lambda share: None)
    return folder
