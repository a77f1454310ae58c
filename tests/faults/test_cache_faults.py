"""A sample set in the cache that is no longer what was made: made again, and said, on the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.fault_surroundings import CACHE


def info(cache: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "bcisub", "data", "make", "cali_A", "--track", "ssvep-async"]
    environment = {**os.environ, "BCISUB_CACHE": str(cache), "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(words, capture_output=True, encoding="utf-8", env=environment, check=False)


@pytest.mark.parametrize("case", CACHE, ids=lambda case: case.name)
def test_a_fault_of_the_cache(case, tmp_path):
    assert "damaged" not in info(tmp_path).stderr
    block = sorted((tmp_path / "sets").rglob("*.pkl"))[0]
    whole = block.read_bytes()
    if case.name == "missing":
        block.unlink()
    else:
        block.write_bytes(whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:])
    told = info(tmp_path)
    assert (told.returncode, case.says in told.stderr) == (case.exit, True), told.stderr
    assert block.read_bytes() == whole
