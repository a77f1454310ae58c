"""Memory on the longest recording there is: a person of the emotion track, an hour and a half in one file."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.tracks.emotion.generator import SECONDS
from benchmarks.measure import Measured, peak

FS = 250
SAMPLES = 90 * 60 * FS


def held() -> Measured:
    """What host and worker hold together (mapped files are not held), against the recording's size."""
    with tempfile.TemporaryDirectory() as place:
        recording = Path(place) / "TrainSet_first_batch" / "sub1" / "sub1.pkl"
        recording.parent.mkdir(parents=True)
        with recording.open("wb") as file:
            pickle.dump(_matrix(), file, protocol=4)
        ours = [sys.executable, "-m", "bcisub"]
        subprocess.run([*ours, "new", "emotion", f"{place}/mine"], check=True, stdout=subprocess.DEVNULL)
        size = recording.stat().st_size
        most = peak([*ours, "eval", f"{place}/mine", "--data", str(recording.parents[1])], _own)
    return Measured(
        "held on a recording of 1.5 h / its size", f"{most / 1e6:.0f} MB / {size / 1e6:.0f} MB", most / size, 1.0
    )


def _own(memory: Any) -> int:
    """Bytes of a process that are no pages of a file, where the system tells."""
    return int(memory.rss - getattr(memory, "shared", 0))


def _matrix() -> Any:
    """33 rows of float64 with the triggers of 28 videos in seven blocks (EMO-2)."""
    rng = np.random.default_rng(1)
    data = np.zeros((33, SAMPLES))
    data[:-1] = rng.standard_normal(SAMPLES, dtype=np.float32) * np.arange(1, 33)[:, None]
    at = 5000
    data[-1, at] = 250
    for number, video in enumerate(rng.permutation(28) + 1):
        if number % 4 == 0:
            at += 60 * FS
            data[-1, at] = 242
        at += 10 * FS
        start, end = at + 25, at + 25 + SECONDS[video - 1] * FS
        data[-1, at], data[-1, start], data[-1, end] = video, 240, 241
        at = end + 30 * FS
        if number % 4 == 3:
            data[-1, at] = 243
    data[-1, -1000] = 251
    return data
