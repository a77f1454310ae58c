"""Small files that would fill the memory are refused before they do, with their place and what to do."""

from __future__ import annotations

import pickle
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.io

from bcisub.data.reading import read
from bcisub.data.validation.keys import check_keys
from bcisub.model.errors import BcisubError

DATA = np.arange(3 * 50, dtype=np.float32).reshape(3, 50)
MODEST = 100_000_000
"""Bytes that are nothing to worry about; each of these files would take gigabytes."""


def refused(path: Path) -> BcisubError:
    tracemalloc.start()
    try:
        with pytest.raises(BcisubError) as caught:
            read(path)
        assert tracemalloc.get_traced_memory()[1] < MODEST
    finally:
        tracemalloc.stop()
    assert caught.value.where is not None
    assert caught.value.hint
    return caught.value


def nested(times: int) -> list[Any]:
    """Two numbers, doubled; in a pickle every list is stored once."""
    made: list[Any] = [0.0, 1.0]
    for _ in range(times):
        made = [made, made]
    return made


def test_lists_that_double(tmp_path: Path) -> None:
    path = tmp_path / "block.pkl"
    path.write_bytes(pickle.dumps({"data": nested(24)}))
    assert path.stat().st_size < 300
    assert "no matrix" in refused(path).what


def test_one_row_named_many_times(tmp_path: Path) -> None:
    path = tmp_path / "block.pkl"
    path.write_bytes(pickle.dumps({"data": [[0.0] * 10_000] * 3000}))
    assert "unfolds into 240 MB" in refused(path).what
    path.write_bytes(pickle.dumps({"data": [np.zeros(10_000)] * 3000}))
    assert "unfolds into 240 MB" in refused(path).what
    path.write_bytes(pickle.dumps({"data": [[0.0] * 10_000] * 3}))
    assert read(path).data.shape == (3, 10_000)


def test_nested_lists_beside_the_matrix_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "block.pkl"
    content = {"data": DATA, "ch_names": nested(24), "nchan": nested(24), "srate": 250}
    path.write_bytes(pickle.dumps(content))
    tracemalloc.start()
    recording = read(path)
    assert [finding.code for finding in check_keys(recording, ())] == []
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < MODEST
    assert recording.channels == ("", "")


def test_compressed_matlab_5(tmp_path: Path) -> None:
    path = tmp_path / "block.mat"
    scipy.io.savemat(path, {"inner": {"data": np.zeros((100, 3_000_000), np.int8)}}, do_compression=True)
    assert "unfolds" in refused(path).what
    scipy.io.savemat(path, {"data": DATA, "srate": 250}, do_compression=True)
    np.testing.assert_array_equal(read(path).data, DATA)


def test_compressed_matlab_7_3(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "block.mat"
    with h5py.File(path, "w") as file:
        file.create_dataset("data", (3_000_000, 100), "f8", compression="gzip", chunks=(100_000, 100))
    assert "unfolds into 2400 MB" in refused(path).what
    with h5py.File(path, "w") as file:
        file.create_dataset("data", data=DATA.T, compression="gzip")
    np.testing.assert_array_equal(read(path).data, DATA)


def test_matlab_7_3_that_names_one_place_many_times(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "block.mat"
    with h5py.File(path, "w") as file:
        place = file.create_dataset("#refs#/a", data=np.zeros(10_000))
        file.create_dataset("data", data=np.array([place.ref] * 3000, h5py.ref_dtype), compression="gzip")
    assert "unfolds" in refused(path).what
    with h5py.File(path, "w") as file:
        file["data"] = DATA.T
        file["again"] = file["/"]
    assert "unfolds" in refused(path).what or "damaged" in refused(path).what
