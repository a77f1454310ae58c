"""Benchmark and BETA: files of the published shape become ssvep-async streams whose trials are the epochs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.io
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.importers import tsinghua
from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import trigger_events
from bcisub.tracks import TRACKS
from bcisub.tracks.ssvep_async.imports import label

TRACK = TRACKS["ssvep-async"]
OZ = TRACK.channels.index("Oz")


def epochs(samples: int, hertz: Any, blocks: int) -> Any:
    """Channels × samples × targets × blocks: noise, an offset, and the target's flicker at OZ from 0.5 s on."""
    rng = np.random.default_rng(5)
    data = rng.integers(-20, 20, (64, samples, 40, blocks)).astype(np.float32)
    data += rng.integers(-300, 300, (64, 1, 40, blocks))
    time = np.arange(samples - 250) / 250
    for target, hz in enumerate(hertz):
        data[tsinghua.CHANNELS.index("OZ"), 125:-125, target] += (30 * np.sin(2 * np.pi * hz * time))[:, None]
    return np.round(data).astype(np.int16)


def write_benchmark(path: Path, blocks: int = 2) -> Any:
    data = epochs(1500, tsinghua.BENCHMARK_HZ, blocks)
    scipy.io.savemat(path, {"data": data})
    return data


def write_beta(path: Path, samples: int = 750) -> Any:
    data = epochs(samples, tsinghua.BETA_HZ, 2)
    about = {"freqs": np.array(tsinghua.BETA_HZ), "srate": 250.0, "sub": "S1"}
    scipy.io.savemat(path, {"data": {"EEG": data.swapaxes(2, 3), "suppl_info": about}})
    return data


def run(*arguments: object) -> None:
    result = CliRunner().invoke(app, ["import", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0


def test_targets() -> None:
    """Targets count the keys; both keyboards have each frequency once."""
    assert tsinghua.BENCHMARK_HZ[:9] == (8, 9, 10, 11, 12, 13, 14, 15, 8.2)
    assert tsinghua.BETA_HZ[:2] + tsinghua.BETA_HZ[-3:] == (8.6, 8.8, 8.0, 8.2, 8.4)
    for hertz in (tsinghua.BENCHMARK_HZ, tsinghua.BETA_HZ):
        assert sorted(label(hz) for hz in hertz) == list(range(1, 41))


@pytest.mark.parametrize("name", ["benchmark", "beta"])
def test_streams_hold_the_epochs_sample_by_sample(tmp_path: Path, name: str) -> None:
    source = tmp_path / "S1.mat"
    data = write_benchmark(source) if name == "benchmark" else write_beta(source)
    hertz = tsinghua.BENCHMARK_HZ if name == "benchmark" else tsinghua.BETA_HZ
    run(name, tmp_path, "-o", tmp_path / "set")
    dataset = open_set(str(tmp_path / "set"), TRACK)
    assert [(one.name, [block.name for block in one.blocks]) for one in dataset.subjects] == [
        ("S1", ["block_1", "block_2"])
    ]
    for number, block in enumerate(dataset.subjects[0].blocks):
        stream = block.load()
        assert stream.shape[0] == 65
        found = trigger_events(stream[-1])
        assert (found[0][1], found[-1][1]) == (242, 243)
        trials = list(zip(found[1:-1:2], found[2:-1:2], strict=True))
        assert sorted(code for (_, code), _ in trials) == [*range(1, 41), 101, 101, 101]
        assert {end for _, (_, end) in trials} == {241}
        for (start, code), (stop, _) in trials:
            if code == 101:
                assert stop - start == 1250
                continue
            target = next(place for place, hz in enumerate(hertz) if label(hz) == code)
            epoch = data[:, :, target, number].astype(float)
            epoch -= epoch.mean(axis=1, keepdims=True)
            assert stop - start == epoch.shape[1] - 250
            for name_here, row in (("OZ", OZ), ("T7", TRACK.channels.index("T7"))):
                whole = epoch[tsinghua.CHANNELS.index(name_here)]
                real = whole[tsinghua.FADE : -tsinghua.FADE]
                first = start - 125 + tsinghua.FADE
                np.testing.assert_allclose(stream[row, first : first + len(real)], real, atol=1e-4)
    about = dataset.info
    assert "10." in about["origin"]
    assert "AF7" in about["missing_channels"]
    assert "pre-stimulus" in about["joined"]
    assert CliRunner().invoke(app, ["check", str(tmp_path / "set")]).exit_code == 0


def test_idle_trials_are_pre_stimulus_eeg_and_do_not_flicker() -> None:
    data = epochs(1500, tsinghua.BENCHMARK_HZ, 1)[..., 0].astype(float)
    data[tsinghua.CHANNELS.index("OZ"), 125:] += 1e6  # nothing from behind the onset may come in
    stretches = tsinghua.idle_stretches(data, 1250, np.random.default_rng(1))
    assert [stretch.shape for stretch in stretches] == [(64, 1325)] * 3
    assert all(np.abs(stretch).max() < 1e3 for stretch in stretches)


def test_the_seed_decides_the_order(tmp_path: Path) -> None:
    write_beta(tmp_path / "S1.mat")
    rows = []
    for number, seed in enumerate((1, 1, 2)):
        run("beta", tmp_path / "S1.mat", "--seed", seed, "-o", tmp_path / f"set{number}")
        rows.append(open_set(str(tmp_path / f"set{number}"), TRACK).subjects[0].blocks[0].load()[-1])
    np.testing.assert_array_equal(rows[0], rows[1])
    assert not np.array_equal(rows[0], rows[2])


@pytest.mark.parametrize(
    "content", [{"data": np.zeros((3, 4))}, {"data": np.zeros((64, 1500, 39, 2), np.int8)}, {"other": np.zeros(2)}]
)
def test_other_files_are_refused_and_nothing_is_left(tmp_path: Path, content: Any) -> None:
    scipy.io.savemat(tmp_path / "S1.mat", content)
    with pytest.raises(BcisubError) as caught:
        run("benchmark", tmp_path / "S1.mat", "-o", tmp_path / "set")
    assert "S1.mat" in str(caught.value.where)
    assert [entry.name for entry in tmp_path.iterdir()] == ["S1.mat"]


@pytest.mark.parametrize("content", [b"", b"nonsense" * 40, b"<!DOCTYPE html><html></html>"])
def test_damaged_files_are_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "S1.mat").write_bytes(content)
    with pytest.raises(BcisubError) as caught:
        run("benchmark", tmp_path / "S1.mat", "-o", tmp_path / "set")
    assert caught.value.where == str(tmp_path / "S1.mat")
