"""A run is scored by what the host knows: no file tells the truth meanwhile, and files changed later are named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.evaluation.evaluate import Evaluation, Request, evaluate
from bcisub.evaluation.score_run import score_folder
from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.writing import write_block
from bcisub.tracks.ssvep_async.track import CHANNELS

ALGORITHM = """
import glob, os

RUN = os.path.dirname(glob.glob(os.path.join({home!r}, ".bcisub", "runs", "*", "events.jsonl"))[0])


class Answer:
    resultType = 12


class AlgorithmImplementSSVEP:
    def setProblemInterface(self, problem):
        self.problem = problem

    def run(self):
        while True:
            packet = self.problem.getData()
            if packet.startPosition == 600:
                self.problem.report(Answer())
                {inside}
            if packet.finishedFlag:
                break
"""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Evaluate an algorithm that does something to its run's folder, over two subjects with a trial of 12 and of 9."""

    def run_(inside: str = "pass", **more: Any) -> Evaluation:
        entry = tmp_path / "project" / "AlgorithmImplement" / "SSVEP" / "AlgorithmImplementSSVEP.py"
        entry.parent.mkdir(parents=True)
        entry.write_text(ALGORITHM.format(home=str(tmp_path), inside=inside), encoding="utf-8")
        for subject, label in (("S1", 12), ("S2", 9)):
            data = np.zeros((65, 2000), dtype=np.float32)
            data[-1, [0, 505, 1999]] = 242, label, 243
            write_block(tmp_path / "set", subject, "block_1", data, channels=CHANNELS)
        return evaluate(Request(tmp_path / "project", str(tmp_path / "set"), home=tmp_path, python="current", **more))

    return run_


def test_no_file_tells_the_truth_while_the_worker_lives(run):
    done = run('print("FOUND", sorted(os.listdir(RUN)))')
    assert "truth.json" not in (done.folder / "worker.log").read_text("utf-8")
    assert (done.folder / "truth.json").is_file()


def test_a_truth_the_algorithm_writes_changes_nothing(run):
    done = run('open(os.path.join(RUN, "truth.json"), "w").write("{}")')
    assert [one.correct for one in done.result.trials] == [True, False]
    assert score_folder(done.folder).to_json() == done.result.to_json()


@pytest.mark.parametrize(
    "inside",
    [
        'open(os.path.join(RUN, "events.jsonl"), "a").write("\\n" * 100000)',
        'open(os.path.join(RUN, "events.jsonl"), "r+b").write(b" " * 40)',
    ],
)
def test_a_log_the_algorithm_writes_is_not_believed(run, inside):
    with pytest.raises(SubmissionError, match="changed while the run went on") as caught:
        run(inside)
    assert caught.value.code == "log-changed"


@pytest.mark.parametrize("options", [{}, {"subjects": ("S2",)}, {"quick": True}, {"shuffle": 3}])
def test_a_run_whose_host_was_killed_is_scored_by_its_set(run, options):
    done = run(**options)
    (done.folder / "truth.json").unlink()
    assert score_folder(done.folder).to_json() == done.result.to_json()


@pytest.mark.parametrize("change", ["other", "gone"])
def test_but_not_by_another_set(run, tmp_path, change):
    done = run()
    (done.folder / "truth.json").unlink()
    if change == "gone":
        shutil.rmtree(tmp_path / "set")
    else:
        next((tmp_path / "set" / "S1").glob("block_1*")).write_bytes(b"something else")
    with pytest.raises(BcisubError, match="its set has changed or is gone") as caught:
        score_folder(done.folder)
    assert caught.value.code == "truth-lost"


@pytest.mark.parametrize(("name", "code"), [("truth.json", "truth-changed"), ("events.jsonl", "log-changed")])
def test_files_that_were_changed_after_the_run_are_named(run, name, code):
    done = run()
    about = json.loads((done.folder / "run.json").read_text("utf-8"))
    assert {len(about["truth_sha256"]), len(about["events_sha256"])} == {64}
    assert not {"truth-changed", "log-changed"} & {one.code for one in score_folder(done.folder).diagnostics}
    path = done.folder / name
    path.write_bytes(path.read_bytes().replace(b'"S1"', b'"S3"'))
    assert [one.code for one in score_folder(done.folder).diagnostics][:1] == [code]
