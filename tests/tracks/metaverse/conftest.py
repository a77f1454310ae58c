"""Submissions for the 2024 platform, written for one test and run in a real worker process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bcisub.model.record import RunRecord
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.tracks.metaverse.track import TRACK

HEAD = """
import asyncio
import numpy as np
from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject


class AlgorithmImplement(AlgorithmInterface):
"""

Run = Callable[..., RunRecord]


def block() -> np.ndarray:
    data = np.zeros((6, 1020))
    data[:-1] = np.arange(1020)
    data[-1, [0, 110, 900, 1019]] = 242, 144, 241, 243
    return data


@pytest.fixture
def platform_run(tmp_path: Path) -> Run:
    """Replay two blocks of 1020 samples, each with one trial of person 16, through the submission in a folder.

    They are of one subject, or of one each.
    """

    def go(root: Path, subjects: tuple[str, ...] = (), **readings: str) -> RunRecord:
        blocks = [Block(f"block_{number}", Path("none"), block) for number in (1, 2)]
        of_each = [Subject(name, [one]) for name, one in zip(subjects, blocks, strict=False)]
        dataset = DataSet("set", Path("set"), of_each or [Subject("S01", blocks)])
        folder = tmp_path / "run"
        folder.mkdir()
        options = RunOptions(readings=readings)
        return replay(Job(root, TRACK.layouts[0], TRACK, Path(sys.executable), folder, options), dataset)

    return go


@pytest.fixture
def written(tmp_path: Path, platform_run: Run) -> Run:
    """Run a submission with this text in its class."""

    def go(body: str, subjects: tuple[str, ...] = (), **readings: str) -> RunRecord:
        root = tmp_path / "project"
        impl = root / "Algorithm" / "method" / "impl"
        impl.mkdir(parents=True, exist_ok=True)
        (impl / "AlgorithmImplement.py").write_text(HEAD + body, encoding="utf-8")
        return platform_run(root, subjects, **readings)

    return go
