"""The importers on real recordings, in the folder that BCISUB_REAL_DATA names: `platform/` and `eegmmidb/` in it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.sets import open_set
from bcisub.model.recording import trigger_events
from bcisub.tracks import TRACKS

pytestmark = pytest.mark.real
ROOT = Path(os.environ.get("BCISUB_REAL_DATA") or "no-such-folder")


def imported(name: str, track: str, target: Path) -> Any:
    if not (ROOT / name).is_dir():
        pytest.skip("BCISUB_REAL_DATA names no folder with these recordings")
    if name == "eegmmidb":
        pytest.importorskip("mne")
    asked = ["import", name, str(ROOT / name), "--track", track, "-o", str(target)]
    assert CliRunner().invoke(app, asked).exit_code == 0
    return open_set(str(target), TRACKS[track])


def power(row: Any, hertz: float) -> float:
    time = np.arange(len(row)) / 250
    return float(abs(np.mean((row - row.mean()) * np.hanning(len(row)) * np.exp(-2j * np.pi * hertz * time))) ** 2)


def test_platform_trials_flicker_at_their_labels(tmp_path: Path) -> None:
    track = TRACKS["ssvep-async"]
    dataset = imported("platform", "ssvep-async", tmp_path / "set")
    data = dataset.subjects[0].blocks[0].load()
    events = trigger_events(data[-1])
    assert sorted(code for _, code in events if code <= 40) == list(range(1, 41))
    assert sum(code == 101 for _, code in events) == 13
    oz = data[track.channels.index("Oz")].astype(float)
    ratios = []
    for start, code in events:
        if code <= 40:
            hertz, trial = 8 + 0.2 * (code - 1), oz[start + 35 : start + 1250]
            ratios.append(power(trial, hertz) / np.mean([power(trial, hertz + away) for away in (-0.6, 0.6, -1, 1)]))
    assert np.median(ratios) > 2
    assert CliRunner().invoke(app, ["check", str(tmp_path / "set")]).exit_code == 0


def test_eegmmidb_rest_has_alpha_with_closed_eyes(tmp_path: Path) -> None:
    dataset = imported("eegmmidb", "metaverse", tmp_path / "set")
    alpha: dict[int, list[float]] = {}
    for block in dataset.subjects[0].blocks:
        data = block.load()
        for start, code in trigger_events(data[-1]):
            if code < 240:
                trial = data[2, start : start + 2500].astype(float)
                alpha.setdefault(code, []).append(sum(power(trial, hz) for hz in np.arange(8, 12.1, 0.1)))
    assert set(alpha) == {129, 130, 193, 194}
    assert all(len(trials) == 6 for trials in alpha.values())
    ratios = [np.mean(alpha[192 + person]) / np.mean(alpha[128 + person]) for person in (1, 2)]
    assert max(ratios) > 2
    assert CliRunner().invoke(app, ["check", str(tmp_path / "set")]).exit_code == 0


def test_eegmmidb_fists_are_training_trials(tmp_path: Path) -> None:
    dataset = imported("eegmmidb", "turing", tmp_path / "set")
    assert [subject.name for subject in dataset.subjects] == ["S001", "S002"]
    for subject in dataset.subjects:
        codes = [code for _, code in trigger_events(subject.blocks[0].load()[-1])]
        assert sorted(code for code in codes if code < 240) == [1] * codes.count(1) + [2] * codes.count(2)
        assert codes.count(1) + codes.count(2) == 15
        assert codes.count(241) == 15
