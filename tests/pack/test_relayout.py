"""Packing in another layout of the track: TURING's tree of 2022 from the tree the document asks for."""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

import pytest

from bcisub.model.errors import SubmissionError
from bcisub.pack.build import Bundle, PackOptions, build
from bcisub.project.project import open_project, require_python
from bcisub.project.relayout import relaid, renamed
from tests.contest_python import python_of
from tests.tracks.turing.game import TEMPLATE, UPLOAD

MOVES = (("AlgorithmImplement/Turing", "Algorithm"), ("AlgorithmImplement", "Algorithm"))
OTHER = "algorithm-2022"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TEMPLATE, tmp_path / "team", ignore=shutil.ignore_patterns("__pycache__")))


def pack(root: Path, layout: str | None = None, **options: object) -> Bundle:
    return build(open_project(root, layout=layout), PackOptions(**options))  # type: ignore[arg-type]


def content(bundle: Bundle) -> dict[str, bytes]:
    with tarfile.open(bundle.path) as archive:
        return {name: archive.extractfile(name).read() for name in archive.getnames()}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from AlgorithmImplement.Turing import flicker", "from Algorithm import flicker"),
        ("from AlgorithmImplement.Interface.Model.A import B", "from Algorithm.Interface.Model.A import B"),
        ("import AlgorithmImplement.Turing.model as m, numpy", "import Algorithm.model as m, numpy"),
        ("AlgorithmImplement.Turing.a.b(); AlgorithmImplement.Turing.c", "Algorithm.a.b(); Algorithm.c"),
    ],
)
def test_imports_are_renamed(before: str, after: str) -> None:
    assert renamed(before.encode(), MOVES).decode() == after


@pytest.mark.parametrize(
    "source",
    [
        "self.AlgorithmImplement.Turing = AlgorithmImplementTuring",
        '"AlgorithmImplement.Turing"  # AlgorithmImplement.Turing',
        "import AlgorithmImplement.Turing\ndef broken(",
    ],
)
def test_nothing_else_is_renamed(source: str) -> None:
    assert renamed(source.encode(), MOVES).decode() == source


def test_renaming_keeps_encoding_and_line_ends() -> None:
    source = "# -*- coding: gbk -*-\r\nname = '脑机'\x0c\r\nimport AlgorithmImplement.Turing.x\r\n".encode("gbk")
    assert renamed(source, MOVES) == source.replace(b"AlgorithmImplement.Turing", b"Algorithm")


@pytest.mark.real
@pytest.mark.parametrize(("python", "magic"), [("3.8", "550d0d0a"), ("3.10", "6f0d0d0a")])
def test_scaffold_packed_as_2022_is_proved_and_the_same_every_time(project: Path, python: str, magic: str) -> None:
    python_of(python)
    bundle = pack(project, OTHER, python=python)
    assert bundle.path.name.endswith(".tar.gz")
    assert (bundle.layout, bundle.proof.same_as_source) == (OTHER, True)
    assert bundle.proof.reports > 0
    found = content(bundle)
    assert {name.split("/")[0] for name in found} == {"Algorithm", "config.json", "requirements.txt"}
    assert found["Algorithm/AlgorithmImplementTuring.pyc"][:4].hex() == magic
    assert not [name for name in found if name.endswith(".py")]
    assert set(json.loads(found["config.json"])) == {"unitImage", "command"}
    assert pack(project, OTHER, python=python).sha256 == bundle.sha256


@pytest.mark.real
def test_sources_instead_of_compiled_code(project: Path) -> None:
    """Uploads of 2022 were sources: the same shape, and nothing compiled in it."""
    python_of("3.10")
    bundle = pack(project, OTHER, only_source=True)
    found = content(bundle)
    assert b"from Algorithm.Interface.AlgorithmInterface import" in found["Algorithm/AlgorithmImplementTuring.py"]
    assert not [name for name in found if name.endswith(".pyc")]
    assert bundle.python.startswith("3.10."), "the image of 2022, not the Python of the file's own layout"


def test_layout_of_the_project_file(project: Path) -> None:
    """`[target] layout` is what is packed, for that layout's Python; eval runs the files as they lie."""
    file = project / "bcisub.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('layout = "algorithm-implement"', f'layout = "{OTHER}"'), encoding="utf-8")
    opened = open_project(project)
    assert (opened.layout.name, opened.bundle.name, opened.python) == ("algorithm-implement", OTHER, "3.10")
    assert opened.notes == ()
    file.write_text(text, encoding="utf-8")
    opened = open_project(project, layout=OTHER)
    assert (opened.layout.name, opened.bundle.name, opened.python) == ("algorithm-implement", OTHER, "3.10")
    opened = open_project(project)
    assert (opened.layout.name, opened.bundle.name, opened.python) == (
        "algorithm-implement",
        "algorithm-implement",
        "3.8",
    )
    file.unlink()
    assert open_project(project, layout=OTHER).bundle.name == OTHER


def test_a_python_that_contradicts_the_layouts_image_is_refused(project: Path) -> None:
    """`config.json` of 2022 names an image of Python 3.10: code compiled for 3.8 would not start on it."""
    file = project / "bcisub.toml"
    text = file.read_text(encoding="utf-8")
    both = f'layout = "{OTHER}"\npython = "3.8"'
    file.write_text(text.replace('layout = "algorithm-implement"', both), encoding="utf-8")
    opened = open_project(project)
    assert opened.python == "3.8"
    assert opened.notes == ("The layout algorithm-2022 was run on Python 3.10; bcisub.toml asks for 3.8.",)
    with pytest.raises(SubmissionError) as caught:
        pack(project)
    assert (caught.value.code, caught.value.where) == ("config-value", str(file))
    assert '[target] python = "3.10"' in (caught.value.hint or "")
    assert not (project / "dist").exists()
    (project / "config.json").write_text('{"unitImage": "python:mine-3.8", "command": ["x"]}', encoding="utf-8")
    require_python(opened)


def test_the_projects_own_config_is_packed(project: Path, tmp_path: Path) -> None:
    (project / "config.json").write_text('{"unitImage": "mine", "command": ["x"]}', encoding="utf-8")
    (project / "requirements.txt").unlink()
    shaped = relaid(open_project(project, layout=OTHER), tmp_path / "shaped")
    assert json.loads((shaped.root / "config.json").read_text(encoding="utf-8"))["unitImage"] == "mine"
    assert (shaped.root / "requirements.txt").read_text(encoding="utf-8") == "numpy\nscipy\n"


def test_compiled_code_is_not_moved(project: Path, tmp_path: Path) -> None:
    (project / "AlgorithmImplement/Turing/old.pyc").write_bytes(b"x")
    with pytest.raises(SubmissionError) as caught:
        relaid(open_project(project, layout=OTHER), tmp_path / "shaped")
    assert caught.value.code == "layout-fixed"


@pytest.mark.real
def test_upload_of_2022_packs_as_it_is_with_requirements_others_can_read(tmp_path: Path) -> None:
    python_of("3.10")
    root = Path(shutil.copytree(UPLOAD, tmp_path / "up", ignore=shutil.ignore_patterns("__pycache__")))
    bundle = pack(root)
    found = content(bundle)
    assert bundle.layout == OTHER
    assert found["requirements.txt"] == b"numpy\nscipy\n"
    assert "Algorithm/models/answers.json" in found
