"""Configurations and descriptions nested 30,000 deep: each reader says one clear error."""

from __future__ import annotations

import pytest

from bcisub.data.reading import read
from bcisub.data.sets import describe
from bcisub.history.log import read_events, read_truth
from bcisub.history.runs import read_run
from bcisub.model.errors import BcisubError
from bcisub.project.project import open_project
from bcisub.project.start_config import read_config
from tests.faults.fault_surroundings import NESTED

DEEP = "[" * 30_000 + "]" * 30_000
READERS = {
    "config.yaml": lambda folder: read_config(folder / "config.yaml"),
    "config.json": lambda folder: read_config(folder / "config.json"),
    "config.toml": lambda folder: read_config(folder / "config.toml"),
    "bcisub.toml": open_project,
    "dataset.toml": describe,
    "recording.yaml": lambda folder: read(folder / "recording.dat"),
    "run.json": read_run,
    "truth.json": read_truth,
    "events.jsonl": lambda folder: list(read_events(folder)),
}


@pytest.mark.parametrize("case", NESTED, ids=lambda case: case.name)
def test_a_text_nested_without_end(case, tmp_path):
    text = f"a = {DEEP}" if case.name.endswith(".toml") else DEEP
    (tmp_path / case.name).write_text(text + "\n", encoding="utf-8")
    (tmp_path / "recording.dat").write_bytes(b"")
    with pytest.raises(BcisubError) as refused:
        READERS[case.name](tmp_path)
    assert refused.value.exit_code == case.exit
    assert (refused.value.code or "") == case.says or case.says in refused.value.what
