"""Run folders: names that sort by time, runs found again, hashes of what was run, computing times."""

from __future__ import annotations

import time

import pytest

from bcisub.history.runs import find_run, hash_tree, new_run, read_run, write_run
from bcisub.model.errors import BcisubError
from bcisub.model.track import Layout
from bcisub.project.contents import present_files


def test_the_last_of_many_runs_in_one_second_is_the_newest(tmp_path):
    made = []
    for _ in range(12):
        made.append(new_run(tmp_path).name)
        time.sleep(0.002)
    assert made == sorted(made)
    assert find_run("last", tmp_path).name == made[-1]
    assert find_run(made[3], tmp_path).name == made[3]
    assert (tmp_path / ".bcisub" / ".gitignore").read_text("utf-8") == "*\n"


def test_a_run_is_found_by_its_path_and_a_wrong_name_tells_the_newest(tmp_path):
    folder = new_run(tmp_path)
    assert find_run(str(folder), tmp_path / "elsewhere") == folder
    with pytest.raises(BcisubError) as caught:
        find_run("nowhere", tmp_path)
    assert folder.name in caught.value.hint


def test_what_was_run_reads_back(tmp_path):
    about = {"track": "ssvep-async", "data": "脑", "readings": {}, "python": "3.8.18", "bcisub": "0.1.0"}
    write_run(tmp_path, about)
    assert read_run(tmp_path) == about
    (tmp_path / "run.json").write_text('{"track": "ssvep-async", "data": 3}', encoding="utf-8")
    with pytest.raises(BcisubError, match="damaged"):
        read_run(tmp_path)
    (tmp_path / "run.json").write_text('{"track": ', encoding="utf-8")
    with pytest.raises(BcisubError, match="damaged"):
        read_run(tmp_path)


def test_the_submissions_hash_sees_names_and_contents_but_no_caches(tmp_path):
    (tmp_path / "A" / "__pycache__").mkdir(parents=True)
    (tmp_path / "A" / "a.py").write_text("1", encoding="utf-8")

    def hashed():
        return hash_tree(present_files(tmp_path, Layout("x", "", "A/a.py", "A", "a", packed=("A", "config.toml"))))

    first = hashed()
    (tmp_path / "A" / "__pycache__" / "a.pyc").write_bytes(b"x")
    (tmp_path / "README.md").write_text("not packed", encoding="utf-8")
    assert hashed() == first
    (tmp_path / "config.toml").write_text("x", encoding="utf-8")
    with_config = hashed()
    (tmp_path / "A" / "a.py").rename(tmp_path / "A" / "b.py")
    assert len({first, with_config, hashed()}) == 3
