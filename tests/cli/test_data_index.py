"""`bcisub data index`: GAZE-2's index from folders, as a user sees it."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.frames import read_index


def test_gaze_2_index_command_names_what_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "S1" / "g1").mkdir(parents=True)
    for name in ("1_left", "1_right", "2_left"):
        Image.new("L", (640, 400), 9).save(tmp_path / "S1" / "g1" / f"{name}.png")
    result = CliRunner().invoke(app, ["index", str(tmp_path)])
    assert result.exit_code == 1
    assert "without partner: S1/g1/2_left.png" in result.output
    assert [frame.place for frame in read_index(tmp_path).frames] == ["S1/g1/1"]
    (tmp_path / "S1/g1/2_left.png").unlink()
    assert CliRunner().invoke(app, ["index", str(tmp_path)]).exit_code == 0
