"""A team of the gaze track, its small set of pictures, and the commands it types."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from bcisub.cli.app import app
from bcisub.model.errors import BcisubError

PREDICTOR = """
class Predictor:
    def calibrate(self, subject, group, frames):
        print("calibrated", subject, group, len(frames))

    def predict(self, subject, group, left, right):
        print("asked", int(left[0, 0]))
        {extra}
        return 10.0 * left[0, 0], 10.0 * right[0, 0]
"""


def write_team(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project `team` beside a set `frames`: S1 and S2, two groups each of one calibration frame and three more."""
    folder = place / "frames"
    folder.mkdir()
    rows = ["subject,group,frame,left,right,x,y,calibration"]
    for number in range(16):
        subject, group, frame = f"S{number // 8 + 1}", f"g{number // 4 % 2 + 1}", number % 4
        names = [f"{subject}{group}{frame}{eye}.png" for eye in "lr"]
        for grey, name in zip((number, number + 1), names, strict=True):
            Image.fromarray(np.full((400, 640), grey, dtype=np.uint8)).save(folder / name)
        rows.append(f"{subject},{group},{frame},{','.join(names)},{10 * number},{10 * number + 10},{int(frame == 1)}")
    (folder / "frames.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    team = place / "team"
    team.mkdir()
    settings = '[project]\ntrack = "gaze"\nteam = "红队"\n[gaze]\nplane_distance = 500\nknown_subjects = ["S1"]\n'
    (team / "bcisub.toml").write_text(settings, encoding="utf-8")
    (team / "README.md").write_text("how\n", encoding="utf-8")
    write_predictor(place)
    monkeypatch.chdir(place)
    # The environment of the tests stands for the target's; the proof runs over the small set.
    monkeypatch.setattr("bcisub.targets.environments.for_submission", lambda *_: Path(sys.executable))
    monkeypatch.setattr("bcisub.pack.prove.DATA", str(folder))
    return place


def write_predictor(place: Path, extra: str = "pass") -> None:
    (place / "team" / "predictor.py").write_text(PREDICTOR.format(extra=extra), encoding="utf-8")


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def evaluate(*more: str) -> tuple[Any, dict[str, Any]]:
    done = invoke("eval", "team", "--data", "frames", "--python", "current", "--json", "out.json", *more)
    return done, json.loads(Path("out.json").read_text(encoding="utf-8")) if Path("out.json").exists() else {}


def pack(*more: str) -> Any:
    return invoke("pack", "team", "--python", sys.executable, "--date", "2022-05-01", *more)


def refusal(done: Any) -> BcisubError:
    assert isinstance(done.exception, BcisubError), done.output
    return done.exception


def asked(place: Path) -> list[str]:
    logs = sorted((place / "team" / ".bcisub" / "runs").glob("*/worker.log"))
    return [line for log in logs for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("asked")]
