"""What `make fuzz` once found, and a few mutants of everything that is read: nothing but a BcisubError comes out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bcisub.data.apart import reader
from fuzz.mutate import mutated
from fuzz.targets import TARGETS
from fuzz.trial import tried

FOUND = sorted((Path(__file__).parents[1] / "assets" / "fuzz").iterdir())
BY_NAME = {target.name: target for target in TARGETS}


@pytest.fixture(autouse=True)
def _no_reader_left():
    """The reading process stays for the next file; here every test leaves nothing behind."""
    yield
    reader._SERVICE.close()


@pytest.mark.parametrize("file", FOUND, ids=lambda file: file.name)
def test_what_once_failed_is_one_clear_error(file, tmp_path):
    target = BY_NAME[file.name.partition(".")[0]]
    target.make(tmp_path)
    assert tried(target, tmp_path, file.read_bytes()) is None


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_whole_and_slightly_damaged_files(target, tmp_path):
    target.make(tmp_path)
    raw = (tmp_path / target.file).read_bytes()
    assert tried(target, tmp_path, raw) is None
    chance = random.Random(target.name)
    for _ in range(3):
        assert tried(target, tmp_path, mutated(raw, chance)) is None
