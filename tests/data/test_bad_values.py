"""Rates and triggers that cannot be: refused by name wherever a recording is read, and findings of the check."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.reading import read
from bcisub.data.sets import open_set
from bcisub.data.validation.check import check_set
from bcisub.model.errors import BcisubError
from bcisub.tracks import TRACKS

META = TRACKS["metaverse"]


def written(folder: Path, **more: Any) -> Path:
    """A set of one good block of metaverse, with other keys."""
    data = np.random.default_rng(3).normal(0, 15, (META.rows, 3000))
    data[-1] = 0
    data[-1, [0, 100, 2800, 2999]] = [242, 129, 241, 243]
    (folder / "S1").mkdir(parents=True)
    (folder / "S1" / "block_1.pkl").write_bytes(pickle.dumps({"data": data, **more}))
    return folder


def run(*words: object) -> None:
    result = CliRunner().invoke(app, [*map(str, words), "--track", "metaverse"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception


@pytest.mark.parametrize("rate", [np.nan, np.inf, -250, 0, 1e-300, 1e300, "abc", {}, [[[]]], np.array([np.nan])])
def test_rates_that_cannot_be(tmp_path: Path, rate: Any) -> None:
    folder = written(tmp_path / "set", srate=rate)
    for words in (("info", folder), ("convert", folder, tmp_path / "made")):
        with pytest.raises(BcisubError, match="sampling rate") as caught:
            run(*words)
        assert caught.value.where == str(folder / "S1" / "block_1.pkl")
    (finding,) = check_set(open_set(str(folder), META), META).findings
    assert (finding.code, finding.level) == ("bad-rate", "error")


@pytest.mark.parametrize("rate", [250, "250", None, [], np.array([[250.0]]), [250]])
def test_rates_that_can(tmp_path: Path, rate: Any) -> None:
    folder = written(tmp_path / "set", srate=rate)
    assert read(folder / "S1" / "block_1.pkl").fs in (250, None)
    assert check_set(open_set(str(folder), META), META).scorable


@pytest.mark.parametrize("rate", [".nan", "-.inf", "-5", "1.0e-300", "abc", "[]", "{}"])
def test_rates_of_a_dat(tmp_path: Path, rate: str) -> None:
    path = tmp_path / "a.dat"
    path.write_bytes(bytes(4 * 3 * 100))
    path.with_suffix(".yaml").write_text(f"channel_number: 2\nsample_rate: {rate}\n", encoding="utf-8")
    if rate == "[]":
        assert read(path).fs is None
        return
    with pytest.raises(BcisubError, match="sampling rate") as caught:
        read(path)
    assert caught.value.where == str(path.with_suffix(".yaml"))


def test_the_rate_on_the_command_line(tmp_path: Path) -> None:
    folder = written(tmp_path / "set")
    with pytest.raises(BcisubError, match="sampling rate"):
        run("convert", folder, tmp_path / "made", "--rate", "nan")


@pytest.mark.parametrize("code", [np.nan, np.inf, -3, 1e300, 1.5, 300])
def test_triggers_that_cannot_be(tmp_path: Path, code: float) -> None:
    folder = written(tmp_path / "set")
    place = folder / "S1" / "block_1.pkl"
    data = pickle.loads(place.read_bytes())["data"]
    data[-1, 700] = code
    place.write_bytes(pickle.dumps(data))
    with pytest.raises(BcisubError, match="no trigger row") as caught:
        run("convert", folder, tmp_path / "made")
    assert caught.value.where == f"{place}, sample 700"
    assert not (tmp_path / "made").exists()


def test_a_table_turns_codes_of_16_bits(tmp_path: Path) -> None:
    folder = written(tmp_path / "set")
    place = folder / "S1" / "block_1.pkl"
    data = pickle.loads(place.read_bytes())["data"]
    data[-1, 100] = 769
    place.write_bytes(pickle.dumps(data))
    (tmp_path / "codes.csv").write_text("from,to\n242,242\n769,129\n241,241\n243,243\n", encoding="utf-8")
    run("convert", folder, tmp_path / "made", "--events", tmp_path / "codes.csv")
    assert read(tmp_path / "made" / "S1" / "block_1.pkl").data[-1, 100] == 129
