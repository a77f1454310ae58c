"""EEGMMIDB: EDF+ files of the published shape become metaverse and turing sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import trigger_events
from bcisub.tracks import TRACKS
from bcisub.tracks.metaverse.imports import IMPORTS
from tests.data.formats.amplifier_files import write_edf

_NAMES = """
    Fc5 Fc3 Fc1 Fcz Fc2 Fc4 Fc6 C5 C3 C1 Cz C2 C4 C6 Cp5 Cp3 Cp1 Cpz Cp2 Cp4 Cp6 Fp1 Fpz Fp2 Af7 Af3 Afz Af4 Af8
    F7 F5 F3 F1 Fz F2 F4 F6 F8 Ft7 Ft8 T7 T8 T9 T10 Tp7 Tp8 P7 P5 P3 P1 Pz P2 P4 P6 P8 Po7 Po3 Poz Po4 Po8 O1 Oz O2 Iz
"""
CHANNELS = tuple(f"{name:.<4}" for name in _NAMES.split())
FS = 160


def row(name: str) -> int:
    return next(place for place, known in enumerate(CHANNELS) if known.strip(".") == name)


def signals(seconds: int, seed: int) -> Any:
    """A slow wave common to all channels, noise, and 10 Hz at Oz."""
    rng = np.random.default_rng(seed)
    time = np.arange(seconds * FS) / FS
    data = rng.normal(0, 5, (64, seconds * FS)) + 200 * np.sin(2 * np.pi * 0.3 * time)
    data[row("Oz")] += 640 / 63 * np.sin(2 * np.pi * 10 * time)
    return data


def write_rest(folder: Path, people: int = 2) -> None:
    for person in range(1, people + 1):
        for run in (1, 2):
            path = folder / f"S{person:03d}R{run:02d}.edf"
            write_edf(path, signals(61, 10 * person + run), FS, CHANNELS, [(0, "T0")])


def run(*arguments: object) -> None:
    result = CliRunner().invoke(app, ["import", "eegmmidb", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception


def test_rest_becomes_a_calibration_set(tmp_path: Path) -> None:
    """META-1, META-2: five channels by name, real starts, zeros between the trials."""
    pytest.importorskip("mne")
    write_rest(tmp_path)
    run(tmp_path, "--track", "metaverse", "-o", tmp_path / "set")
    track = TRACKS["metaverse"]
    dataset = open_set(str(tmp_path / "set"), track)
    (block,) = dataset.subjects[0].blocks
    data = block.load()
    found = trigger_events(data[-1])
    trials = list(zip(found[1:-1:2], found[2:-1:2], strict=True))
    assert sorted(code for (_, code), _ in trials) == [129] * 6 + [130] * 6 + [193] * 6 + [194] * 6
    for (start, _), (stop, code) in trials:
        assert (stop - start, code) == (2499, 241)
        # The slow wave is in every channel, so the common average takes it away; what only Oz has stays, less 1/64.
        oz = data[2, start : stop + 1]
        time = np.arange(2500) / 250
        assert abs(2 * np.mean(oz * np.exp(-2j * np.pi * 10 * time))) == pytest.approx(10, abs=0.5)
        assert data[1, start : stop + 1].std() < 6
        assert not data[:-1, stop + 1 : stop + 200].any()
    assert dataset.info["subjects"] == ["S001", "S002"]
    assert "10.13026/C28G6P" in dataset.info["origin"]
    assert dataset.info["licence"].startswith("ODC-By")
    assert CliRunner().invoke(app, ["check", str(tmp_path / "set")]).exit_code == 0


def test_fists_become_training_data(tmp_path: Path) -> None:
    """TURING-1 and the training data's triggers: 240, 3 s later 1 or 2, then 241."""
    pytest.importorskip("mne")
    marks = [(0.0, "T0"), (4.2, "T2"), (8.3, "T0"), (12.5, "T1"), (16.6, "T0")]
    data = signals(25, 1)
    write_edf(tmp_path / "S007R04.edf", data, FS, CHANNELS, marks)
    write_edf(tmp_path / "S007R12.edf", data, FS, CHANNELS, marks)
    write_edf(tmp_path / "S007R03.edf", data, FS, CHANNELS, marks)  # moved, not imagined
    run(tmp_path, "--track", "turing", "-o", tmp_path / "set")
    track = TRACKS["turing"]
    dataset = open_set(str(tmp_path / "set"), track)
    assert [block.name for block in dataset.subjects[0].blocks] == ["block_1", "block_2"]
    stored = dataset.subjects[0].blocks[0].load()
    assert trigger_events(stored[-1]) == (
        (0, 242), (300, 240), (1050, 2), (2075, 241), (2375, 240), (3125, 1), (4150, 241), (6249, 243),
    )  # fmt: skip
    time = np.arange(stored.shape[1]) / 250
    cz = stored[track.channels.index("Cz"), 500:5500]
    expected = 200 * np.sin(2 * np.pi * 0.3 * time[500:5500])
    assert np.abs(cz - expected).mean() < 8
    assert dataset.info["missing_channels"] == ["PO5", "PO6", "ECG", "HEOR", "HEOL", "VEOU", "VEOL"]
    assert "training data" in " ".join(dataset.info["notes"])


def test_more_than_23_people_are_left_out_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mne")
    take = replace(IMPORTS["eegmmidb"], people=1)
    monkeypatch.setitem(IMPORTS, "eegmmidb", take)
    write_rest(tmp_path)
    run(tmp_path, "--track", "metaverse", "-o", tmp_path / "set")
    about = open_set(str(tmp_path / "set"), TRACKS["metaverse"]).info
    assert about["subjects"] == ["S001"]
    assert "S002" in about["notes"][1]


def test_the_track_must_be_said_and_the_runs_be_there(tmp_path: Path) -> None:
    with pytest.raises(BcisubError) as caught:
        run(tmp_path)
    assert "metaverse, turing" in str(caught.value.hint)
    with pytest.raises(BcisubError, match="cannot be used in emotion"):
        run(tmp_path, "--track", "emotion")
    with pytest.raises(BcisubError, match="no recording"):
        run(tmp_path, "--track", "turing", "-o", tmp_path / "set")
    (tmp_path / "S001R01.edf").write_bytes(b"x")
    with pytest.raises(BcisubError) as caught:
        run(tmp_path, "--track", "turing", "-o", tmp_path / "set")
    assert "S001R04.edf" in str(caught.value.hint)
    assert not (tmp_path / "set").exists()
