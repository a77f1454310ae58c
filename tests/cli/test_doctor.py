"""`bcisub doctor` as a user meets it: exit code, screen, JSON."""

from __future__ import annotations

import json

import pytest

from bcisub.model.finding import ERROR, INFO, Finding
from bcisub.targets import diagnosis

HEALTHY = [
    Finding("machine-part", INFO, "1.0 on Python 3.12", place="bcisub"),
    Finding("machine-part", INFO, "2.0 GiB free at [/]", place="disk"),
]
LACKING = [*HEALTHY, Finding("python-missing", ERROR, "not found", "uv python install 3.8", place="Python 3.8")]


@pytest.fixture
def machine(monkeypatch):
    """A machine in which this is found."""
    import bcisub.cli.doctor as command

    def have(findings):
        monkeypatch.setattr(command, "diagnose", lambda project: findings)

    return have


def test_a_healthy_machine_ends_with_0_and_a_line_a_part(bcisub, machine):
    machine(HEALTHY)
    said = bcisub("doctor")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == ["ok       bcisub  1.0 on Python 3.12", "ok       disk    2.0 GiB free at [/]"]


def test_a_problem_ends_with_1_and_stands_above_what_mends_it(bcisub, machine):
    machine(LACKING)
    said = bcisub("doctor")
    assert said.code == 1
    assert said.out.splitlines()[-2:] == [
        "problem  Python 3.8  not found",
        "                     → uv python install 3.8",
    ]


def test_the_json_contract(bcisub, machine, tmp_path):
    machine(LACKING)
    said = bcisub("doctor", "--json", "-")
    assert said.code == 1
    assert set(said.json) == {"schema", "ok", "findings"}
    assert (said.json["schema"], said.json["ok"]) == (diagnosis.SCHEMA, False) == ("bcisub.doctor/1", False)
    assert said.json["findings"] == [
        {"what": "bcisub", "ok": True, "found": "1.0 on Python 3.12", "mend": None},
        {"what": "disk", "ok": True, "found": "2.0 GiB free at [/]", "mend": None},
        {"what": "Python 3.8", "ok": False, "found": "not found", "mend": "uv python install 3.8"},
    ]
    machine(HEALTHY)
    said = bcisub("doctor", "--json", tmp_path / "doctor.json")
    assert (said.code, len(said.out.splitlines())) == (0, 2)
    assert json.loads((tmp_path / "doctor.json").read_text("utf-8"))["ok"] is True


def test_this_machine_is_looked_at_without_a_traceback(process, tmp_path):
    """Whatever it lacks; a damaged environment and a cache below a file among it."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = process("doctor", BCISUB_CACHE=str(tmp_path / "file" / "cache"))
    assert said.code == 1
    assert "Traceback" not in said.err
    assert "problem  cache" in said.out
