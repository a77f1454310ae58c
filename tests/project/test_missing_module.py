"""What is advised about a module that is not found: a requirement, and never one for the project's own folders."""

import pytest

from bcisub.model.record import RunEnd
from bcisub.project.missing_module import advice, advice_on
from bcisub.project.project import open_project

CODE = "AlgorithmImplement/SSVEP"


@pytest.fixture
def project(tmp_path):
    files = ("AlgorithmImplementSSVEP.py", "Detector.py", "parts/filters.py")
    for name in (*(f"{CODE}/{file}" for file in files), "lab/tools.py", "plots.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "config.toml").touch()
    return open_project(tmp_path, "ssvep-async")


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("cv2", "Add a line to requirements.txt: opencv-python"),
        ("pkg_resources", "Add a line to requirements.txt: setuptools<70"),
        ("mne", "Add a line to requirements.txt: mne"),
        ("sklearn.frozen", "Add a line to requirements.txt: scikit-learn (a version that has sklearn.frozen)"),
        ("Detector", f"{CODE}/Detector.py is yours: import it by the name that the server knows it by, AlgorithmImpl"),
        ("parts.filters", "the server knows it by, AlgorithmImplement.SSVEP.parts."),
        ("lab.tools", "lab is yours and is not uploaded: put it into AlgorithmImplement/"),
        ("plots", "plots.py is yours and is not uploaded: put it into AlgorithmImplement/"),
        ("AlgorithmImplement.SSVEP.Dtector", "AlgorithmImplement is yours, and has no AlgorithmImplement.SSVEP.Dtec"),
    ],
)
def test_a_library_is_a_requirement_and_an_own_file_never_is(project, module, told):
    said = advice(module, project)
    assert told in said
    assert ("requirements.txt" in said) is told.startswith("Add")
    assert "pip install" not in said


def test_only_a_run_that_lacked_a_module_is_advised(project):
    lacking = RunEnd("exception", "ModuleNotFoundError: No module named 'cv2'")
    assert advice_on(lacking, project) == advice("cv2", project)
    assert advice_on(RunEnd("exception", "ValueError: No module named 'cv2'"), project) is None
    assert advice_on(RunEnd("finished"), project) is None
