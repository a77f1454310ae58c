"""The platform's folders: channels by name, the others 0, idle trials where there is idle EEG; said on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.importers.base import files
from bcisub.data.sets import open_set, remarks
from bcisub.model.errors import BcisubError
from bcisub.model.recording import trigger_events
from bcisub.tracks import TRACKS

TRACK = TRACKS["ssvep-async"]
NAMES = ("POz", "PO3", "PO4", "PO5", "PO6", "Oz", "O1", "O2")
FS = 250


def write_dat(folder: Path, lead: int) -> Any:
    """One block as the platform stores it: 8 channels in volts and the trigger, sample by sample."""
    data = np.random.default_rng(4).normal(0, 2e-5, (9, lead + 60 * FS)).astype("<f4")
    data[:-1] += 0.003
    data[-1] = 0
    data[-1, lead] = 242
    for place, code in enumerate((32, 7, 40)):
        start = lead + FS + place * 1625
        data[-1, start], data[-1, start + 1250] = code, 241
    data[-1, -100] = 243
    name = folder.name
    folder.mkdir(parents=True)
    (folder / f"{name}.dat").write_bytes(data.T.tobytes())
    labels = "".join(f"  {label}: null\n" for label in NAMES)
    (folder / f"{name}.yaml").write_text(
        f"channel_number: 8\nsample_rate: 250\nchannel_label:\n{labels}", encoding="utf-8"
    )
    return data


def test_blocks_come_in_with_the_channels_they_have(tmp_path: Path) -> None:
    one = write_dat(tmp_path / "S1" / "data1", 0)
    two = write_dat(tmp_path / "S1" / "data2", 30 * FS)
    result = CliRunner().invoke(app, ["import", "platform", str(tmp_path), "-o", str(tmp_path / "set")])
    assert result.exit_code == 0
    assert "Only 8 of 64 channels were recorded" in result.output
    dataset = open_set(str(tmp_path / "set"), TRACK)
    (subject,) = dataset.subjects
    assert (subject.name, [block.name for block in subject.blocks]) == ("S1", ["block_1", "block_2"])
    rows = [TRACK.channels.index(name) for name in NAMES]
    for block, source in zip(subject.blocks, (one, two), strict=True):
        data = block.load()
        np.testing.assert_allclose(data[rows], source[:-1].astype(float) * 1e6, rtol=1e-6)
        others = [row for row in range(64) if row not in rows]
        assert not data[others].any()
    np.testing.assert_array_equal(subject.blocks[0].load()[-1], one[-1])
    found = trigger_events(subject.blocks[1].load()[-1])
    assert found[0] == (FS, 242)
    assert [event for event in found if event[1] == 101] == [(500 + 1625 * place, 101) for place in range(4)]
    assert found[-7:] == trigger_events(two[-1])[1:]
    assert (30 * FS, 242) not in found
    assert CliRunner().invoke(app, ["check", str(tmp_path / "set")]).exit_code == 0
    (said,) = remarks(dataset, TRACK)
    assert "Only 8 of 64" in said


def test_folders_of_one_name_lose_nothing(tmp_path: Path) -> None:
    for batch in "AB":
        write_dat(tmp_path / batch / "S1", 0)
    result = CliRunner().invoke(app, ["import", "platform", str(tmp_path), "-o", str(tmp_path / "set")])
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "set" / "S1").iterdir()) == ["block_1.pkl", "block_2.pkl"]


def test_a_data_set_that_lies_there_twice_is_refused(tmp_path: Path) -> None:
    for copy in "ab":
        (tmp_path / copy).mkdir()
        (tmp_path / copy / "S1.mat").touch()
    with pytest.raises(BcisubError, match=r"S1\.mat is there twice"):
        files(tmp_path, "S*.mat", "recording")


def test_the_default_place_is_the_projects_data(tmp_path: Path, monkeypatch: Any) -> None:
    write_dat(tmp_path / "S1" / "data1", 0)
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    assert CliRunner().invoke(app, ["import", "platform", str(tmp_path / "S1")]).exit_code == 0
    assert open_set("platform-ssvep-async", TRACK, Path.cwd()).block_count == 1
