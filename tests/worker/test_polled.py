"""The kits of 2022 on site and of 2023: packets that may not be there yet, bare answers (SSVEP-7, TURING-5)."""

from __future__ import annotations

from dataclasses import replace as altered
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.project.project import open_project, require_entry
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from tests.worker.conftest import data_set, recording

ASSETS = Path(__file__).parents[1] / "assets"


def run(project, python, folder, blocks=2):
    track = altered(project.track, channels=("O1", "O2"), check_truth=lambda block: None)
    folder.mkdir()
    readings = {**track.defaults(), **project.readings}
    names = {"S2": [recording(30)] * blocks, "S10": [recording(30)]}
    job = Job(project.root, project.layout, track, python, folder, RunOptions(readings=readings))
    return replay(job, data_set(names))


def test_the_on_site_kit_of_2022_waits_once_before_every_block(python, tmp_path):
    project = open_project(ASSETS / "onsite-2022")
    assert (project.track.name, project.layout.name) == ("ssvep-async", "onsite-2022")
    record = run(project, python, tmp_path / "run")
    assert record.end.complete, record.end
    found = [[(report.p, report.value) for report in block.reports] for block in record.blocks]
    assert found == [[(20, 1)], [(20, 2)], [(20, 3)]]
    assert [block.delivered for block in record.blocks] == [30, 30, 30]


@pytest.mark.parametrize("track", ["ssvep-async", "turing"])
def test_the_kit_of_2023_runs_for_both_tracks_it_fits(python, tmp_path, track):
    """Its subjects are numbered in text order: S10 before S2."""
    project = open_project(ASSETS / "kit-2023", track)
    assert project.layout.name == "algorithm-2023"
    record = run(project, python, tmp_path / "run")
    assert record.end.complete, record.end
    assert [[report.value for report in block.reports] for block in record.blocks] == [[6], [], []]


def test_the_kit_of_2023_does_not_tell_its_track():
    with pytest.raises(BcisubError, match="fits several tracks: ssvep-async, turing"):
        open_project(ASSETS / "kit-2023")


def test_a_bare_report_is_taken_as_it_is_and_reading_on_is_an_error_c8(python, tmp_path):
    code = (ASSETS / "kit-2023/Algorithm/impl/AlgorithmImplement.py").read_text("utf-8")
    code = code.replace("answer(int(packet.subject_id))", "packet").replace("while not finished", "while True")
    place = tmp_path / "Algorithm" / "impl" / "AlgorithmImplement.py"
    place.parent.mkdir(parents=True)
    place.write_text(code, encoding="utf-8")
    (place.parent / "Answer.py").write_text("answer = None\n", encoding="utf-8")
    record = run(open_project(tmp_path, "ssvep-async"), python, tmp_path / "run")
    assert "no more data" in record.end.message
    (report,) = record.blocks[0].reports
    assert (report.value, report.type.rpartition(".")[2]) == (None, "DataModel")


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("code/Mine.py", "class Mine(AlgorithmInterface):\n    pass\n", "code/Mine.py has the class Mine"),
        ("main.py", "class AlgorithmImplementSSVEP:\n    pass\n", "main.py has the class AlgorithmImplementSSVEP"),
        ("Algorithm/AlgorithmImplementTuring.py", "", "is the main file of turing's layout algorithm-2022"),
        ("kit/Algorithm/MyAlgorithm.py", "", "if kit is taken as the project"),
    ],
)
def test_what_comes_near_is_named_where_there_is_no_main_file(tmp_path, file, text, words):
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(text, encoding="utf-8")
    with pytest.raises(SubmissionError) as caught:
        require_entry(open_project(tmp_path, "ssvep-async"))
    assert caught.value.code == "no-entry"
    assert words in caught.value.hint
