"""`bcisub score --csv`: what it takes beside the file (GAZE-20)."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bcisub.cli.app import app
from bcisub.model.errors import BcisubError


@pytest.mark.parametrize(
    "more", [["last"], ["--stage", "final"], ["--truth", "t.csv"], ["--ignore-compute"], ["--count-compute"]]
)
def test_gaze_20_score_of_a_csv_takes_nothing_that_is_for_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    problem = CliRunner().invoke(app, ["score", *more, "--csv", "p.csv", "--data", "frames"]).exception
    assert isinstance(problem, BcisubError)
    assert problem.exit_code == 2
    assert "is for a recorded run" in problem.what
