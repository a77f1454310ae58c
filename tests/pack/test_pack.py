"""Bundles of a miniature submission, made and proved with the real target interpreter."""

import io
import json
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.pack.build import PackOptions, build
from bcisub.project.bundle import is_bundle, unpacked
from bcisub.project.contents import ignored
from bcisub.project.project import open_project

MINI = Path(__file__).parents[1] / "assets" / "mini-ssvep"
CODE = "AlgorithmImplement/SSVEP"
ENTRY = f"{CODE}/AlgorithmImplementSSVEP.py"

needs_target = pytest.mark.real("3.8")


@pytest.fixture
def root(tmp_path):
    shutil.copytree(MINI, tmp_path / "mini")
    return tmp_path / "mini"


def pack(root, **options):
    return build(open_project(root), PackOptions(**options))


def refusal(root):
    with pytest.raises(SubmissionError) as caught:
        pack(root)
    assert not (root / "dist").exists()
    return caught.value


@needs_target
@pytest.mark.parametrize("form", ["zip", "tar.gz"])
def test_a_bundle_is_compiled_proved_and_the_same_every_time(root, form):
    (root / CODE / "__pycache__").mkdir()
    (root / CODE / "__pycache__" / "x.pyc").write_bytes(b"x")
    (root / ".bcisubignore").write_text("*.log\n", encoding="utf-8")
    (root / CODE / "train.log").touch()
    first = pack(root, form=form)
    before = first.path.read_bytes()
    told = json.loads(json.dumps(first.to_json()))
    assert [file["name"] for file in told["files"]] == [
        f"{CODE}/AlgorithmImplementSSVEP.pyc", f"{CODE}/answer.pyc", f"{CODE}/offset.txt", "config.toml",
    ]  # fmt: skip
    assert told["files"][0]["magic"] == "550d0d0a"
    assert told["proof"] == {"ran": True, "reports": 4, "same_as_source": True}
    assert (told["faults"], told["evaluated"]) == ([], [])
    assert pack(root, form=form).path.read_bytes() == before
    assert str(root).encode() not in before
    assert is_bundle(first.path)
    assert [entry.name for entry in first.path.parent.iterdir()] == [first.path.name]


@needs_target
@pytest.mark.parametrize(
    ("file", "text", "code", "where"),
    [
        (f"{CODE}/answer.py", "\nmatch 1:\n    case 1: pass\n", "syntax", "answer.py:2"),
        (f"{CODE}/extra.py", "\nimport sklearn.svm\n", "import-missing", "extra.py:2"),
        ("AlgorithmImplement/SSVEP/extra.py", "\nopen('C:\\\\me\\\\a.npz')\n", "absolute-path", "extra.py:2"),
        (ENTRY, "class Other: pass\n", "class-missing", ENTRY),
        ("config.toml", 'unitImage = "x"\n', "config-key-missing", "config.toml"),
        (ENTRY, "class AlgorithmImplementSSVEP:\n    def __init__(self):\n        1 / 0\n", "proof-failed", None),
        (".bcisubignore", "offset.txt\n", "proof-failed", None),
    ],
)
def test_what_the_server_could_not_run_is_refused_with_its_place(root, file, text, code, where):
    (root / file).write_text(text, encoding="utf-8")
    problem = refusal(root)
    assert problem.code == code
    assert where is None or where in problem.where
    assert problem.hint
    assert code != "import-missing" or "scikit-learn" in problem.hint


@needs_target
def test_random_reports_cannot_be_proved(root):
    answer = "import os\nclass Answer: pass\ndef label_for(*_):\n    return int.from_bytes(os.urandom(6), 'big')\n"
    (root / CODE / "answer.py").write_text(answer, encoding="utf-8")
    assert "every time" in refusal(root).what


def test_names_of_the_standard_library_are_refused(root):
    from bcisub.checking.file_checks import name_faults

    (fault,) = name_faults(open_project(root), {"random/a.py": root, "random/b.py": root})
    assert "random" in fault.what
    assert not list(name_faults(open_project(root), {f"{CODE}/deeper/random.py": root, "json.txt": root}))
    (fault,) = name_faults(open_project(root), {f"{CODE}/random.py": root})
    assert fault.where == f"{CODE}/random.py", "beside the entry it hides one where the entry itself is started"
    (root / "csv.py").touch()
    (root / "queue").mkdir()
    (root / "queue" / "notes.py").touch()
    (fault,) = name_faults(open_project(root), {})
    assert fault.where == "csv.py", "not uploaded, but eval would import it; a folder alone hides nothing"


def test_the_first_of_several_faults_is_raised_and_the_others_are_counted():
    from bcisub.checking.file_checks import refuse

    refuse([])
    with pytest.raises(SubmissionError, match="one") as caught:
        refuse(SubmissionError(what, hint="Mend it.") for what in ("one", "two", "three"))
    assert caught.value.hint == "Mend it. (and 2 more: bcisub check lists them)"


def test_a_gbk_config_is_read(root):
    from bcisub.checking.file_checks import config_faults

    (root / "config.toml").write_bytes('# 镜像\r\nunitImage = "x"\r\ncommand = ["y"]\r\n'.encode("gbk"))
    assert not list(config_faults(open_project(root)))


def test_a_missing_target_is_refused(root):
    with pytest.raises(BcisubError, match=r"3\.99"):
        pack(root, python="3.99")


@pytest.mark.parametrize("name", ["../out", "/etc/x", "C:/x", "a\\..\\x"])
def test_names_that_lead_out_are_refused(tmp_path, name):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        entry = zipfile.ZipInfo("x")
        entry.filename = name
        archive.writestr(entry, "x")
    with pytest.raises(BcisubError, match="refused"), unpacked(tmp_path / "x.zip"):
        pass


def test_links_and_bombs_are_refused(tmp_path, monkeypatch):
    with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo("link")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(entry)
    with pytest.raises(BcisubError, match="link"), unpacked(tmp_path / "x.tar.gz"):
        pass
    monkeypatch.setattr("bcisub.project.unpacking.SMALL", 1000)
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as archive:
        entry = tarfile.TarInfo("zeros")
        entry.size = 10_000_000
        archive.addfile(entry, io.BytesIO(bytes(entry.size)))
    with pytest.raises(BcisubError, match="grow"), unpacked(tmp_path / "b.tar.gz"):
        pass


def test_the_last_ignore_pattern_decides():
    patterns = ["*.npz", "!best.npz", "old/"]
    assert ignored("a/x.npz", patterns)
    assert not ignored("a/best.npz", patterns)
    assert ignored("a/old/y.py", patterns)
