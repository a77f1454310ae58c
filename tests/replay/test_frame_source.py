"""A set of pictures as the source of a run: what names it, what is held in memory, and how it is stopped."""

from __future__ import annotations

import json
import sys
import time
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bcisub.data import pictures
from bcisub.model.errors import BcisubError
from bcisub.model.frames import read_index
from bcisub.model.record import RunRecord
from bcisub.project.project import Project
from bcisub.replay.frame_run import FrameSession
from bcisub.replay.frame_source import FrameSource
from bcisub.replay.frames import FrameFeed
from bcisub.replay.limits import Limits
from bcisub.replay.options import RunOptions
from bcisub.tracks.gaze.track import LAYOUT, TRACK

CODE = """
class Predictor:
    def predict(self, subject, group, left, right):
        print("asked", group, int(left[0, 0]), flush=True)
        {extra}
        return float(left[0, 0]), 1.0
"""


def write_set(folder: Path, frames: int) -> Path:
    """Groups of ten frames; each frame is a grey of its own."""
    folder.mkdir()
    rows = ["subject,group,frame,left,right,x,y,calibration"]
    for number in range(frames):
        name = f"{number % 10}.png"
        if number < 10:
            Image.fromarray(np.full((400, 640), number, dtype=np.uint8)).save(folder / name)
        rows.append(f"S1,g{number // 10},{number},{name},{name},{number % 10},1,0")
    (folder / "frames.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def source(tmp_path: Path, data: Path, options: RunOptions | None = None, extra: str = "pass") -> FrameSource:
    root = tmp_path / "team"
    root.mkdir(exist_ok=True)
    (root / "predictor.py").write_text(CODE.format(extra=extra), encoding="utf-8")
    return FrameSource(str(data), Project(root, TRACK, LAYOUT, LAYOUT, "team"), options or RunOptions(), None, None)


def replay(tmp_path: Path, opened: FrameSource, **more: Any) -> RunRecord:
    folder = tmp_path / "run"
    folder.mkdir(exist_ok=True)
    return opened.replay(Path(sys.executable), folder, **more)


def test_stopped_and_taken_up_again_no_frame_is_predicted_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = write_set(tmp_path / "set", 30)
    begin = FrameSession.__init__

    def stop_in_the_seventh(self: Any, worker: Any, *more: Any) -> None:
        """Ctrl-C comes while the worker has a frame it has not answered."""
        begin(self, worker, *more)
        take, taken = worker.events.get, []

        def get(**how: Any) -> Any:
            if taken.count("next") == 7:
                taken.clear()
                raise KeyboardInterrupt
            event = take(**how)
            taken.append(event["event"])
            return event

        worker.events.get = get

    with monkeypatch.context() as patched:
        patched.setattr(FrameSession, "__init__", stop_in_the_seventh)
        record = replay(tmp_path, source(tmp_path, data))
    assert record.end.how == "interrupted"
    assert len(record.blocks[0].reports) == 7
    assert not TRACK.score(record, TRACK.defaults()).valid
    record = replay(tmp_path, source(tmp_path, data, RunOptions(resume=True)))
    assert record.end.complete
    assert TRACK.score(record, TRACK.defaults()).score == pytest.approx(0, abs=1e-4)
    asked = [
        line
        for line in (tmp_path / "run" / "worker.log").read_text(encoding="utf-8").splitlines()
        if line.startswith("asked")
    ]
    assert len(asked) == 30
    assert set(Counter(asked).values()) == {1}


def test_stopped_behind_the_last_answer_the_run_gets_its_end(tmp_path: Path) -> None:
    data = write_set(tmp_path / "set", 3)
    replay(tmp_path, source(tmp_path, data))
    log = tmp_path / "run" / "events.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join(line for line in lines if json.loads(line)["event"] != "end"), encoding="utf-8")
    record = replay(tmp_path, source(tmp_path, data, RunOptions(resume=True), extra="raise RuntimeError"))
    assert record.end.complete
    assert json.loads(log.read_text(encoding="utf-8").splitlines()[-1])["how"] == "finished"


@pytest.mark.parametrize("frames", [40, 160])
def test_pictures_held_do_not_grow_with_the_frames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frames: int
) -> None:
    pairs: list[weakref.ref[Any]] = []
    most = 0
    read = pictures.read_pair

    def counted(*arguments: Any) -> Any:
        pair = read(*arguments)
        pairs.append(weakref.ref(pair))
        return pair

    monkeypatch.setattr(pictures, "read_pair", counted)
    feed = FrameFeed(read_index(write_set(tmp_path / "set", frames)), tmp_path / "slots", lambda event: None)
    served = 0
    while not feed.next().get("end"):
        served += 1
        if served == 1:
            time.sleep(0.5)  # the decoders run as far ahead as they are let
        most = max(most, sum(pair() is not None for pair in pairs))
    feed.close()
    assert served == frames
    assert most <= 20
    assert (tmp_path / "slots").stat().st_size == 2 * 2 * 400 * 640


def test_the_set_is_named_by_its_index_and_the_sizes_of_its_pictures(tmp_path: Path) -> None:
    data = write_set(tmp_path / "set", 3)
    first = source(tmp_path, data).sha256()
    picture = data / "1.png"
    picture.write_bytes(bytes(picture.stat().st_size))  # what is in it is not read: 73.5 GB would take an hour
    assert source(tmp_path, data).sha256() == first
    picture.write_bytes(b"short")
    other = source(tmp_path, data).sha256()
    assert other != first
    index = data / "frames.csv"
    index.write_text(index.read_text(encoding="utf-8").replace("S1,g0,2", "S1,g0,9"), encoding="utf-8")
    assert source(tmp_path, data).sha256() != other


def test_the_memory_limit_holds(tmp_path: Path) -> None:
    hungry = "self.held = bytearray(400_000_000); import time; time.sleep(20)"
    options = RunOptions(limits=Limits(memory=250_000_000))
    record = replay(tmp_path, source(tmp_path, write_set(tmp_path / "set", 3), options, hungry))
    assert record.end.how == "memory-limit"


def test_a_worker_that_dies_leaves_what_was_answered(tmp_path: Path) -> None:
    code = "if left[0, 0] == 2: import os; os._exit(3)"
    record = replay(tmp_path, source(tmp_path, write_set(tmp_path / "set", 5), extra=code))
    assert record.end.how == "exit"
    assert [report.p for report in record.blocks[0].reports] == [1, 2]


@pytest.mark.parametrize("other", [{"every": 2}, {"stage": "final"}, {"groups": ("g0",)}])
def test_gaze_13_resuming_over_another_part_says_that_the_frames_differ(tmp_path: Path, other: dict[str, Any]) -> None:
    data = write_set(tmp_path / "set", 12)
    opened = source(tmp_path, data)
    replay(tmp_path, opened)
    again = source(tmp_path, data, RunOptions(resume=True, **other))
    assert again.sha256() == opened.sha256()
    with pytest.raises(BcisubError, match="over other frames") as caught:
        replay(tmp_path, again)
    assert "--every and --stage" in (caught.value.hint or "")


def test_gaze_1_frames_have_no_batch(tmp_path: Path) -> None:
    with pytest.raises(BcisubError, match="--batch") as caught:
        source(tmp_path, write_set(tmp_path / "set", 1), RunOptions(batch="first"))
    assert caught.value.exit_code == 2


def test_gaze_1_a_set_of_another_track_is_refused(tmp_path: Path) -> None:
    data = write_set(tmp_path / "set", 1)
    (data / "dataset.toml").write_text('track = "turing"\n', encoding="utf-8")
    with pytest.raises(BcisubError, match="turing"):
        source(tmp_path, data)
