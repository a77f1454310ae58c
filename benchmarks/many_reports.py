"""An algorithm that reports without end: what a million reports cost against a tenth of them."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from bcisub.tracks import get
from benchmarks.measure import Measured

TRACK = get("ssvep-async")
MANY = 1_000_000
ALGORITHM = """
class Answer:
    resultType = 1


class AlgorithmImplementSSVEP:
    def setProblemInterface(self, problem):
        self.problem = problem

    def run(self):
        packet = self.problem.getData()
        for _ in range({count}):
            self.problem.report(Answer())
        while not packet.finishedFlag:
            packet = self.problem.getData()
"""


def evaluated() -> Measured:
    """`bcisub eval` from the first report to the score; the reports must all be in the result."""
    with tempfile.TemporaryDirectory() as place:
        recording = Path(place) / "set" / "S01" / "block_1.npy"
        recording.parent.mkdir(parents=True)
        data = np.zeros((TRACK.rows, 3000), dtype=np.float32)
        data[-1, [0, 1, 2999]] = 242, 5, 243
        np.save(recording, data)
        before = _seconds(Path(place), MANY // 10)
        many = _seconds(Path(place), MANY)
        tenth = (before + _seconds(Path(place), MANY // 10)) / 2  # what else the machine does changes meanwhile
    return Measured(f"eval, {MANY:,} reports / a tenth", f"{many:.1f} s / {tenth:.1f} s", many / tenth, 12.0)


def _seconds(place: Path, count: int) -> float:
    """Time of one evaluation, whose result must hold every report."""
    project = place / f"project-{count}-{time.monotonic_ns()}"
    entry = project / TRACK.layouts[0].entry
    entry.parent.mkdir(parents=True)
    entry.write_text(ALGORITHM.format(count=count), encoding="utf-8")
    result = place / f"{count}.json"
    command = [sys.executable, "-m", "bcisub", "eval", str(project), "--track", TRACK.name]
    command += ["--data", str(place / "set"), "--time-limit", "3600", "--json", str(result)]
    entered = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - entered
    if not result.is_file() or json.loads(result.read_text(encoding="utf-8"))["run"]["reports"] != count:
        raise RuntimeError(f"not all of {count} reports are in a result: {done.stdout[-300:]} {done.stderr[-300:]}")
    return taken
