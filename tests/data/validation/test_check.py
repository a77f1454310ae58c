"""`bcisub data check`: each fault is found at its place, and only what forbids a score is an error."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.sets import open_set
from bcisub.data.validation.check import SetReport, check_set
from bcisub.model.finding import Finding
from bcisub.model.track import Track
from bcisub.tracks import TRACKS

FS = 250
SAMPLES = 20 * FS
GOOD = {
    "ssvep-async": {0: 242, 500: 7, 1750: 241, 2500: 101, 3750: 241, 4990: 243},
    "turing": {0: 250, 1: 242, 500: 240, 1250: 0b0001001, 2500: 241, 4990: 243},
    "metaverse": {0: 242, 500: 129, 1750: 241, 2500: 3, 3750: 241, 4990: 243},
    "emotion": {0: 250, 100: 242, 475: 28, 500: 240, 1750: 241, 4980: 243, 4990: 251},
}


def block(track: Track, codes: dict[int, int], unit: float = 1.0) -> Any:
    data = np.random.default_rng(1).normal(0, 20 * unit, (track.rows, SAMPLES))
    data[-1] = 0
    for at, code in codes.items():
        data[-1, at] = code
    return data


def report(tmp_path: Path, track: Track, data: Any, note: str = "") -> SetReport:
    path = tmp_path / "set" / "S01" / "block_1.pkl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps({"data": data, "srate": FS}))
    if note:
        (tmp_path / "set" / "dataset.toml").write_text(note, encoding="utf-8")
    return check_set(open_set(str(tmp_path / "set"), track), track)


def codes(found: SetReport) -> dict[str, Finding]:
    return {finding.code: finding for finding in found.findings}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_block_has_no_finding(tmp_path: Path, name: str) -> None:
    track = TRACKS[name]
    found = report(tmp_path, track, block(track, GOOD[name]))
    assert found.findings == []
    assert found.scorable
    assert found.blocks[0].trials == {"turing": 1, "emotion": 1}.get(name, 2)
    assert found.blocks[0].levels.brain == pytest.approx(20 * np.sqrt(44 / 125), rel=0.1)


@pytest.mark.parametrize(
    ("name", "at", "code", "told"),
    [
        ("ssvep-async", 3800, 41, "neither a target"),  # SSVEP-2: labels out of range
        ("ssvep-async", 3800, 142, "neither a target"),
        ("turing", 3000, 0b0001010, "does not allow task 2"),  # TURING-4: an impossible task
        ("turing", 3000, 0b1010001, "behaviour 10"),
        ("turing", 3000, 1, "imagery training data"),
        ("metaverse", 4000, 24, "means nothing"),  # META-2
        ("metaverse", 4000, 216, "means nothing"),
        ("emotion", 3000, 29, "videos are 1-28"),  # EMO-2
    ],
)
def test_codes_a_track_does_not_know(tmp_path: Path, name: str, at: int, code: int, told: str) -> None:
    track = TRACKS[name]
    found = report(tmp_path, track, block(track, {**GOOD[name], at: code, at + 20: code}))
    finding = codes(found)["bad-trigger"]
    assert told in finding.message
    assert (finding.first.get("sample"), finding.count, finding.level) == (at, 2, "error")
    assert not found.scorable


@pytest.mark.parametrize(
    ("name", "change", "code", "at", "level"),
    [
        ("turing", {3000: 200}, "reserved-trigger", 3000, "warning"),  # TURING-2
        ("ssvep-async", {1750: 0}, "start-without-end", 500, "warning"),
        ("ssvep-async", {1900: 241}, "end-without-start", 1900, "warning"),
        ("ssvep-async", {1750: 0, 600: 241}, "short-trial", 500, "warning"),
        ("metaverse", {1750: 0, 1240: 241}, "short-trial", 500, "warning"),  # META-13: under 3 s
        ("ssvep-async", {0: 0}, "missing-mark", None, "warning"),
        ("ssvep-async", {100: 242}, "crossed-marks", 100, "warning"),
        ("ssvep-async", {501: 7, 502: 7}, "held-trigger", 500, "warning"),
        ("metaverse", {500: 240}, "hidden-label", 500, "error"),  # META-4
        ("ssvep-async", {500: 0, 2500: 0, 1750: 0, 3750: 0}, "no-trials", None, "error"),
        ("turing", {4990: 0}, "cut-block", None, "error"),  # what the track itself refuses
        ("emotion", {4990: 0}, "emotion-triggers", None, "error"),
        ("emotion", {475: 0}, "emotion-triggers", None, "error"),
    ],
)
def test_faults_of_the_trigger_row(
    tmp_path: Path, name: str, change: dict[int, int], code: str, at: int | None, level: str
) -> None:
    track = TRACKS[name]
    finding = codes(report(tmp_path, track, block(track, {**GOOD[name], **change})))[code]
    assert (finding.first.get("sample"), finding.level) == (at, level)
    assert (finding.first["subject"], finding.first["block"]) == ("S01", "block_1")


def test_hidden_labels_with_their_table_can_be_scored(tmp_path: Path) -> None:
    """META-4: the table beside the set has the truth."""
    track = TRACKS["metaverse"]
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "truth.csv").write_text("subject,block,onset,trigger\n", encoding="utf-8")
    found = report(tmp_path, track, block(track, {**GOOD["metaverse"], 500: 240, 2500: 240}))
    (finding,) = found.findings
    assert (finding.code, finding.level, finding.count) == ("hidden-label", "info", 2)
    assert found.scorable


@pytest.mark.parametrize("value", [0.5, -3, 256, np.nan])
def test_a_row_that_is_no_trigger_row(tmp_path: Path, track: Track, value: float) -> None:
    data = block(track, GOOD["ssvep-async"])
    data[-1, 77] = value
    finding = codes(report(tmp_path, track, data))["bad-trigger-row"]
    assert (finding.first.get("sample"), finding.level) == (77, "error")


def _nan(row: Any) -> None:
    row[30] = np.nan
    row[40] = np.inf


def _clipped(row: Any) -> None:
    np.clip(row, -25, 25, out=row)


@pytest.mark.parametrize(
    ("spoil", "code", "sample", "count"),
    [
        (_nan, "not-finite", 30, 2),
        (lambda row: row.fill(3.0), "flat-channel", None, 1),
        (_clipped, "saturated-channel", None, 1),
    ],
)
def test_spoilt_channels(
    tmp_path: Path, track: Track, spoil: Callable[[Any], None], code: str, sample: int | None, count: int
) -> None:
    data = block(track, GOOD["ssvep-async"])
    spoil(data[1])
    found = report(tmp_path, track, data)
    finding = codes(found)[code]
    assert finding.first["channel"] == "O2"
    assert finding.count == count
    assert sample is None or finding.first.get("sample") == sample
    assert found.scorable


def test_the_unit(tmp_path: Path, track: Track) -> None:
    for unit, code in ((1e-6, "unit-volts"), (1e4, "unit-large")):
        assert codes(report(tmp_path, track, block(track, GOOD["ssvep-async"], unit))).keys() == {code}


@pytest.mark.parametrize("hz", [50, 60])
def test_mains(tmp_path: Path, track: Track, hz: int) -> None:
    data = block(track, GOOD["ssvep-async"])
    data[:-1] += 60 * np.sin(2 * np.pi * hz * np.arange(SAMPLES) / FS)
    found = report(tmp_path, track, data)
    assert f"at {hz} Hz" in codes(found)["mains"].message
    assert found.blocks[0].levels.mains == pytest.approx(60 / np.sqrt(2), rel=0.05)


def test_wrong_rows_and_damaged_files_are_findings(tmp_path: Path, track: Track) -> None:
    (tmp_path / "set" / "S01").mkdir(parents=True)
    (tmp_path / "set" / "S01" / "block_0.pkl").write_bytes(b"nonsense")
    np.savez(tmp_path / "set" / "S01" / "block_2.npz", data=block(track, GOOD["ssvep-async"]), srate=1000)
    found = report(tmp_path, track, np.zeros((7, 100)))
    assert [finding.code for finding in found.findings] == ["damaged-pickle", "wrong-rows", "wrong-rate"]
    assert not found.scorable


def test_channels_known_to_be_missing_are_told_once(tmp_path: Path, track: Track) -> None:
    data = block(track, GOOD["ssvep-async"])
    data[1] = 0
    found = report(tmp_path, track, data, 'track = "ssvep-async"\nmissing_channels = ["O2"]\n')
    assert [finding.code for finding in found.findings] == ["missing-channels"]
    assert found.scorable


def test_a_batch_keeps_its_own_names(tmp_path: Path) -> None:
    """EMO-8: row 17 of the first batch is A1, of the second CP1."""
    track = TRACKS["emotion"]
    data = block(track, GOOD["emotion"])
    data[16] = 0
    for folder, name in (("TrainSet_first_batch", "A1"), ("other", "CP1")):
        path = tmp_path / folder / "sub1" / "sub1.pkl"
        path.parent.mkdir(parents=True)
        path.write_bytes(pickle.dumps(data))
        assert codes(check_set(open_set(str(tmp_path / folder), track), track))["flat-channel"].first["channel"] == name


def test_what_the_file_says_of_itself(tmp_path: Path, track: Track) -> None:
    """C1: rows in another order are an error, keys that contradict the matrix are told."""
    path = tmp_path / "set" / "S01" / "block_1.pkl"
    path.parent.mkdir(parents=True)
    good = {"data": block(track, GOOD["ssvep-async"]), "ch_names": ["o1", "O2.", "trigger"], "nchan": 3, "srate": FS}
    for change, code in (
        ({"dimensions": (3, SAMPLES)}, None),
        ({"ch_names": ["O2", "O1", "trigger"]}, "wrong-order"),
        ({"nchan": 65}, "contradiction"),
        ({"dimensions": [3, 7]}, "contradiction"),
    ):
        path.write_bytes(pickle.dumps({**good, **change}))
        found = check_set(open_set(str(tmp_path / "set"), track), track)
        assert [finding.code for finding in found.findings] == ([code] if code else [])
        assert found.scorable == (code != "wrong-order")


def test_the_command(tmp_path: Path) -> None:
    track = TRACKS["metaverse"]
    report(tmp_path, track, block(track, {**GOOD["metaverse"], 4000: 24}))
    asked = ["check", str(tmp_path / "set"), "--track", "metaverse"]
    shown = CliRunner().invoke(app, asked)
    assert shown.exit_code == 1
    assert "error bad-trigger: S01/block_1, sample 4000 (16.00 s): The trigger 24 means nothing" in shown.output
    assert "cannot be scored in metaverse" in shown.output
    written = json.loads(CliRunner().invoke(app, [*asked, "--json", "-"]).stdout)
    assert (written["schema"], written["scorable"]) == ("bcisub.check/1", False)
    assert written["findings"][0]["sample"] == 4000
    assert written["blocks"][0]["trials"] == 2
    report(tmp_path, track, block(track, GOOD["metaverse"]))
    assert CliRunner().invoke(app, asked).exit_code == 0


def test_gaze_sets_are_checked_by_their_index(tmp_path: Path) -> None:
    """GAZE-2: missing pictures and hidden labels are found; a broken index is one error."""
    head = "subject,group,frame,left,right,x,y,calibration\n"
    index = tmp_path / "frames.csv"
    for name in ("l.png", "r.png"):
        (tmp_path / name).write_bytes(b"x")
    asked = ["check", str(tmp_path), "--track", "gaze", "--json", "-"]
    for line, codes_found in (
        ("S1,g1,f1,l.png,r.png,1,2,0\n", []),
        ("S1,g1,f1,l.png,gone.png,1,2,0\n", ["missing-picture"]),
        ("S1,g1,f1,l.png,r.png,,,0\n", ["hidden-label"]),
    ):
        index.write_text(head + line, encoding="utf-8")
        result = CliRunner().invoke(app, asked)
        assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == codes_found
        assert result.exit_code == (1 if codes_found else 0)
    index.write_text(head + "S1,g1,f1,l.png,r.png,1,2,0\nS1,g1,f2,l.png,r.png,,,0\n", encoding="utf-8")
    result = CliRunner().invoke(app, asked)
    assert [(f["code"], f["level"]) for f in json.loads(result.stdout)["findings"]] == [("hidden-label", "note")]
    assert result.exit_code == 0
    index.write_text(head + "S1,g1,f1,l.png,r.png,1,2,1\nS1,g1,f2,l.png,r.png,,,0\n", encoding="utf-8")
    assert CliRunner().invoke(app, asked).exit_code == 1  # the frame for calibration is not scored
    index.write_text("subject\nS1\n", encoding="utf-8")
    assert CliRunner().invoke(app, asked).exit_code == 1
