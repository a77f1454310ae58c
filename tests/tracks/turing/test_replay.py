"""What an algorithm of the turing track receives, in real interpreters."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from bcisub.model.recording import Block, DataSet, Subject
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.tracks.turing.track import TRACK
from tests.contest_python import python_of
from tests.tracks.turing.game import TEMPLATE

PROBE = """
import json
from AlgorithmImplement.Interface.AlgorithmInterface import AlgorithmInterface


class AlgorithmImplementTuring(AlgorithmInterface):
    def run(self):
        while True:
            packet = self.task.get_data()
            triggers = {packet.start_pos + at: int(code) for at, code in enumerate(packet.data[-1]) if code}
            numbers = [packet.subject_id, packet.subeject_id]
            print(json.dumps([packet.start_pos, list(packet.data.shape), numbers, packet.finish_flag, triggers]))
            if packet.finish_flag:
                return
"""


@pytest.mark.real
@pytest.mark.parametrize("version", ["3.8", "3.10"])
@pytest.mark.parametrize(("reading", "extra"), [("none", 0), ("engine-2022", 1)])
def test_turing_1_3_5_what_the_algorithm_sees(version: str, reading: str, extra: int, tmp_path: Path) -> None:
    """Packets of 65×10, `start_pos` from 0 in each block, one `finish_flag`; 240 and the task hidden.

    The second block is a multiple of 10 long: only there the reading `empty-packet` adds a packet of 0 samples.
    """
    project = tmp_path / "project"
    shutil.copytree(TEMPLATE, project, ignore=shutil.ignore_patterns("__pycache__"))
    (project / TRACK.layouts[0].entry).write_text(PROBE, encoding="utf-8")
    marks = {4: 242, 11: 240, 25: 9 << 3 | 6, 48: 241, 49: 243}
    subjects = []
    for name, samples in (("S01", 53), ("S02", 50)):
        data = np.zeros((65, samples))
        data[-1, list(marks)] = list(marks.values())
        subjects.append(Subject(name, [Block("block_1", tmp_path / "none", data.copy)]))
    folder = tmp_path / "run"
    folder.mkdir()
    options = RunOptions(readings={**TRACK.defaults(), "empty-packet": reading})
    job = Job(project, TRACK.layouts[0], TRACK, python_of(version), folder, options)
    record = replay(job, DataSet("s", tmp_path, subjects))
    assert record.end.complete, record.end
    seen = [json.loads(line) for line in (folder / "worker.log").read_text(encoding="utf-8").splitlines()]
    assert [(start, shape) for start, shape, *_ in seen] == [
        *((start, [65, 10]) for start in (0, 10, 20, 30, 40)),
        (50, [65, 3]),
        *((start, [65, 10]) for start in (0, 10, 20, 30, 40)),
        *[(50, [65, 0])] * extra,
    ]
    assert [numbers for _, _, numbers, _, _ in seen] == [[1, 1]] * 6 + [[2, 2]] * (5 + extra)
    assert [flag for *_, flag, _ in seen] == [False] * (len(seen) - 1) + [True]
    shown = {at: code for packet in seen[:6] for at, code in packet[-1].items()}
    assert shown == {"4": 242, "25": 9 << 3, "48": 241, "49": 243}
