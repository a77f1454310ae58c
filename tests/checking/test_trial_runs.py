"""What only running shows, each on a submission that has just that fault (C2, C7, C8, C9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bcisub.checking.check import check
from bcisub.checking.compare import first_difference
from bcisub.model.record import Said
from bcisub.project.project import open_project
from bcisub.targets import interpreters
from bcisub.tracks import TRACKS
from tests.checking.miniatures import ENTRY, checked, codes

FAILS = """
people, blocks = [], 0
for packet in self.packets():
    width = packet.data.shape[1]
    if width == 0:
        raise ValueError("empty")
    if width < 10:
        raise ValueError("short")
    if not packet.data[:-1].any():
        raise ValueError("zeros")
    if packet.startPosition == 0:
        blocks += 1
        people.append(packet.personID)
    if people[0] == 2 and people[-1] == 1:
        raise ValueError("order")
    if packet.finishedFlag and blocks == 1 and people == [2]:
        raise ValueError("alone")
    if packet.finishedFlag and self.runs == 2:
        raise ValueError("second")
"""


def test_every_awkward_stream_is_tried_and_its_failure_named_apart(submission):
    """C2, C9, empty-packet=engine-2022; flat data; a class that was run before."""
    result = checked(submission(FAILS))
    failed = {finding.code: finding for finding in result.findings if finding.level == "error"}
    words = {
        "fails-on-short-packet": "short", "fails-on-empty-packet": "empty", "fails-on-other-order": "order",
        "fails-on-one-block": "alone", "fails-on-zeros": "zeros", "fails-on-second-run": "second",
    }  # fmt: skip
    assert failed.keys() == words.keys()
    for code, word in words.items():
        assert f"ValueError: {word}" in failed[code].message
        assert failed[code].place.startswith(f"{ENTRY}:")
        assert failed[code].meaning
        assert failed[code].hint
    assert len(result.tried) == 11
    assert not result.good


def test_a_submission_that_fails_anyway_is_told_once(submission):
    result = checked(submission("raise RuntimeError('always')"))
    assert codes(result) == {"run-fails"}
    assert "always" in result.findings[0].message
    assert len(result.tried) == 3


def test_what_is_used_and_not_uploaded(submission):
    """An import and a file beside the uploaded folder; the first run has neither."""
    body = "import helper\nopen('weights.txt').close()\nfor packet in self.packets(): pass"
    result = checked(submission(body, {"helper.py": "", "weights.txt": "1"}))
    found = {finding.code: finding for finding in result.findings}
    assert codes(result) == {"import-not-packed", "file-not-packed", "outside-upload"}
    assert "helper.py" in found["import-not-packed"].message
    assert "weights.txt" in found["file-not-packed"].message
    assert found["import-not-packed"].place.startswith(f"{ENTRY}:")
    assert "helper" in found["outside-upload"].message


REPORTS_ONCE = "for packet in self.packets():\n    if packet.startPosition == 500:\n        self.say({})\n"


def test_another_answer_without_a_file_that_is_not_uploaded(submission):
    result = checked(submission(REPORTS_ONCE.format("1 + os.path.exists('model' + '.bin')"), {"model.bin": ""}))
    assert codes(result) == {"upload-differs"}
    assert "first 1 (int) at sample 510, then 2 (int)" in result.findings[0].message


def test_random_answers_are_told_with_the_first_that_differs(submission):
    result = checked(submission(REPORTS_ONCE.format("int.from_bytes(os.urandom(6), 'big') % 40 + 1")))
    assert "not-deterministic" in codes(result)
    (finding,) = (finding for finding in result.findings if finding.code == "not-deterministic")
    assert "S1/block_1: first" in finding.message
    assert finding.level == "warning"


def test_state_of_the_class_and_the_order_of_subjects(submission):
    body = "cls = type(self)\ncls.answers = getattr(cls, 'answers', 0)\n" + REPORTS_ONCE.replace(
        "self.say({})", "cls.answers += 1; self.say(cls.answers)"
    )
    result = checked(submission(body))
    assert codes(result) == {"order-matters", "state-left-over"}
    assert result.good


def test_an_answer_that_hangs_on_how_a_window_ends(submission):
    """C5, window-end=engine: a report on the packet that holds the next trigger is nobody's."""
    result = checked(submission(REPORTS_ONCE.format("1").replace("500", "880")))
    assert codes(result) == {"reading-matters"}
    assert "window-end=engine" in result.findings[-1].message
    assert "4 of 4" in result.findings[-1].message


def test_answers_that_cannot_count(submission):
    """SSVEP-6, SSVEP-10, C8: what scoring the try shows."""
    body = """
self.say(1)
for packet in self.packets():
    if packet.startPosition in (500, 600):
        self.say("twelve")
    if packet.startPosition == 1000:
        self.say("x" * 5000)
try:
    self.problem.getData()
except IndexError:
    pass
"""
    result = checked(submission(body))
    wanted = {"report-before-data", "second-report", "invalid-report", "report-too-large", "read-after-finish"}
    assert codes(result) == wanted
    assert not result.good


def test_ssvep_6_an_answer_that_only_equals_a_label_is_told(submission):
    result = checked(submission(REPORTS_ONCE.format("4.0")))
    assert codes(result) == {"loose-answer"}
    assert "float" in next(one.message for one in result.findings if one.code == "loose-answer")
    assert result.good


def test_a_submission_that_stops_early_and_says_nothing(submission):
    result = checked(submission("self.problem.getData()"))
    assert codes(result) == {"stopped-early", "no-reports"}


EMOTION = """
import numpy as np


class MyAlgorithm:
    count = None

    def get_data(self, packet):
        if self.count is not None:
            self.count += 1
        if (packet[-1] == 242).any():
            self.count = 0

    def algorithm(self):
        if self.count % 5:
            raise ValueError("not five packets")
        return np.int64(4)
"""


def test_emotion_counts_with_the_packet_of_242(tmp_path, monkeypatch):
    """count-from=with, EMO-6, EMO-12: asked a packet earlier, it fails; its answers are numpy's."""
    monkeypatch.setattr("bcisub.tracks.emotion.seconds.LIMIT", -1.0)
    (tmp_path / "Algorithm").mkdir()
    (tmp_path / "Algorithm" / "MyAlgorithm.py").write_text(EMOTION, encoding="utf-8")
    (tmp_path / "config.toml").write_text('unitImage = "x"\ncommand = ["y"]\n', encoding="utf-8")
    result = checked(tmp_path)
    assert {"fails-on-reading", "invalid-return", "slow-judgement"} == codes(result)


METAVERSE = """
import asyncio
from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject


class AlgorithmImplement(AlgorithmInterface):
    async def fail(self):
        raise ValueError("nobody hears this")

    async def run(self):
        source = self._proxy.get_source("eeg_1")
        asyncio.ensure_future(self.fail())
        while not (await source.get_data()).finish_flag:
            pass
        self._proxy.report(AlgorithmResultObject(result="100001"))
"""


def test_metaverse_awaits(tmp_path):
    """META-5: a report that is not awaited, a task that fails unheard."""
    from bcisub.model.resources import folder

    for name, text in {
        "Algorithm/method/impl/AlgorithmImplement.py": METAVERSE,
        "Algorithm/config/AlgorithmConfig.yml": (
            folder("templates") / "metaverse/Algorithm/config/AlgorithmConfig.yml"
        ).read_text("utf-8"),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert {"un-awaited", "task-exception"} <= codes(checked(tmp_path))


PREDICTOR = """
class Predictor:
    people = None

    def calibrate(self, subject, group, frames):
        self.people = self.people or subject

    def predict(self, subject, group, left, right):
        if self.people is None:
            raise ValueError("not calibrated")
        if not left.any():
            raise ValueError("black")
        return (float("nan"), 1.0) if self.people == subject else (0.0, 1.0)
"""


def test_gaze_gets_pictures(tmp_path):
    """GAZE-12, GAZE-13, C9: black pictures, no calibration, another order, an answer that is no number."""
    for name, text in {"predictor.py": PREDICTOR, "README.md": ""}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = checked(tmp_path, track="gaze")
    wanted = {"fails-on-zeros", "fails-without-calibration", "order-matters", "invalid-prediction"}
    assert codes(result) == wanted
    assert len(result.tried) == 6


@pytest.mark.parametrize("name", [name for name, track in TRACKS.items() if track.tiny])
def test_a_tracks_tiny_block_can_be_scored_and_ends_as_asked(name):
    """C2: every length of the last packet, and truth that the track accepts."""
    import numpy as np

    from bcisub.model.record import BlockTruth
    from bcisub.model.recording import trigger_events

    track = TRACKS[name]
    for last in (1, track.packet - 1, track.packet):
        data = track.tiny(last, np.random.default_rng(last))
        truth = BlockTruth("S1", "block_1", data.shape[1], trigger_events(data[-1]))
        track.check_truth(truth)
        first, stop = track.span(truth) if track.span else (0, data.shape[1])
        assert data.shape[0] == track.rows
        assert (stop - first - 1) % track.packet + 1 == last
        assert np.isfinite(data).all()


def test_differences_are_told_in_words():
    one = [Said("S1", "a", 10, "int", "1"), Said("S1", "a", 20, "int", "2")]
    assert first_difference(one, list(one)) is None
    assert first_difference(one, one[:1]) == "S1/a: first 2 (int) at sample 20, then nothing"
    assert first_difference([], one[:1]) == "S1/a: first nothing, then 1 (int) at sample 10"
    other = [Said("S2", "a", 10, "int", "1")]
    assert first_difference(one, other) == "First 1 (int) at sample 10 of S1/a, then 1 (int) at sample 10 of S2/a"


@pytest.mark.parametrize("answer", ["'4'", "41"])
def test_ssvep_6_an_answer_that_is_none_is_told_outside_a_flicker_trial_too(submission, answer):
    result = checked(submission(REPORTS_ONCE.format(answer).replace("500", "1490")))
    assert codes(result) == {"invalid-report", "fails-on-reading"}  # last-packet=engine-2022: it reports on all
    assert "SSVEP-6" in result.findings[0].message
    assert not result.good


def test_ssvep_15_computing_that_makes_answers_late(submission):
    root = submission("import time\n" + REPORTS_ONCE.format("time.sleep(0.5) or 4").replace("500", "1490"))
    project = open_project(root)
    python = interpreters.choose("current", project.python)
    strict = replace(project, track=replace(project.track, compute_limit=0.3))
    result = check(strict, python, lambda text: None)
    assert codes(result) == {"late-by-computing", "fails-on-reading"}
    assert "S1/block_1: the report at sample 1500 came 0." in result.findings[0].message
    assert not result.good
