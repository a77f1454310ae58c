"""What the doctor finds on machines that lack something: each gap named, each with what mends it."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

from bcisub.model.errors import BcisubError
from bcisub.model.finding import ERROR, INFO
from bcisub.targets import environments, interpreters, uv
from bcisub.targets.diagnosis import NEEDED_BYTES, diagnose
from bcisub.targets.interpreters import Interpreter

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def machine(tmp_path, monkeypatch):
    """A machine that lacks nothing, whatever the one is that runs this."""
    monkeypatch.setenv("BCISUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("BCISUB_DATA", raising=False)
    monkeypatch.setattr(interpreters, "find", lambda version: Interpreter(Path("python"), f"{version}.1", "path"))
    monkeypatch.setattr(uv, "run", lambda *words: uv.Finished(False, "uv 1.0\n"))
    monkeypatch.setattr(uv, "binary", lambda: "uv")
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(NEEDED_BYTES * 2, NEEDED_BYTES, NEEDED_BYTES))
    return tmp_path


def environment(cache: Path, stamp: str) -> Path:
    """An environment in the cache whose interpreter is there, with this stamp."""
    place = cache / "environments" / "3.8.1-0123456789abcdef"
    windows = sys.platform == "win32"
    python = place / ("Scripts/python.exe" if windows else "bin/python")
    python.parent.mkdir(parents=True)
    python.write_bytes(b"")
    (place / "bcisub-environment.json").write_text(stamp, encoding="utf-8")
    return place


def problems(project: Path) -> list[tuple[str, str | None, str | None]]:
    return [(one.code, one.place, one.hint) for one in diagnose(project) if one.level != INFO]


def test_a_healthy_machine_has_every_part_and_no_problem(machine):
    stamp = {"python": "3.8.1", "requirements": ["numpy"], "constraints": [], "holds": ["numpy==1.19.5"]}
    environment(machine / "cache", json.dumps(stamp))
    (machine / "data" / "mine").mkdir(parents=True)
    found = diagnose(machine)
    assert {one.level for one in found} == {INFO}
    told = {str(one.place): one.message for one in found}
    assert list(told) == [
        "bcisub", "uv", "Python 3.8", "Python 3.10", "environments", "  Python 3.8.1", "BCISUB_DATA", "project data",
        "cache", "disk",
    ]  # fmt: skip
    assert told["  Python 3.8.1"] == "numpy==1.19.5"
    assert told["environments"].startswith("1 in ")
    assert told["project data"] == f"{machine / 'data'}: mine"
    assert told["disk"] == f"2.0 GiB free at {machine / 'cache'}"


def test_a_missing_interpreter_has_the_command_that_installs_it(machine, monkeypatch):
    there = interpreters.find
    monkeypatch.setattr(interpreters, "find", lambda version: None if version == "3.8" else there(version))
    assert problems(machine) == [("python-missing", "Python 3.8", "uv python install 3.8")]


@pytest.mark.parametrize(
    "stamp", ["{", "[]", "3", '{"python": "3.8.1"}', '{"python": 1, "requirements": 2, "holds": 3}']
)
def test_a_damaged_environment_is_named_and_the_rest_still_looked_at(machine, stamp):
    place = environment(machine / "cache", stamp)
    ((code, part, mend),) = problems(machine)
    assert (code, part) == ("environment-damaged", "environments")
    assert mend.startswith("Remove the folder")
    assert str(place) in next(one.message for one in diagnose(machine) if one.level == ERROR)
    assert environments.cached() == []
    assert diagnose(machine)[-1].place == "disk"


def test_an_environment_whose_interpreter_is_gone_is_made_again_and_no_problem(machine):
    shutil.rmtree(environment(machine / "cache", "{") / ("Scripts" if sys.platform == "win32" else "bin"))
    assert problems(machine) == []


def test_a_full_disk(machine, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(NEEDED_BYTES, 1, NEEDED_BYTES - 1))
    ((code, part, mend),) = problems(machine)
    assert (code, part) == ("disk-full", "disk")
    assert "BCISUB_CACHE" in mend


def test_a_cache_below_a_file_cannot_be_written(machine, monkeypatch):
    (machine / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("BCISUB_CACHE", str(machine / "file" / "cache"))
    ((code, part, mend),) = problems(machine)
    assert (code, part) == ("cache-unwritable", "cache")
    assert "BCISUB_CACHE" in mend


def test_a_write_protected_cache_is_tried_and_left_empty(machine, monkeypatch):
    (machine / "cache").mkdir()
    assert problems(machine) == []
    assert list((machine / "cache").iterdir()) == []

    def refused(**where):
        raise PermissionError(13, "Permission denied", str(where["dir"]))

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)  # whoever runs this as root may write anywhere
    assert [code for code, _, _ in problems(machine)] == ["cache-unwritable"]


@pytest.mark.parametrize(("named", "code"), [("nowhere", "data-folder-missing"), ("", None)])
def test_the_data_folder_of_the_environment(machine, monkeypatch, named, code):
    monkeypatch.setenv("BCISUB_DATA", str(machine / named))
    assert [found for found, _, _ in problems(machine)] == ([] if code is None else [code])


def test_uv_that_fails_and_uv_that_is_not_there(machine, monkeypatch):
    monkeypatch.setattr(uv, "run", lambda *words: uv.Finished(True, "cannot start"))
    assert problems(machine) == [("uv-missing", "uv", None)]

    def gone(*words):
        raise BcisubError("uv is missing.", hint="python -m pip install uv")

    monkeypatch.setattr(uv, "run", gone)
    assert problems(machine) == [("machine-part-unknown", "uv", "python -m pip install uv")]


def test_a_look_the_system_refuses_is_a_finding_and_no_end(machine, monkeypatch):
    def refused(place):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(shutil, "disk_usage", refused)
    assert problems(machine) == [("machine-part-unknown", "disk", None)]
