"""GAZE-21: the ZIP with code, model and documentation."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.project.code_zip import write_code_zip
from bcisub.project.contents import submission_files
from bcisub.tracks.gaze.predictions import zip_name
from bcisub.tracks.gaze.track import LAYOUT


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "team"
    (root / "model").mkdir(parents=True)
    (root / "predictor.py").write_text("class Predictor: ...\n", encoding="utf-8")
    (root / "README.md").write_text("how\n", encoding="utf-8")
    (root / "model" / "weights.bin").write_bytes(os.urandom(5000))
    (root / "model" / "small.bin").write_bytes(os.urandom(10))
    for name in ("bcisub.toml", ".git/config", ".bcisub/runs/1", "dist/x.zip", "data/frames.csv", "__pycache__/p.pyc"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x", encoding="utf-8")
    return root


def test_gaze_21_code_model_and_documentation_and_nothing_else(project: Path, tmp_path: Path) -> None:
    names = list(write_code_zip(project, LAYOUT, tmp_path / "out.zip"))
    assert names == ["README.md", "model/small.bin", "model/weights.bin", "predictor.py"]
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert archive.namelist() == names
        assert archive.read("predictor.py") == (project / "predictor.py").read_bytes()
        assert archive.testzip() is None


def test_same_input_same_bytes(project: Path, tmp_path: Path) -> None:
    write_code_zip(project, LAYOUT, tmp_path / "one.zip")
    for file in submission_files(project, LAYOUT).values():
        os.utime(file, (1, 1))
    write_code_zip(project, LAYOUT, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_gaze_21_too_large_is_refused_with_the_largest_files_and_leaves_nothing(project: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(SubmissionError) as caught:
        write_code_zip(project, LAYOUT, out / "t.zip", limit=4000)
    lines = caught.value.what.splitlines()
    assert "GAZE-21" in lines[0]
    assert lines[1].endswith("model/weights.bin")
    assert list(out.iterdir()) == []


def test_gaze_21_exactly_the_limit_is_allowed(project: Path, tmp_path: Path) -> None:
    write_code_zip(project, LAYOUT, tmp_path / "a.zip")
    size = (tmp_path / "a.zip").stat().st_size
    write_code_zip(project, LAYOUT, tmp_path / "b.zip", limit=size)
    with pytest.raises(SubmissionError):
        write_code_zip(project, LAYOUT, tmp_path / "c.zip", limit=size - 1)


def test_gaze_21_no_documentation_is_refused(project: Path, tmp_path: Path) -> None:
    (project / "README.md").unlink()
    with pytest.raises(SubmissionError, match="README"):
        write_code_zip(project, LAYOUT, tmp_path / "t.zip")


def test_gaze_21_name() -> None:
    assert zip_name("红队") == "红队_Test.zip"
    with pytest.raises(BcisubError):
        zip_name("a/b")
