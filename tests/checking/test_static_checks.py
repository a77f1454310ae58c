"""What is found without running anything; several faults at once, each with its place."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from bcisub.checking import static_checks as looks
from bcisub.model.errors import BcisubError
from bcisub.model.resources import folder
from tests.checking.miniatures import CODE, CONFIG, ENTRY, checked, codes

TESTS = Path(__file__).parents[1]
needs_target = pytest.mark.real("3.8")


def places(result, code):
    return [finding.place for finding in result.findings if finding.code == code]


@needs_target
def test_every_fault_is_shown_not_only_the_first(submission):
    root = submission(
        files={
            ENTRY: "class Other:\n    pass\n",
            f"{CODE}/new.py": "x = 1\nmatch x:\n    case 1: pass\n",
            f"{CODE}/newer.py": "if (a := b := 1): pass\n",
            f"{CODE}/parts.py": "import sklearn.svm\nimport torch\nopen('/home/me/model.npz')\n",
            f"{CODE}/old.pyc": "not a magic number",
            "config.toml": "[other]\n",
        }
    )
    result = checked(root, "3.8")
    assert places(result, "syntax") == [f"{CODE}/new.py:2", f"{CODE}/newer.py:1"]
    assert places(result, "import-missing") == [f"{CODE}/parts.py:1", f"{CODE}/parts.py:2"]
    assert places(result, "absolute-path") == [f"{CODE}/parts.py:3"]
    assert places(result, "class-missing") == [ENTRY]
    assert places(result, "wrong-magic") == [f"{CODE}/old.pyc"]
    assert len(places(result, "config-key-missing")) == 2
    assert codes(result) == {
        "syntax", "import-missing", "absolute-path", "class-missing", "wrong-magic", "config-key-missing"
    }  # fmt: skip
    assert all(finding.meaning and finding.hint and finding.level == "error" for finding in result.findings)
    assert result.tried == []
    assert result.untried


def test_parts_that_are_not_there(submission):
    root = submission()
    (root / "config.toml").unlink()
    shutil.rmtree(root / "AlgorithmImplement")
    result = checked(root, track="ssvep-async")
    assert codes(result) == {"no-entry", "part-missing", "config-missing"}
    assert places(result, "part-missing") == ["AlgorithmImplement"]
    assert places(result, "config-missing") == ["config.toml"]


def test_an_unreadable_configuration(submission):
    result = checked(submission(files={"config.toml": "unitImage ="}))
    assert "config-unreadable" in codes(result)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_linked_folder(submission, tmp_path):
    root = submission()
    (tmp_path / "models").mkdir()
    (root / CODE / "models").symlink_to(tmp_path / "models")
    assert codes(checked(root)) == {"linked-folder"}


def test_compiled_code_does_not_move_to_another_layout(tmp_path):
    entry = tmp_path / "AlgorithmImplement" / "Turing" / "AlgorithmImplementTuring.py"
    entry.parent.mkdir(parents=True)
    entry.write_text("class AlgorithmImplementTuring: pass\n", encoding="utf-8")
    entry.with_name("part.pyc").write_bytes(b"x")
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    assert "layout-fixed" in codes(checked(tmp_path, track="turing", layout="algorithm-2022"))


@pytest.fixture
def platform(tmp_path):
    shutil.copytree(folder("templates") / "metaverse" / "Algorithm", tmp_path / "Algorithm")
    (tmp_path / "Algorithm/method/impl/AlgorithmImplement.py").write_text(
        "class AlgorithmImplement: pass\n", encoding="utf-8"
    )
    return tmp_path


def test_names_that_python_has_already(platform):
    """The platform appends its folder to the path: what is installed comes first."""
    impl = platform / "Algorithm" / "method" / "impl"
    (impl / "numpy.py").touch()
    (impl / "random.py").touch()
    result = checked(platform)
    assert places(result, "shadowed-by-installed") == [
        "Algorithm/method/impl/numpy.py", "Algorithm/method/impl/random.py"
    ]  # fmt: skip


def test_meta_1_a_value_the_contest_fixes(platform):
    config = platform / "Algorithm/config/AlgorithmConfig.yml"
    config.write_text(config.read_text("utf-8").replace("chunk_size: 50", "chunk_size: 40"), encoding="utf-8")
    assert "config-value" in codes(checked(platform))


def test_a_python_that_the_layouts_image_does_not_have(tmp_path):
    """What `pack` refuses, `check` shows beside the rest."""
    place = tmp_path / "AlgorithmImplement" / "Turing"
    place.mkdir(parents=True)
    (place / "AlgorithmImplementTuring.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    target = '[target]\npython = "3.8"\nlayout = "algorithm-2022"\n'
    (tmp_path / "bcisub.toml").write_text(f'[project]\ntrack = "turing"\n{target}', encoding="utf-8")
    assert {"config-value", "class-missing"} <= codes(checked(tmp_path))


def test_a_module_named_like_the_standard_librarys(tmp_path):
    (tmp_path / "predictor.py").write_text("class Predictor: pass\n", encoding="utf-8")
    (tmp_path / "README.md").touch()
    (tmp_path / "json.py").touch()
    assert codes(checked(tmp_path, track="gaze")) == {"shadows-standard-library", "run-fails"}


def test_gaze_21_what_the_zip_is_refused_for(tmp_path, monkeypatch):
    """And of the whole project only what the predictor imports must be there to import."""
    from bcisub.project import code_zip

    for name, text in {
        "predictor.py": "import eyes\nclass Predictor: pass\n",
        "eyes.py": "import missing_here\n",
        "train.py": "import missing_there\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = checked(tmp_path, track="gaze")
    assert codes(result) == {"documentation-missing", "import-missing", "run-fails"}
    assert places(result, "import-missing") == ["eyes.py:1"]
    (tmp_path / "README.md").touch()
    monkeypatch.setattr(code_zip.write_code_zip, "__kwdefaults__", {"limit": 10})
    assert "zip-too-large" in codes(checked(tmp_path, track="gaze"))


def test_a_large_upload(submission, monkeypatch):
    monkeypatch.setattr(looks, "LARGE", 10)
    result = checked(submission("raise ValueError"))
    assert places(result, "large-upload") == [ENTRY]


def test_requirements_the_target_cannot_have(submission, monkeypatch):
    def fail(*_):
        raise BcisubError("no such wheel", where="requirements.txt", hint="Ask for less.", code="requirements-failed")

    monkeypatch.setattr("bcisub.targets.environments.for_submission", fail)
    result = checked(submission(), sys.executable)
    assert "requirements-failed" in codes(result)
    assert result.tried == []


def test_another_python_than_the_servers(submission):
    result = checked(submission("raise ValueError"))
    assert "other-python" in {finding.code for finding in result.findings}


def test_a_template_in_another_layout_has_the_frameworks_files_as_they_are():
    from bcisub.checking.framework import changed
    from bcisub.model.scratch import scratch
    from bcisub.project.project import open_project
    from bcisub.project.relayout import relaid

    project = open_project(folder("templates") / "turing", layout="algorithm-2022")
    with scratch() as place:
        shaped = relaid(project, place)
        assert (shaped.root / "Algorithm/Interface/AlgorithmInterface.py").is_file()
        assert changed(shaped.root, shaped.track, shaped.layout) == []


@pytest.mark.skipif(sys.platform == "win32", reason="such a file cannot be made there")
def test_a_name_that_not_every_system_can_hold(submission):
    root = submission("raise ValueError", {"AlgorithmImplement/aux.txt": "", "AlgorithmImplement/Aux_2.txt": ""})
    assert places(checked(root), "unportable-name") == ["AlgorithmImplement/aux.txt"]


def test_every_code_has_a_test_and_stands_in_the_documentation(every_kind):
    tests = "".join(file.read_text("utf-8") for file in (TESTS / "checking").glob("test_*.py"))
    told = [kind for kind in every_kind if kind.meaning]
    assert [kind.code for kind in told if f'"{kind.code}"' not in tests] == []
    page = (TESTS.parent / "docs" / "checking.md").read_text("utf-8").splitlines()
    rows = [f"| `{kind.code}` | {kind.level} | {kind.meaning} |" for kind in told]
    assert sorted(line for line in page if line.startswith("| `")) == sorted(rows)
