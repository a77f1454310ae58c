"""What dead processes left is removed by the next command, whichever; what is in use is not."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bcisub.data.making import whole_set
from bcisub.model import scratch

MAKING = """
import os, sys
from pathlib import Path
from bcisub.data.making import whole_set
from bcisub.model.scratch import scratch

with scratch() as place, whole_set(Path(sys.argv[1]) / "sets" / "ssvep-async" / "cali_A") as work:
    (place / "block.bin").write_bytes(b"0")
    (work / "half").write_bytes(b"0")
    os._exit(9)
"""


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The two folders of a bcisub that was killed."""
    (tmp_path / "temp").mkdir()
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(name, str(tmp_path / "temp"))
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert subprocess.run([sys.executable, "-c", MAKING, str(tmp_path / "cache")], check=False).returncode == 9
    left = [*(tmp_path / "temp").iterdir(), *(tmp_path / "cache" / "sets" / "ssvep-async").iterdir()]
    assert len(left) == 2
    return left


@pytest.mark.parametrize("words", [["tracks"], ["data", "list", "--track", "gaze"]])
def test_any_command_sweeps(killed, words):
    subprocess.run([sys.executable, "-m", "bcisub", *words], check=True, capture_output=True)
    assert not [place for place in killed if place.exists()]


def test_what_is_in_use_stays(killed, tmp_path):
    with scratch.scratch() as mine, whole_set(tmp_path / "cache" / "sets" / "gaze" / "cali_A") as half:
        scratch.sweep(lambda: None)
        assert mine.is_dir()
        assert half.is_dir()
        (half / "dataset.toml").write_text("", encoding="utf-8")
    assert not [place for place in killed if place.exists()]


def test_it_is_said_where_it_takes_time(killed, monkeypatch):
    said = []
    remove = scratch.shutil.rmtree
    monkeypatch.setattr(scratch, "PATIENCE", 0.0)
    waiting = scratch.threading.Event()

    def slowly(place: Path, **options: bool) -> None:
        assert waiting.wait(30)
        remove(place, **options)

    monkeypatch.setattr(scratch.shutil, "rmtree", slowly)
    scratch.sweep(lambda: (said.append("slow"), waiting.set()))
    assert said == ["slow"]
