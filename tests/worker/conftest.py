"""Real workers for miniature submissions, in the contest's interpreters where this machine has them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.model.record import RunRecord
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.model.track import Track
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.replay.session import Watch
from bcisub.tracks.ssvep_async.track import TRACK
from tests.contest_python import python_of

ENTRY = "AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py"
HEAD = """
import json, os, sys, threading, time
import numpy as np


class Answer:
    def __init__(self, value):
        self.resultType = value


class AlgorithmImplementSSVEP:
    def setProblemInterface(self, problem):
        self._problemInterface = problem

    def say(self, value):
        self._problemInterface.report(Answer(value))

    def packets(self):
        while True:
            packet = self._problemInterface.getData()
            yield packet
            if packet.finishedFlag:
                return

"""


@pytest.fixture(params=["3.8", "3.10"])
def python(request: pytest.FixtureRequest) -> Path:
    """An interpreter of the contest with numpy."""
    return python_of(request.param)


@pytest.fixture
def small() -> Track:
    """The track with two channels instead of 64."""
    return replace(TRACK, channels=("O1", "O2"))


def recording(samples: int, events: dict[int, int] | None = None, rows: int = 3) -> np.ndarray:
    """Numbers that tell their row and sample, and a trigger row."""
    data = np.arange(rows)[:, None] * 100_000.0 + np.arange(samples)
    data[-1] = 0
    for sample, code in (events or {}).items():
        data[-1, sample] = code
    return data


def data_set(subjects: dict[str, list[np.ndarray]]) -> DataSet:
    return DataSet(
        "set",
        Path("set"),
        [
            Subject(
                name, [Block(f"block_{i + 1}", Path("none"), functools.partial(np.copy, b)) for i, b in enumerate(made)]
            )
            for name, made in subjects.items()
        ],
    )


@dataclass
class Runner:
    """Writes a submission and runs it."""

    python: Path
    track: Track
    home: Path
    head: str = HEAD

    @property
    def root(self) -> Path:
        return self.home / "project"

    @property
    def folder(self) -> Path:
        return self.home / "run"

    def write(self, body: str, head: str = HEAD, file: str = ENTRY) -> None:
        (self.root / file).parent.mkdir(parents=True, exist_ok=True)
        (self.root / file).write_text(head + body, encoding="utf-8")

    def run(
        self,
        subjects: dict[str, list[np.ndarray]] | DataSet,
        echo: Callable[[str], None] | None = None,
        watch: Watch | None = None,
        **options: Any,
    ) -> RunRecord:
        self.folder.mkdir(parents=True, exist_ok=True)
        dataset = subjects if isinstance(subjects, DataSet) else data_set(subjects)
        asked = RunOptions(**options)
        job = Job(self.root, self.track.layouts[0], self.track, self.python, self.folder, asked, watch, echo)
        return replay(job, dataset)

    def __call__(self, body: str, samples: int = 100, **options: Any) -> RunRecord:
        """Run a class body, indented by four, over one block."""
        self.write(body)
        return self.run({"S1": [recording(samples)]}, **options)

    @property
    def prints(self) -> str:
        return (self.folder / "worker.log").read_text("utf-8")


@pytest.fixture
def runner(python: Path, small: Track, tmp_path: Path) -> Runner:
    return Runner(python, small, tmp_path)


@pytest.fixture
def block_of() -> Callable[..., np.ndarray]:
    return recording


@pytest.fixture
def whole_track() -> Track:
    return TRACK
