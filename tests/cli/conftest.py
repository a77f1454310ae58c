"""The command line as a user meets it, a project, and sets that script its reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.model.writing import write_block
from bcisub.tracks.ssvep_async.track import CHANNELS

REPOSITORY = Path(__file__).parents[2]
OBEDIENT = """
import sys, time


class Answer:
    resultType = None


class AlgorithmImplementSSVEP:
    def setProblemInterface(self, problem):
        self.problem = problem

    def run(self):
        print("printed by the team")
        while True:
            packet = self.problem.getData()
            for value in packet.data[0]:
                if value and value == int(value):
                    answer = Answer()
                    answer.resultType = int(value)
                    self.problem.report(answer)
            if packet.finishedFlag:
                return
"""
"""A submission that reports what the first channel tells it to, so that a set is a script of reports; noise is none."""


@dataclass
class Said:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., Said]:
    """Run the command as a process of its own, in an empty folder."""

    def run(*words: object, cwd: Path = tmp_path, **variables: str) -> Said:
        kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "BCISUB_DATA", "COLUMNS")}
        done = subprocess.run(
            [sys.executable, "-m", "bcisub", *map(str, words)],
            cwd=cwd,
            env={**kept, "PYTHONPATH": str(REPOSITORY), "PYTHONIOENCODING": "utf-8", **variables},
            capture_output=True,
            timeout=300,
            check=False,
        )
        return Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"))

    return run


@pytest.fixture
def bcisub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Run the command in this process, which is quicker; the folder is empty too."""
    from bcisub.cli.app import main

    def run(*words: object, cwd: Path = tmp_path) -> Said:
        monkeypatch.chdir(cwd)
        monkeypatch.delenv("BCISUB_DATA", raising=False)
        monkeypatch.setattr(sys, "argv", ["bcisub", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capfd.readouterr()
        return Said(int(left.value.code or 0), said.out, said.err)

    return run


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose algorithm does what the set's first channel says."""
    root = tmp_path / "project"
    code = root / "AlgorithmImplement" / "SSVEP"
    code.mkdir(parents=True)
    (code / "AlgorithmImplementSSVEP.py").write_text(OBEDIENT, encoding="utf-8")
    (root / "config.toml").write_text('unitImage = "python:3.8"\ncommand = ["python", "main.py"]\n', encoding="utf-8")
    return root


@pytest.fixture
def algorithm(project: Path) -> Callable[[str], None]:
    """Replace the algorithm's text after its first packet."""

    def write(line: str) -> None:
        entry = project / "AlgorithmImplement" / "SSVEP" / "AlgorithmImplementSSVEP.py"
        entry.write_text(
            OBEDIENT.replace("            for value", f"            {line}\n            for value"), encoding="utf-8"
        )

    return write


def written(folder: Path, blocks: dict[tuple[str, str], tuple[dict[int, int], dict[int, float]]]) -> Path:
    """A set of blocks of 3000 samples: triggers and, by sample, what to report."""
    for (subject, name), (events, reports) in blocks.items():
        data = np.zeros((65, 3000), dtype=np.float32)
        for sample, value in reports.items():
            data[0, sample] = value
        data[-1, 0], data[-1, 2999] = 242, 243
        for sample, code in events.items():
            data[-1, sample] = code
        write_block(folder, subject, name, data, channels=CHANNELS)
    return folder


@pytest.fixture(scope="session")
def good_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two subjects, three blocks, every status but late; no false alarm."""
    return written(
        tmp_path_factory.mktemp("sets") / "good",
        {
            ("S2", "block_1"): ({505: 12, 1505: 101, 2005: 30}, {205: 1, 1005: 12, 1015: 12, 2505: 30}),
            ("S2", "block_2"): ({505: 12, 1505: 7}, {1005: 13, 2005: 7}),
            ("S10", "block_1"): ({505: 12, 1505: 7, 2505: 102}, {1005: 41}),
        },
    )


@pytest.fixture(scope="session")
def alarming_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One answer and one false alarm."""
    return written(
        tmp_path_factory.mktemp("sets") / "alarming", {("S1", "block_1"): ({505: 12, 1505: 101}, {1005: 12, 2005: 3})}
    )
