"""What the tests of the turing track share: the contest's interpreters and a short game of the sample people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomlkit

from bcisub.tracks.turing import generator as turing

ROOT = Path(__file__).parents[3]
TEMPLATE = ROOT / "templates" / "turing"
UPLOAD = ROOT / "tests" / "assets" / "turing-2022"
RECIPE = ROOT / "sample_data" / "turing" / "cali_A.toml"


def write_game(folder: Path, people: int = 2) -> Path:
    """One block of three rounds of four trials for each person whom the template's model knows."""
    recipe: dict[str, Any] = tomlkit.parse(RECIPE.read_text(encoding="utf-8")).unwrap()
    recipe["people"]["count"] = people
    recipe["session"].update(blocks=1, rounds=[3, 3], trials=[4, 4])
    turing.generate(recipe, folder, lambda share: None)
    return folder
