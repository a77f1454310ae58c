"""Names and places that are typed seldom: bytes that are no UTF-8, blanks, paths in the project file, other Pythons."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys

import numpy as np
import pytest

GBK = os.fsdecode("项目".encode("gbk"))
"""A Chinese name as an archive made on Windows leaves it elsewhere."""
posix = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are Unicode there")


@posix
def test_a_name_that_is_no_utf_8_is_a_name(bcisub, project, good_set, tmp_path):
    place = tmp_path / GBK
    shutil.copytree(project, place)
    done = bcisub("eval", place, "--data", good_set, "--python", "current", "--json", "-")
    assert done.code == 0, done.err
    assert done.json["run"]["folder"].startswith(str(place))
    (folder,) = (place / ".bcisub" / "runs").iterdir()
    assert json.loads((folder / "result.json").read_text("utf-8"))["score"] == done.json["score"]
    assert bcisub("score", folder).code == 0
    made = tmp_path / f"new-{GBK}"
    assert bcisub("new", "gaze", made).code == 0
    assert (made / "predictor.py").is_file()


def test_commands_on_the_screen_can_be_pasted(bcisub, project, good_set, algorithm, tmp_path):
    done = bcisub("new", "gaze", tmp_path / "项目 a b")
    (typed,) = (line for line in done.out.splitlines() if "bcisub eval" in line)
    assert shlex.split(typed) == ["bcisub", "eval", str(tmp_path / "项目 a b")]
    algorithm("sys.exit(3)")
    place = tmp_path / "慢 走"
    shutil.copytree(project, place)
    done = bcisub("eval", place, "--data", good_set, "--python", "current")
    assert done.code == 1
    (folder,) = (place / ".bcisub" / "runs").iterdir()
    (typed,) = (line for line in done.err.splitlines() if "bcisub score" in line)
    assert shlex.split(typed.partition("with: ")[2]) == ["bcisub", "score", str(folder)]


def test_an_eval_refused_for_its_data_does_not_hide_the_last_run(bcisub, project, good_set, tmp_path):
    first = bcisub("eval", project, "--data", good_set, "--python", "current", "--json", "-").json
    (tmp_path / "odd" / "S1").mkdir(parents=True)
    data = np.zeros((65, 100))
    data[-1, 42] = 77
    np.save(tmp_path / "odd" / "S1" / "b.npy", data)
    assert bcisub("eval", project, "--data", tmp_path / "odd", "--python", "current").code == 2
    assert [run.name for run in (project / ".bcisub" / "runs").iterdir()] == [first["run"]["id"]]


def test_a_run_without_its_truth_is_scored_by_the_set_or_is_one_clear_error(bcisub, project, good_set, tmp_path):
    own = shutil.copytree(good_set, tmp_path / "own")
    assert bcisub("eval", project, "--data", own, "--python", "current").code == 0
    (folder,) = (project / ".bcisub" / "runs").iterdir()
    (folder / "truth.json").unlink()
    assert bcisub("score", folder).code == 0
    shutil.rmtree(own)
    done = bcisub("score", folder)
    assert done.code == 2
    assert "its set has changed or is gone" in done.err


def test_a_path_in_the_projects_file_is_seen_from_the_project(bcisub, project, good_set):
    told = os.path.relpath(good_set, project).replace("\\", "/")
    (project / "bcisub.toml").write_text(
        f'[project]\ntrack = "ssvep-async"\n[eval]\ndata = "{told}"\n', encoding="utf-8"
    )
    done = bcisub("eval", project, "--python", "current")
    assert done.code == 0, done.err


def test_a_bundle_without_sources_runs_on_its_own_python_alone(bcisub, project, good_set, tmp_path):
    entry = project / "AlgorithmImplement" / "SSVEP" / "AlgorithmImplementSSVEP.py"
    entry.unlink()
    entry.with_suffix(".pyc").write_bytes((0x0D55).to_bytes(2, "little") + b"\r\n" + b"\0" * 12)
    bundle = shutil.make_archive(str(tmp_path / "bundle"), "zip", project)
    done = bcisub("eval", bundle, "--track", "ssvep-async", "--data", good_set, "--python", "current")
    assert done.code == 2
    assert "compiled for Python 3.8" in done.err
    assert "--python 3.8" in done.err


def test_an_archive_is_not_called_by_the_name_of_another_kind(bcisub, project, tmp_path):
    done = bcisub("pack", project, "-o", tmp_path / "out.zip", "--format", "tar.gz")
    assert done.code == 2
    assert "out.zip" in done.err
    assert not (tmp_path / "out.zip").exists()
