"""`bcisub data info` for every format and without a track, and the picture of a block."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.model.errors import BcisubError
from tests.data.formats.amplifier_files import write_edf

FS = 200


def run(*arguments: object) -> Any:
    result = CliRunner().invoke(app, ["info", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """Two channels and triggers, as a bare matrix."""
    data = np.random.default_rng(1).normal(0, 10, (3, 30 * 250)).astype(np.float32)
    data[-1] = 0
    data[-1, [0, 500, 1750, 3000, 7499]] = [242, 7, 241, 12, 243]
    (tmp_path / "S01").mkdir()
    np.save(tmp_path / "S01" / "block_1.npy", data)
    return tmp_path


def test_a_recording_without_a_track(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(recording)
    shown = run(recording)
    assert "no track" in shown.output
    assert "S01/block_1, 2 trials" in shown.output
    told = json.loads(run(recording, "--json", "-").stdout)
    assert told["track"] is None
    (only,) = told["blocks"]
    assert (only["subject"], only["block"], only["trials"]) == ("S01", "block_1", 2)
    assert (only["seconds"], only["rows"], only["fs"]) == (30.0, 3, None)
    assert told["timeline"]["trials"] == [
        {"start": 500, "code": 7, "end": 1750},
        {"start": 3000, "code": 12, "end": None},
    ]


def test_rows_that_do_not_fit_the_track_are_shown_all_the_same(recording: Path) -> None:
    shown = run(recording, "--track", "metaverse")
    assert "bcisub data convert" in shown.output
    assert "30.0" in shown.output


def test_an_edf_keeps_its_own_rate(tmp_path: Path) -> None:
    pytest.importorskip("mne")
    write_edf(tmp_path / "a.edf", np.ones((2, 4 * FS)), FS, ("O1", "O2"), [(1.0, "T1"), (2.5, "241")])
    (block,) = json.loads(run(tmp_path / "a.edf", "--json", "-").stdout)["blocks"]
    assert (block["fs"], block["seconds"], block["trials"]) == (FS, 4.0, 1)


def test_a_matrix_without_trigger_row_has_no_trials(tmp_path: Path) -> None:
    np.save(tmp_path / "eeg.npy", np.random.default_rng(1).normal(size=(5, 1000)))
    assert json.loads(run(tmp_path / "eeg.npy", "--json", "-").stdout)["blocks"][0]["trials"] == 0


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_picture(recording: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    picture = recording / f"block.{suffix}"
    run(recording, "--plot", picture)
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG" if suffix == "png" else b"<?xml")
    assert len(content) > 10_000
    assert sorted(path.name for path in recording.iterdir()) == sorted(["S01", picture.name])


def test_the_picture_of_dead_and_broken_channels(recording: Path) -> None:
    pytest.importorskip("matplotlib")
    data = np.zeros((3, 900))
    data[0] = np.nan
    np.save(recording / "S01" / "block_1.npy", data)
    run(recording, "--plot", recording / "dead.png")
    assert (recording / "dead.png").stat().st_size > 5_000


def test_what_cannot_be_drawn(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(BcisubError, match="No picture"):
        run(recording, "--plot", recording / "a.doc")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(BcisubError) as caught:
        run(recording, "--plot", recording / "a.png")
    assert caught.value.hint == "pip install 'bcisub[plot]'"


def test_unknown_sets_and_blocks(recording: Path) -> None:
    with pytest.raises(BcisubError):
        run("no-such-set")
    with pytest.raises(BcisubError, match="no S09"):
        run(recording, "--subject", "S09")


def test_a_description_with_a_date(recording: Path) -> None:
    (recording / "dataset.toml").write_text("recorded = 2024-05-01\n", encoding="utf-8")
    assert json.loads(run(recording, "--json", "-").stdout)["about"] == {"recorded": "2024-05-01"}
