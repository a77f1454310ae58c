"""The measurements, one function each."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from PIL import Image

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.replay.job import Job
from bcisub.replay.run import replay
from bcisub.targets import environments, interpreters
from bcisub.tracks import get

SUBMISSION = Path(__file__).resolve().parent / "submission"
TRACK = get("ssvep-async")


@dataclass(frozen=True)
class Measured:
    """One line of the table."""

    what: str
    detail: str
    ratio: float
    limit: float

    @property
    def ok(self) -> bool:
        """Within its limit."""
        return self.ratio <= self.limit


def packets() -> Measured:
    """GetData in the real worker on the target interpreter, against a bare copy of a packet."""
    choice = interpreters.choose("target", TRACK.python)
    python = environments.for_submission(choice.interpreter, SUBMISSION, TRACK, TRACK.python, print)
    data = np.zeros((TRACK.rows, 20_000 * TRACK.packet), dtype=np.float32)
    blocks = [Block(name=f"block_{number}", path=SUBMISSION, load=lambda: data) for number in range(20)]
    dataset = DataSet(name="bench", path=SUBMISSION, subjects=(Subject("S01", blocks),))
    os.environ["BCISUB_BENCH_PACKETS"] = str(20_000 * len(blocks))
    try:
        with tempfile.TemporaryDirectory() as place:
            record = replay(Job(SUBMISSION, TRACK.layouts[0], TRACK, python, Path(place)), dataset)
            printed = (Path(place) / "worker.log").read_text(encoding="utf-8")
    finally:
        del os.environ["BCISUB_BENCH_PACKETS"]
    if not record.end.complete:
        raise RuntimeError(f"the benchmark's submission failed: {record.end.message}\n{record.end.detail}")
    times = json.loads(printed)
    detail = f"{times['getData_us']:.2f} µs / {times['copy_us']:.2f} µs, Python {choice.interpreter.version}"
    return Measured("getData / bare numpy copy", detail, times["getData_us"] / times["copy_us"], 3.0)


def scoring() -> Measured:
    """Time to score ten times the subjects, trials and reports."""
    small, large = _recorded(subjects=20), _recorded(subjects=200)
    once, tenfold = _alternate(lambda: _score(small), lambda: _score(large), rounds=5)
    return Measured(
        "scoring, 10× trials and reports", f"{tenfold * 1e3:.0f} ms / {once * 1e3:.0f} ms", tenfold / once, 12.0
    )


def memory() -> Measured:
    """Peak of host and worker together on a set with four times the blocks."""
    with tempfile.TemporaryDirectory() as place:
        small = _peak(_write_set(Path(place) / "small", blocks=2), Path(place))
        large = _peak(_write_set(Path(place) / "large", blocks=8), Path(place))
    detail = f"{large / 1e6:.0f} MB / {small / 1e6:.0f} MB"
    return Measured("peak memory, set 4× larger", detail, large / small, 1.2)


def frame_memory() -> Measured:
    """The same for pictures: a set with four times the frames."""
    with tempfile.TemporaryDirectory() as place:
        predictor = Path(place) / "predictor"
        predictor.mkdir()
        (predictor / "predictor.py").write_text(
            "class Predictor:\n    def predict(self, subject, group, left, right):\n        return 0.0, 0.0\n",
            encoding="utf-8",
        )
        small = _peak(_write_frames(Path(place) / "small", frames=400), Path(place), predictor, "gaze")
        large = _peak(_write_frames(Path(place) / "large", frames=1600), Path(place), predictor, "gaze")
    detail = f"{large / 1e6:.0f} MB / {small / 1e6:.0f} MB"
    return Measured("peak memory, 4× the frames", detail, large / small, 1.2)


def start() -> Measured:
    """Start-up of the command line, against importing what it is built on."""
    ours = [sys.executable, "-m", "bcisub", "--help"]
    base = [sys.executable, "-c", "import typer, rich"]
    helped, imported = _alternate(lambda: _call(ours), lambda: _call(base), rounds=15)
    detail = f"{helped * 1e3:.0f} ms / {imported * 1e3:.0f} ms"
    return Measured("bcisub --help / import typer, rich", detail, helped / imported, 1.5)


def heavy_imports() -> list[str]:
    """Which of numpy and scipy `bcisub --help` imports."""
    code = (
        "import sys\nfrom bcisub.cli.app import app\n"
        "try: app(['--help'])\nexcept SystemExit: pass\n"
        "print(*(name for name in ('numpy', 'scipy') if name in sys.modules), file=sys.stderr)"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return finished.stderr.split()


def _alternate(first: Callable[[], object], second: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Shortest of each, in seconds; they take turns, so that a busy machine slows both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for call, times in zip((first, second), taken, strict=True):
            entered = time.perf_counter()
            call()
            times.append(time.perf_counter() - entered)
    return min(taken[0]), min(taken[1])


def _call(command: Sequence[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def _score(record: RunRecord) -> None:
    TRACK.score(record, TRACK.defaults())


def _recorded(subjects: int, blocks: int = 3, trials: int = 60) -> RunRecord:
    """A run with a report in most trials."""
    spacing = 7 * TRACK.fs
    records = []
    for subject in range(subjects):
        for number in range(blocks):
            events = []
            reports = []
            for trial in range(trials):
                onset, label = trial * spacing + 100, 1 + trial % 40
                events += [(onset, label if trial % 3 else 100 + label), (onset + 4 * TRACK.fs, 241)]
                if trial % 4:
                    p = onset + 500
                    reports.append(Report(p, p // TRACK.packet, label, "int", str(label), p / TRACK.fs))
            samples = trials * spacing
            truth = BlockTruth(f"S{subject:03}", f"block_{number}", samples, tuple(events))
            records.append(BlockRecord(truth, TRACK.packet, samples // TRACK.packet, samples, reports))
    return RunRecord(records, RunEnd("finished"))


def _write_set(folder: Path, blocks: int) -> Path:
    """A set of long blocks: 400 s each, so that holding them would show."""
    (folder / "S01").mkdir(parents=True)
    data = np.zeros((TRACK.rows, 400 * TRACK.fs), dtype=np.float32)
    data[-1, 1000], data[-1, 2000] = 5, 241
    for number in range(blocks):
        np.save(folder / "S01" / f"block_{number + 1}.npy", data)
    return folder


def _write_frames(folder: Path, frames: int) -> Path:
    """A set whose frames are all one pair of pictures: decoded each time, stored once."""
    folder.mkdir()
    Image.new("L", (640, 400), 99).save(folder / "eye.png")
    rows = [f"S1,g1,{number},eye.png,eye.png,1,2,0" for number in range(frames)]
    header = "subject,group,frame,left,right,x,y,calibration"
    (folder / "frames.csv").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return folder


def _peak(dataset: Path, place: Path, submission: Path = SUBMISSION, track: str = TRACK.name) -> int:
    """Most memory `bcisub eval` and its worker take together at any moment, mapped files included."""
    project = shutil.copytree(submission, place / f"on-{dataset.name}")
    command = [sys.executable, "-m", "bcisub", "eval", str(project), "--data", str(dataset), "--track", track]
    return peak(command, lambda memory: memory.rss)


def peak(command: Sequence[str], figure: Callable[[Any], int]) -> int:
    """Greatest sum of a figure of memory over a command and its children, at any moment."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watched = psutil.Process(process.pid)
    most = 0
    while process.poll() is None:
        with contextlib.suppress(psutil.Error):
            family = [watched, *watched.children(recursive=True)]
            most = max(most, sum(figure(one.memory_info()) for one in family))
        time.sleep(0.005)
    if process.returncode == 2:
        raise RuntimeError(f"{' '.join(command)} failed")
    return most
