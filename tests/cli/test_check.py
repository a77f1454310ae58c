"""`bcisub check` as a user meets it: exit code, screen, JSON; the templates pass."""

from __future__ import annotations

import json

import pytest

from bcisub.tracks import TRACKS
from tests.contest_python import require


def test_a_fault_ends_with_1_and_is_told_with_meaning_and_fix(bcisub, project, algorithm):
    algorithm("assert packet.data.shape[1] == 10; packet.data[:] = 0")
    said = bcisub("check", project, "--python", "current")
    assert said.code == 1
    assert "error (fails-on-short-packet) AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py:" in said.out
    assert "there: A block's last packet may have any length" in said.out
    assert "fix: Take the packet's length" in said.out
    assert "tried: last packets of 1 to 10 samples: AssertionError" in said.out
    assert "2 would lose points" in said.out  # the empty packet is none of 10 samples either
    assert not (project / ".bcisub").exists()


def test_the_json_contract(bcisub, project, algorithm, tmp_path):
    algorithm("assert packet.data.shape[1]; packet.data[:] = 0")
    said = bcisub("check", project, "--python", "current", "--json", tmp_path / "check.json")
    told = json.loads((tmp_path / "check.json").read_text("utf-8"))
    assert said.code == 1
    assert set(told) == {
        "schema", "ok", "track", "layout", "python", "upload", "findings", "tried", "untried"
    }  # fmt: skip
    assert (told["schema"], told["ok"], told["track"]) == ("bcisub.check/1", False, "ssvep-async")
    first = told["findings"][0]
    assert set(first) == {"code", "level", "place", "message", "meaning", "fix"}
    assert (first["code"], first["level"]) == ("fails-on-empty-packet", "error")
    assert [finding["level"] for finding in told["findings"]] == ["error", "warning", "info"]
    assert set(told["tried"][0]) == {"what", "seconds", "reports", "ended"}
    assert told["upload"]["files"] == 2


def test_usage(bcisub, project):
    assert bcisub("check", project / "nowhere").code == 2
    assert bcisub("check", project, "--layout", "nonsense").code == 2


@pytest.mark.real
@pytest.mark.parametrize("track", TRACKS)
def test_a_new_project_of_every_track_is_good(bcisub, tmp_path, track):
    require(TRACKS[track].python)
    bcisub("new", track, tmp_path / track)
    said = bcisub("check", tmp_path / track, "--json", "-")
    assert [finding for finding in said.json["findings"] if finding["level"] == "error"] == []
    assert said.code == 0
    assert all(tried["ended"] == "finished" for tried in said.json["tried"])
    assert len(said.json["tried"]) > 4
