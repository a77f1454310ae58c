import shutil
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError
from bcisub.project.project import open_project

MINI = Path(__file__).parents[1] / "assets" / "mini-ssvep"


def test_a_tree_without_a_file_is_recognised_also_compiled(tmp_path):
    root = tmp_path / "p"
    shutil.copytree(MINI, root)
    assert open_project(root).origin == "layout"
    entry = root / "AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py"
    entry.rename(entry.with_suffix(".pyc"))
    project = open_project(root)
    assert (project.track.name, project.python, project.name) == ("ssvep-async", "3.8", "p")


PROJECT = '[project]\ntrack = "ssvep-async"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PROJECT + "[target]\npython = 3.8\n", "target.python"),
        (PROJECT + '[target]\nlayout = "nope"\n', "nope"),
        (PROJECT + '[readings]\nitr-mean = "median"\n', "readings.itr-mean"),
        (PROJECT + '[readings]\nnope = "x"\n', "readings.nope"),
        ("[project\n", "TOML"),
        ('project = "x"\n', "project"),
    ],
)
def test_a_wrong_file_is_an_error_with_its_key(tmp_path, text, told):
    (tmp_path / "bcisub.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BcisubError) as caught:
        open_project(tmp_path)
    assert told in caught.value.what


def test_an_unknown_key_is_noted_and_the_rest_taken(tmp_path):
    text = '[project]\ntrack = "ssvep-async"\ntaem = "x"\n[readings]\nmissing-time = 5.004\n'
    (tmp_path / "bcisub.toml").write_text(text, encoding="utf-8")
    project = open_project(tmp_path)
    assert project.origin == "bcisub.toml"
    assert project.readings == {"missing-time": "5.004"}
    assert "project.team" in project.notes[0]


def test_an_empty_folder_says_what_was_looked_for(tmp_path):
    with pytest.raises(BcisubError, match="AlgorithmImplementSSVEP"):
        open_project(tmp_path)
