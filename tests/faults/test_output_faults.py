"""Outputs that would replace what a command reads: refused before the work, and the file stays as it was."""

from __future__ import annotations

import pytest

from tests.faults.fault_submissions import STYLES
from tests.faults.fault_surroundings import OUTPUT

STYLE = STYLES["ssvep-async"]
TRACK = ("-t", STYLE.track)
COMMANDS = {
    "pack-source": lambda entry, block: ("pack", entry.parents[2], "--only-source", "-o", entry),
    "pack-json": lambda entry, block: ("pack", entry.parents[2], "--json", entry),
    "eval-recording": lambda entry, block: ("eval", entry.parents[2], "--data", block.parents[1], "--json", block),
    "score-source": lambda entry, block: ("score", "last", "--json", entry),
    "check-source": lambda entry, block: ("check", entry.parents[2], "--json", entry),
    "data-check-recording": lambda entry, block: (
        "data",
        "check",
        block.parents[1],
        "-t",
        STYLE.track,
        "--json",
        block,
    ),
    "data-info-recording": lambda entry, block: ("data", "info", block.parents[1], *TRACK, "--json", block),
    "plot-recording": lambda entry, block: ("data", "info", block.parents[1], *TRACK, "--plot", block),
    "doctor-source": lambda entry, block: ("doctor", "--json", entry),
    "list-source": lambda entry, block: ("data", "list", "--json", entry),
    "rules-source": lambda entry, block: ("rules", STYLE.track, "--json", entry),
}


@pytest.mark.parametrize("case", OUTPUT, ids=lambda case: case.name)
def test_an_output_never_replaces_what_is_not_its_own(case, bcisub, tmp_path):
    STYLE.write(tmp_path / "project", "")
    STYLE.record(tmp_path / "set")
    (entry,) = (tmp_path / "project").rglob("AlgorithmImplementSSVEP.py")
    block = next((tmp_path / "set").rglob("*.pkl"))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    told = bcisub(*COMMANDS[case.name](entry, block))
    assert told.exit == case.exit, told.screen
    assert case.says in told.screen
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
