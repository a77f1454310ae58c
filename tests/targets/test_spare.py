"""What `bcisub clean` finds and frees."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from bcisub.model.scratch import leftovers, owner
from bcisub.targets import environments, spare


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache with a set, a whole environment, one that was not finished, and what a dead process left."""
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path))
    monkeypatch.setattr("bcisub.model.scratch.tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = owner().replace(str(os.getpid()), str(dead.pid))
    for name, size in {
        "sets/turing/cali_A-0123456789ab/S1/block_1.pkl": 3000,
        "sets/turing/cali_B-0123456789ab/S1/block_1.pkl": 4000,
        "environments/3.8.18-whole/lib/big.py": 500,
        "environments/3.8.18-half/lib/big.py": 100,
        f"temporary/{left}x/block-0.bin": 70,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_bytes(bytes(size))
    whole = tmp_path / "environments" / "3.8.18-whole"
    python = environments._python(whole)
    python.parent.mkdir(exist_ok=True)
    python.write_bytes(b"")
    stamp = {"python": "3.8.18", "requirements": ["numpy"], "holds": ["numpy==1.24.4"]}
    (whole / "bcisub-environment.json").write_text(json.dumps(stamp), encoding="utf-8")
    return tmp_path


def test_everything_is_found_with_its_size_the_largest_of_a_kind_first(cache):
    found = spare.find()
    assert [(one.kind, one.name) for one in found[:4]] == [
        ("sets", "turing/cali_B"),
        ("sets", "turing/cali_A"),
        ("environments", "Python 3.8.18: numpy"),
        ("environments", "3.8.18-half, not whole"),
    ]
    assert [one.size for one in found[:2]] == [4000, 3000]
    assert (found[4].kind, found[4].size) == ("leftovers", 70)
    assert [one.kind for one in spare.find([spare.SETS])] == ["sets", "sets"]


def test_what_is_freed_is_gone_and_nothing_else(cache):
    assert all(one.free() for one in spare.find([spare.ENVIRONMENTS, spare.LEFTOVERS]))
    assert {one.kind for one in spare.find()} == {"sets"}
    assert not list(leftovers())
    assert (cache / "sets" / "turing" / "cali_A-0123456789ab" / "S1" / "block_1.pkl").stat().st_size == 3000


def test_an_environment_that_is_being_made_stays(cache):
    (half,) = [one for one in spare.find() if one.name == "3.8.18-half, not whole"]
    holds = "import sys, time; from bcisub.targets.environments import alone; from pathlib import Path\n"
    holds += "with alone(Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)\n"
    with subprocess.Popen([sys.executable, "-c", holds, str(half.place)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline().strip() == b"held"
        try:
            assert not half.free()
        finally:
            holder.kill()
    assert (half.place / "lib" / "big.py").stat().st_size == 100
    assert half.free()


def test_a_folder_that_cannot_be_moved_stays_as_it_was(cache, monkeypatch):
    def held(*_):
        raise PermissionError(13, "in use")

    monkeypatch.setattr("pathlib.Path.rename", held)
    one = spare.find([spare.SETS])[0]
    assert not one.free()
    assert (one.place / "S1" / "block_1.pkl").stat().st_size == 4000
    assert not [path for path in one.place.parent.iterdir() if path.name.startswith(".")]
