"""ARCHITECTURE.md's table of rooms is the contract that import-linter judges by, in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import tomlkit

ROOT = Path(__file__).parents[1]


def contract() -> list[str]:
    settings = tomlkit.parse((ROOT / "pyproject.toml").read_text(encoding="utf-8")).unwrap()
    (layers,) = [one for one in settings["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]
    assert layers["exhaustive"]
    return [room for layer in layers["layers"] for room in re.split(r"[ |:]+", layer)]


def test_the_table_of_rooms_is_the_contract():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.split("| room | job |")[1].split("\n\n")[0]
    assert re.findall(r"(?m)^\| `(\w+)` \|", table) == contract()


def test_every_room_is_there():
    places = (ROOT / "bcisub").iterdir()
    rooms = {path.stem for path in places if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert rooms - {"__init__"} == set(contract())
