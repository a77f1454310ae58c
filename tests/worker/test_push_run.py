"""The push adapter in a worker process of its own, driven over the worker's own pipes (EMO-3..6, EMO-12, EMO-13)."""

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from bcisub.model.record import BlockTruth
from bcisub.tracks.emotion.session import judgement_ends, read_session
from bcisub.tracks.emotion.track import TRACK
from tests.contest_python import python_of

BOOT = Path(__file__).parents[2] / "bcisub" / "worker" / "boot.py"
EVENTS = ((0, 250), (120, 242), (1900, 243), (2010, 251))
SAMPLES = 2040
"""The last packet has 40 samples (C2)."""


@pytest.fixture(params=["current", "3.8"])
def python(request):
    """The tests' own Python, and the contest's."""
    return sys.executable if request.param == "current" else python_of(request.param)


def write_packets(path, rows=33):
    """A stream whose every value tells its row and sample, packet by packet as the host lays it out."""
    data = np.arange(rows)[:, None] * 10_000.0 + np.arange(SAMPLES)
    data[-1] = 0
    for sample, code in EVENTS:
        data[-1, sample] = code
    pieces = [data[:, at : at + 50].ravel() for at in range(0, SAMPLES, 50)]
    np.concatenate(pieces).tofile(path)
    return data


def run(tmp_path, source, python=sys.executable, subjects=2, options=None):
    """Let a worker run `source` as Algorithm/MyAlgorithm.py; the events it sent."""
    (tmp_path / "Algorithm").mkdir()
    (tmp_path / "Algorithm" / "MyAlgorithm.py").write_text(textwrap.dedent(source), encoding="utf-8")
    write_packets(tmp_path / "block.bin")
    job = {
        "token": "t",
        "root": str(tmp_path),
        "module": "Algorithm.MyAlgorithm",
        "class_name": "MyAlgorithm",
        "entry": "Algorithm/MyAlgorithm.py",
        "path_entries": ["."],
        "adapter": "push",
        "rows": 33,
        "packet": 50,
        "fs": 250,
        "options": options or {},
    }
    (tmp_path / "job.json").write_text(json.dumps(job), encoding="utf-8")
    block = {"path": str(tmp_path / "block.bin"), "samples": SAMPLES, "packets": 41}
    answers = [
        json.dumps({**block, "subject": f"sub{k + 1}", "index": k, "subject_id": k + 1, "last": k == subjects - 1})
        + "\n"
        for k in range(subjects)
    ]
    worker = subprocess.Popen(
        [python, "-B", str(BOOT), str(tmp_path / "job.json")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    worker.stdin.write("".join(answers))
    worker.stdin.flush()
    events = [json.loads(line[len("t ") :]) for line in worker.stdout]
    assert worker.wait(20) == 0, worker.stderr.read()
    for pipe in (worker.stdin, worker.stdout, worker.stderr):
        pipe.close()
    return events


def reports(events):
    return [event for event in events if event["event"] == "report"]


COUNTING = """
    class MyAlgorithm:
        made = 0

        def __init__(self):
            MyAlgorithm.made += 1
            self.packets = 0

        def get_data(self, data):
            assert data.dtype == float
            assert data.shape == (33, 50 if self.packets % 41 < 40 else 40), data.shape
            assert data[7, 0] == 70000 + self.packets % 41 * 50
            assert set(data[-1]) <= {0, 250, 242, 243, 251}
            self.packets += 1
            data[:] = -1

        def algorithm(self):
            return [self.made, self.packets]
"""


@pytest.mark.parametrize("count_from", ["after", "with"])
def test_every_packet_is_pushed_and_every_fifth_judged_emo_4_emo_5(tmp_path, python, count_from):
    """One instance for both subjects; calls exactly where the scorer expects them, though packets are overwritten."""
    source = COUNTING.replace("return [self.made, self.packets]", "return self.made * 1000 + self.packets")
    events = run(tmp_path, source, python, options=dict(TRACK.stream({"count-from": count_from}).options))
    assert events[-1] == {"event": "end", "how": "finished"}
    truth = BlockTruth("sub", "sub", SAMPLES, ((0, 250), (120, 242), (150, 1), (175, 240), (1800, 241), *EVENTS[2:]))
    expected = list(judgement_ends(read_session(truth), 50, count_from))
    assert expected
    for number in (0, 1):
        found = [event for event in reports(events) if event["block"] == number]
        assert [event["p"] for event in found] == expected
        assert [event["value"] for event in found] == [1000 + number * 41 + p // 50 for p in expected]


@pytest.mark.parametrize(("instance", "made"), [("one", [1, 1]), ("subject", [1, 2])])
def test_reading_instance_makes_one_for_all_subjects_or_one_for_each_emo_5(tmp_path, python, instance, made):
    events = run(tmp_path, COUNTING, python, options=dict(TRACK.stream({"instance": instance}).options))
    assert events[-1] == {"event": "end", "how": "finished"}
    found = {event["block"]: event["text"] for event in reports(events)}
    assert [found[number].split(",")[0] for number in (0, 1)] == [f"[{one}" for one in made]


def test_returns_keep_their_type_emo_6(tmp_path):
    source = """
        import numpy as np

        RETURNS = [3, True, np.int64(3), None, np.array([3]), 3.0, "3"]

        class MyAlgorithm:
            def get_data(self, data):
                pass

            def algorithm(self):
                return RETURNS.pop(0)
    """
    found = reports(run(tmp_path, source, subjects=1))
    types = ["int", "bool", "numpy.int64", "NoneType", "numpy.ndarray", "float", "str"]
    assert [event["type"] for event in found] == types[: len(found)]
    assert len(found) == 7


def test_computing_is_recorded_for_each_judgement_emo_12(tmp_path):
    """Only algorithm() counts: get_data() may take its time."""
    source = """
        import time

        class MyAlgorithm:
            calls = 0

            def get_data(self, data):
                time.sleep(0.002)

            def algorithm(self):
                self.calls += 1
                time.sleep(0.3 if self.calls == 2 else 0)
                return 4
    """
    compute = [event["compute"] for event in reports(run(tmp_path, source, subjects=1))]
    assert compute[1] >= 0.3
    assert max(compute) == compute[1]


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("class MyAlgorithm:\n    def get_data(self, data): pass\n    def predict(self): pass", "algorithm"),
        ("class MyAlgorithm:\n    def algorithm(self): pass", "get_data"),
        (
            "from pathlib import Path\nclass Algorithm:\n    def get_data(self, data): pass",
            "no class MyAlgorithm; it has Algorithm",
        ),
    ],
)
def test_a_submission_with_changed_names_is_refused_emo_13(tmp_path, source, named):
    end = run(tmp_path, source)[-1]
    assert end["how"] == "refused"
    assert named in end["message"]
    assert "Path" not in end["message"]


def test_an_exception_keeps_what_was_judged_c8(tmp_path):
    source = """
        class MyAlgorithm:
            calls = 0

            def get_data(self, data):
                pass

            def algorithm(self):
                self.calls += 1
                if self.calls == 3:
                    raise RuntimeError("no more ideas")
                return 4
    """
    events = run(tmp_path, source)
    assert len(reports(events)) == 2
    assert events[-1]["how"] == "exception"
    assert "no more ideas" in events[-1]["message"]
    assert "Algorithm/MyAlgorithm.py" in events[-1]["detail"].replace("\\\\", "/")
