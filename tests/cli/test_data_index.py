"""`bcisub data index`: GAZE-2's index from folders, as a user sees it."""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.model.errors import BcisubError
from bcisub.model.frames import read_index


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


def test_gaze_2_an_index_with_labels_is_not_made_anew_without_them(tmp_path: Path) -> None:
    for eye in ("left", "right"):
        Image.new("L", (640, 400), 9).save(tmp_path / f"S1_1_{eye}.png")
    labels, index = tmp_path / "labels.csv", tmp_path / "frames.csv"
    labels.write_text("subject,frame,x,y\nS1,1,10,20\n", encoding="utf-8")
    asked = ["index", str(tmp_path), "--pattern", "{subject}_{frame}_{eye}.png"]
    for _ in range(2):
        assert CliRunner().invoke(app, [*asked, "--labels", str(labels)]).exit_code == 0
    labelled = index.read_text(encoding="utf-8")
    for before, words in ((labelled, asked), ("what is this", asked), ("what is this", [*asked, "--force"])):
        index.write_text(before, encoding="utf-8")
        problem = CliRunner().invoke(app, words).exception
        assert isinstance(problem, BcisubError)
        assert problem.exit_code == 2
        assert index.read_text(encoding="utf-8") == before
    index.write_text(labelled, encoding="utf-8")
    assert CliRunner().invoke(app, [*asked, "--force"]).exit_code == 0
    assert next(read_index(tmp_path).frames).label is None
