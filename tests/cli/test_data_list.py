"""`bcisub data list`: what can be named and how large it is; a set that cannot be read hides no other."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np


def written(folder: Path, description: str = "") -> Path:
    for name in ("S1/a", "S1/b", "S2/a"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        np.save(folder / f"{name}.npy", np.zeros((6, 100)))
    (folder / "dataset.toml").write_text(description, encoding="utf-8")
    return folder


def test_sets_on_disk_are_counted_and_others_are_not(bcisub, tmp_path):
    folder = written(tmp_path / "data" / "mine", 'track = "metaverse"\nsummary = "ours"\n')
    rows = {row["name"]: row for row in bcisub("data", "list", "--track", "metaverse", "--json", "-").json["sets"]}
    mine = rows.pop("mine")
    size = sum(path.stat().st_size for path in folder.rglob("*.*"))
    assert (mine["subjects"], mine["blocks"], mine["bytes"], mine["error"]) == (2, 3, size, None)
    assert rows
    assert all(row["path"] or row["bytes"] is row["subjects"] is row["blocks"] is None for row in rows.values())
    (line,) = (line for line in bcisub("data", "list").out.splitlines() if "mine" in line)
    assert line.split() == ["mine", "metaverse", "own", "2", "3", f"{size / 1e6:.1f}", "MB", "ours"]


def test_a_set_that_cannot_be_read_is_a_row_among_others(bcisub, tmp_path):
    written(tmp_path / "data" / "broken", "track =")
    written(tmp_path / "data" / "fine")
    (tmp_path / "data" / "bare").mkdir()
    said = bcisub("data", "list")
    assert said.code == 0
    assert "unreadable: The description is no TOML" in " ".join(said.out.split())
    rows = {row["name"]: row for row in json.loads(bcisub("data", "list", "--json", "-").out)["sets"]}
    assert "no TOML" in rows["broken"]["error"]
    assert rows["fine"]["blocks"] == 3
    assert "no block" in rows["bare"]["error"]
