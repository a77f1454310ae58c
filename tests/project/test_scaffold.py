import pytest

from bcisub.model.errors import BcisubError
from bcisub.project.project import open_project
from bcisub.project.scaffold import scaffold
from bcisub.tracks import TRACKS

TRACK = TRACKS["ssvep-async"]


def test_names_are_filled_in_and_the_project_opens(tmp_path):
    made = scaffold(TRACK, tmp_path / "p", 'a "b"', "脑")
    assert "AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py" in made
    project = open_project(tmp_path / "p")
    assert (project.name, project.team, project.layout) == ('a "b"', "脑", TRACK.layouts[0])
    assert [entry.name for entry in tmp_path.iterdir()] == ["p"]


@pytest.mark.parametrize("track", TRACKS.values(), ids=TRACKS)
def test_every_template_opens_in_its_layout_with_one_start_configuration(track, tmp_path):
    made = scaffold(track, tmp_path / "p")
    project = open_project(tmp_path / "p")
    assert (project.track, project.layout, project.notes) == (track, track.layouts[0], ())
    configs = {layout.config for layout in track.layouts} - {None}
    assert [name for name in made if name in configs] == ([track.layouts[0].config] if configs else [])


def test_the_layout_asked_for_brings_its_own_start_configuration(tmp_path):
    track = TRACKS["emotion"]
    made = scaffold(track, tmp_path / "p", layout=track.layouts[1])
    assert "config.json" in made
    assert "config.toml" not in made
    assert open_project(tmp_path / "p").layout == track.layouts[1]


def test_a_layout_without_a_template_is_refused(tmp_path):
    track = TRACKS["turing"]
    with pytest.raises(BcisubError, match="algorithm-2022") as caught:
        scaffold(track, tmp_path / "p", layout=track.layouts[1])
    assert "algorithm-implement" in caught.value.hint
    assert not list(tmp_path.iterdir())


def test_an_empty_folder_is_taken_and_a_full_one_refused_by_name(tmp_path):
    (tmp_path / "p").mkdir()
    scaffold(TRACK, tmp_path / "p")
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "thesis.doc").touch()
    with pytest.raises(BcisubError, match=r"thesis\.doc"):
        scaffold(TRACK, tmp_path / "q")
    assert [entry.name for entry in (tmp_path / "q").iterdir()] == ["thesis.doc"]
