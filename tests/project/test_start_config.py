"""The class the platform starts is the one AlgorithmConfig.yml names (META-5)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bcisub.checking.file_checks import config_faults
from bcisub.model.errors import SubmissionError
from bcisub.project.project import open_project

TEMPLATE = Path(__file__).parents[2] / "templates" / "metaverse"
CONFIG = "Algorithm/config/AlgorithmConfig.yml"
IMPL = "Algorithm/method/impl"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(TEMPLATE, tmp_path / "project")
    return tmp_path / "project"


def change(root: Path, old: str, new: str) -> None:
    file = root / CONFIG
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_the_template_starts_the_contests_own_class(root: Path) -> None:
    project = open_project(root)
    assert (project.layout.module, project.layout.class_name) == ("AlgorithmImplement", "AlgorithmImplement")
    assert project.layout.appended_entries == (IMPL,)
    assert project.notes == ()
    assert not list(config_faults(project))


@pytest.mark.parametrize("file", [f"{IMPL}/deep/Mine.py", f"{IMPL}/deep/Mine.py".replace("/", "\\")])
def test_another_file_and_class_are_started_and_remarked(root: Path, file: str) -> None:
    (root / IMPL / "deep").mkdir()
    (root / IMPL / "deep" / "Mine.pyc").touch()
    change(root, f"{IMPL}/AlgorithmImplement.py", file)
    change(root, "method_class_name: AlgorithmImplement", "method_class_name: Mine")
    project = open_project(root)
    layout = project.layout
    assert (layout.entry, layout.module, layout.class_name) == (f"{IMPL}/deep/Mine.py", "Mine", "Mine")
    assert layout.appended_entries == (f"{IMPL}/deep",)
    assert "asks to keep it" in project.notes[0]


@pytest.mark.parametrize("file", ["Nope.py", f"{IMPL}/../impl/AlgorithmImplement.py", "/etc/passwd"])
def test_a_file_outside_or_missing_is_refused(root: Path, file: str) -> None:
    change(root, f"{IMPL}/AlgorithmImplement.py", file)
    with pytest.raises(SubmissionError, match="not in the submission") as caught:
        open_project(root)
    assert caught.value.code == "no-entry"


def test_a_config_that_names_no_class_is_refused(root: Path) -> None:
    change(root, "method_class_name", "method_klass_name")
    with pytest.raises(SubmissionError) as caught:
        open_project(root)
    assert caught.value.code == "config-key-missing"


def test_meta_1_another_packet_size_is_not_packed(root: Path) -> None:
    change(root, "chunk_size: 50", "chunk_size: 40")
    (fault,) = config_faults(open_project(root))
    assert "40, where the contest has 50" in fault.what
    assert fault.code == "config-value"


def test_a_folder_without_config_starts_the_contests_own_class(root: Path) -> None:
    (root / CONFIG).unlink()
    assert open_project(root).layout.module == "AlgorithmImplement"
