"""Runs of the gaze track in a real worker: what it is given (GAZE-3), what is recorded, and taking a run up again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bcisub.model.errors import BcisubError
from bcisub.model.frames import FrameSet, read_index
from bcisub.model.record import RunRecord
from bcisub.model.serving import FrameSettings
from bcisub.replay.frame_run import replay_frames
from bcisub.replay.frames import FrameFeed, frame_truth
from bcisub.replay.job import Job
from bcisub.replay.limits import Limits
from bcisub.replay.options import RunOptions
from bcisub.tracks.gaze.hand_in import answers_of, recorded_answers
from bcisub.tracks.gaze.predictions import read_predictions, write_predictions
from bcisub.tracks.gaze.settings import final
from bcisub.tracks.gaze.track import TRACK

SETTINGS = FrameSettings(extra={"plane_distance": 1000})
FRAMES = 4
HONEST = """
class Predictor:
    def __init__(self):
        self.told = {}
    def calibrate(self, subject, group, frames):
        assert all(frame["left"].dtype.name == "uint8" and frame["left"].shape == (400, 640) for frame in frames)
        self.told[subject, group] = [(int(f["left"][0, 0]), int(f["right"][0, 0]), f["x"], f["y"]) for f in frames]
        print("calibrated", subject, group, self.told[subject, group])
    def predict(self, subject, group, left, right):
        left[:] = left[:]
        print("asked", subject, group, int(left[0, 0]))
        return float(left[0, 0]), float(right[0, 0])
"""


@pytest.fixture
def frames(tmp_path: Path) -> FrameSet:
    """Two subjects, two groups each: one calibration frame and three more; the grey of a picture names it."""
    rows = ["subject,group,frame,left,right,x,y,calibration"]
    folder = tmp_path / "data"
    folder.mkdir()
    grey = 0
    for subject in ("S1", "S2"):
        for group in ("g1", "g2"):
            for number in range(FRAMES):
                names = [f"{subject}{group}{number}{eye}.png" for eye in "lr"]
                for name in names:
                    grey += 1
                    Image.fromarray(np.full((400, 640), grey, dtype=np.uint8)).save(folder / name)
                rows.append(f"{subject},{group},{number},{names[0]},{names[1]},{grey - 1},{grey},{int(number == 1)}")
    (folder / "frames.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return read_index(folder)


def run(tmp_path: Path, frames: FrameSet, code: str, **options: Any) -> RunRecord:
    root, folder = tmp_path / "team", tmp_path / "run"
    root.mkdir(exist_ok=True)
    folder.mkdir(exist_ok=True)
    (root / "predictor.py").write_text(code, encoding="utf-8")
    job = Job(root, TRACK.layouts[0], TRACK, Path(sys.executable), folder, RunOptions(**options))
    return replay_frames(job, frames, SETTINGS)


def printed(tmp_path: Path, word: str) -> list[str]:
    text = (tmp_path / "run" / "worker.log").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.startswith(word)]


def test_every_frame_is_asked_once_with_its_own_pictures(tmp_path: Path, frames: FrameSet) -> None:
    record = run(tmp_path, frames, HONEST)
    assert record.end.complete
    result = TRACK.score(record, TRACK.defaults())
    assert result.valid
    assert result.score == pytest.approx(0, abs=1e-4)
    assert len(result.trials) == 4 * (FRAMES - 1)
    assert all(verdict.seconds is not None and verdict.seconds >= 0 for verdict in result.trials)


def test_gaze_3_calibration_comes_first_and_brings_the_only_labels(tmp_path: Path, frames: FrameSet) -> None:
    run(tmp_path, frames, HONEST)
    log = (tmp_path / "run" / "worker.log").read_text(encoding="utf-8").splitlines()
    assert log[0] == "calibrated S1 g1 [(3, 4, 3.0, 4.0)]"
    assert [line.split()[:3] for line in log[:5:4]] == [["calibrated", "S1", "g1"], ["calibrated", "S1", "g2"]]


def test_gaze_3_an_order_to_predict_carries_no_label(tmp_path: Path, frames: FrameSet) -> None:
    feed = FrameFeed(frames, tmp_path / "slots", lambda event: None)
    orders = []
    while not (order := feed.next()).get("end"):
        orders.append(order)
    feed.close()
    asked = [order for order in orders if order["kind"] == "predict"]
    assert len(asked) == 12
    assert all(set(order) == {"kind", "block", "p", "path", "shape", "slot", "subject", "group"} for order in asked)


def test_gaze_13_the_final_comes_without_calibration(tmp_path: Path, frames: FrameSet) -> None:
    record = run(tmp_path, final(frames), HONEST, stage="final")
    assert record.end.complete
    assert not printed(tmp_path, "calibrated")
    assert len(printed(tmp_path, "asked")) == 12


@pytest.mark.parametrize("answer", ["None", "(1, 2, 3, 4)", "(float('nan'), 1)", "'no'", "object()", "(1,)"])
def test_gaze_12_answers_that_are_not_two_numbers(tmp_path: Path, frames: FrameSet, answer: str) -> None:
    code = HONEST.replace(
        "return float(left[0, 0]), float(right[0, 0])",
        f"return {answer} if left[0, 0] == 1 else (float(left[0, 0]), float(right[0, 0]))",
    )
    result = TRACK.score(run(tmp_path, frames.part(["S1"], ["g1"]), code), TRACK.defaults())
    assert [verdict.status for verdict in result.trials] == ["invalid", "answered", "answered"]
    assert result.score is None


@pytest.mark.parametrize(
    "answer", ["[1, 2]", "numpy.array([1.0, 2.0])", "numpy.array([1, 2], 'f4')", "(numpy.float32(1), 2)"]
)
def test_two_numbers_of_any_kind_are_taken(tmp_path: Path, frames: FrameSet, answer: str) -> None:
    code = "import numpy\n" + HONEST.replace("return float(left[0, 0]), float(right[0, 0])", f"return {answer}")
    record = run(tmp_path, frames.part(["S1"], ["g1"]), code)
    assert [report.value for report in record.blocks[0].reports] == [[1, 2]] * 3


@pytest.mark.parametrize(
    ("answer", "value"),
    [("(2**60, 1)", [2.0**60, 1]), ("numpy.array([2**60, 1])", [2.0**60, 1]), ("(10**400, 1)", [None, 1])],
)
def test_gaze_12_large_whole_numbers_are_finite_numbers(
    tmp_path: Path, frames: FrameSet, answer: str, value: list[float | None]
) -> None:
    code = "import numpy\n" + HONEST.replace("return float(left[0, 0]), float(right[0, 0])", f"return {answer}")
    record = run(tmp_path, frames.part(["S1"], ["g1"]), code)
    assert [report.value for report in record.blocks[0].reports] == [value] * 3


def test_a_crash_keeps_what_was_answered_and_resume_goes_on_behind_it(tmp_path: Path, frames: FrameSet) -> None:
    crash = HONEST.replace("left[:] = left[:]", "left[:] = left[:]\n        assert left[0, 0] != 13, 'boom'")
    record = run(tmp_path, frames, crash)
    assert record.end.how == "exception"
    assert "boom" in record.end.detail
    first = printed(tmp_path, "asked")
    assert TRACK.score(record, TRACK.defaults()).score is None

    record = run(tmp_path, frames, HONEST, resume=True)
    second = printed(tmp_path, "asked")[len(first) :]
    assert record.end.complete
    assert TRACK.score(record, TRACK.defaults()).score == pytest.approx(0, abs=1e-4)
    assert not set(first) & set(second)
    assert len(first) + len(second) == 12
    again = [line for line in printed(tmp_path, "calibrated") if line.startswith("calibrated S1 g2")]
    assert len(again) == 2


def test_resume_after_a_line_cut_short(tmp_path: Path, frames: FrameSet) -> None:
    run(tmp_path, frames, HONEST)
    log = tmp_path / "run" / "events.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:9]) + '{"event": "rep', encoding="utf-8")
    record = run(tmp_path, frames, HONEST, resume=True)
    assert record.end.complete
    assert TRACK.score(record, TRACK.defaults()).valid
    assert all(json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())


def test_resume_of_a_complete_run_starts_nothing(tmp_path: Path, frames: FrameSet) -> None:
    run(tmp_path, frames, HONEST)
    record = run(tmp_path, frames, "raise RuntimeError('must not be loaded')", resume=True)
    assert record.end.complete


def test_resume_over_other_frames_is_refused(tmp_path: Path, frames: FrameSet) -> None:
    run(tmp_path, frames, HONEST)
    with pytest.raises(BcisubError, match="other frames"):
        run(tmp_path, frames.part(every=2), HONEST, resume=True)


def test_gaze_20_a_run_becomes_a_csv_that_scores_the_same(tmp_path: Path, frames: FrameSet) -> None:
    code = HONEST.replace("return float(left[0, 0])", "return 100 + float(left[0, 0])")
    record = run(tmp_path, frames, code)
    path = tmp_path / "team_Test_20220501.csv"
    write_predictions(path, frames, answers_of(record))
    found = read_predictions(path, frames)
    assert found.faults == []
    again = recorded_answers(frame_truth(frames, SETTINGS), found.answers)
    one, two = (TRACK.score(each, TRACK.defaults()) for each in (record, again))
    assert one.score == two.score
    assert one.score is not None
    assert one.score > 5


def test_gaze_12_a_csv_with_a_gap_has_no_pe(frames: FrameSet) -> None:
    result = TRACK.score(recorded_answers(frame_truth(frames, SETTINGS), {("S1", "g1", "0"): (1, 2)}), TRACK.defaults())
    assert result.score is None
    assert result.metrics["missing"] == 11


def test_gaze_20_a_run_with_an_unusable_answer_makes_no_csv(tmp_path: Path, frames: FrameSet) -> None:
    code = HONEST.replace("return float(left[0, 0]), float(right[0, 0])", "return None")
    record = run(tmp_path, frames, code)
    with pytest.raises(BcisubError, match="S1/g1/0"):
        write_predictions(tmp_path / "out.csv", frames, answers_of(record))


def test_the_time_limit_holds(tmp_path: Path, frames: FrameSet) -> None:
    slow = HONEST.replace("left[:] = left[:]", "import time; time.sleep(60)")
    assert run(tmp_path, frames, slow, limits=Limits(time=0.5)).end.how == "time-limit"


def test_a_broken_picture_is_named(tmp_path: Path, frames: FrameSet) -> None:
    (frames.folder / "S1g11l.png").write_bytes(b"no picture")
    with pytest.raises(BcisubError) as caught:
        run(tmp_path, frames, HONEST)
    assert caught.value.where is not None
    assert caught.value.where.endswith("S1g11l.png")
