"""Run folders: names that sort by time, runs found again, hashes of what was run, computing times."""

from __future__ import annotations

import time

import pytest

from bcisub.history.runs import compute_times, find_run, hash_tree, new_run, read_run, write_run
from bcisub.model.errors import BcisubError
from bcisub.model.track import Layout
from bcisub.project.contents import present_files

BLOCK = {"event": "block", "index": 0, "packets": 100}


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
    write_run(tmp_path, {"track": "ssvep-async", "data": "脑"})
    assert read_run(tmp_path) == {"track": "ssvep-async", "data": "脑"}
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


def test_where_nothing_is_streamed_the_answers_carry_the_times():
    answers = [{"event": "report", "block": 0, "packet": n, "compute": n / 1000} for n in (1, 2, 3)]
    found = compute_times([BLOCK, *answers])
    assert (found["packets"], found["reports"]) == (3, 3)
    assert found["compute"]["p50_ms"] == pytest.approx(2.0)
    assert found["compute"]["max_ms"] == pytest.approx(3.0)


def test_computing_times_of_all_packets():
    # 1 … 100 ms: the median is the 51st, 99 % the 100th, in milliseconds.
    ticks = [
        {"event": "tick", "block": 0, "packet": 50 * part, "compute_us": [1000 * n for n in range(part, 101, 2)]}
        for part in (1, 2)
    ]
    found = compute_times([BLOCK, *ticks, {"event": "report", "block": 0, "packet": 70}])
    assert (found["packets"], found["reports"]) == (100, 1)
    assert found["compute"] == {"p50_ms": 51.0, "p99_ms": 100.0, "max_ms": 100.0, "total_s": pytest.approx(5.05)}
    assert compute_times([])["compute"]["max_ms"] == 0.0


def test_packets_are_counted_to_the_furthest_known_and_never_beyond_the_block():
    """A worker that was stopped tells no times; a forked one tells them twice."""
    early = {"event": "report", "block": None, "packet": 0}
    report = {"event": "report", "block": 0, "packet": 90}
    tick = {"event": "tick", "block": 1, "packet": 100, "compute_us": [1] * 100}
    assert compute_times([early, BLOCK, report])["packets"] == 90
    blocks = [BLOCK, {**BLOCK, "index": 1}]
    assert compute_times([*blocks, report, tick, tick, {**tick, "packet": 101}])["packets"] == 190
