"""Names of sets, subjects and blocks are shown as they are, whatever rich would read in them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

NAME = "[red]b[x]"


@pytest.fixture
def odd_set(tmp_path: Path) -> Path:
    data = np.random.default_rng(3).normal(0, 15, (6, 3000))
    data[-1] = 0
    data[-1, [0, 100, 2800, 2999]] = [242, 129, 241, 243]
    folder = tmp_path / "data" / NAME / "S[red]"
    folder.mkdir(parents=True)
    np.save(folder / "b[x].npy", data)
    text = 'track = "metaverse"\norigin = "[dim]ours[/x]"\nsummary = "[/x] :cat:"\n'
    (folder.parent / "dataset.toml").write_text(text, encoding="utf-8")
    return folder.parent


@pytest.mark.parametrize("command", ["info", "check", "list"])
def test_brackets_are_kept(bcisub, odd_set, command):
    said = bcisub("data", command, *([NAME] if command != "list" else []))
    assert said.code == 0, said.err
    assert NAME in said.out
    assert ("S[red]" in said.out and "b[x]" in said.out) or command == "list"
    assert ("[dim]ours[/x]: [/x] :cat:" in said.out) == (command == "info")
