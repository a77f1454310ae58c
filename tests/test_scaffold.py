import pytest

from bcisub.errors import BcisubError
from bcisub.project import open_project
from bcisub.scaffold import scaffold
from bcisub.tracks import TRACKS

TRACK = TRACKS["ssvep-async"]


def test_names_are_filled_in_and_the_project_opens(tmp_path):
    made = scaffold(TRACK, tmp_path / "p", 'a "b"', "脑")
    assert "AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py" in made
    project = open_project(tmp_path / "p")
    assert (project.name, project.team, project.layout) == ('a "b"', "脑", TRACK.layouts[0])
    assert [entry.name for entry in tmp_path.iterdir()] == ["p"]


def test_an_empty_folder_is_taken_and_a_full_one_refused_by_name(tmp_path):
    (tmp_path / "p").mkdir()
    scaffold(TRACK, tmp_path / "p")
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "thesis.doc").touch()
    with pytest.raises(BcisubError, match=r"thesis\.doc"):
        scaffold(TRACK, tmp_path / "q")
    assert [entry.name for entry in (tmp_path / "q").iterdir()] == ["thesis.doc"]
