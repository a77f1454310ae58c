"""Files that kill, stall or bloat the native code that reads them, and what comes back of those that do not."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.io import savemat

from bcisub.data.apart import reader
from bcisub.data.apart.message import Unpacker, packed
from bcisub.data.reading import read
from bcisub.model.errors import BcisubError

KILLS = Path(__file__).parents[2] / "assets" / "fuzz" / "block-mat.kills-loadmat"
DATA = np.arange(24, dtype=np.int16).reshape(3, 8)


@pytest.fixture
def started(monkeypatch):
    """A service without a process yet, and how many it has started."""
    service, count = reader._Service(), []

    class Counted(reader._Child):
        def __init__(self):
            count.append(1)
            super().__init__()

    monkeypatch.setattr(reader, "_Child", Counted)
    monkeypatch.setattr(reader, "_SERVICE", service)
    yield count
    service.close()


def good(folder, number=0):
    path = folder / f"block_{number}.mat"
    savemat(path, {"data": DATA + number, "srate": 250.0})
    return path


def refused(path):
    with pytest.raises(BcisubError) as caught:
        read(path)
    assert caught.value.code == "damaged-file"
    assert str(path) == caught.value.where
    return caught.value.what


def test_a_file_that_kills_the_reader_is_damaged_and_the_next_goes_on(tmp_path, started):
    killer = tmp_path / "block_1.mat"
    killer.write_bytes(KILLS.read_bytes())
    assert np.array_equal(read(good(tmp_path)).data, DATA)
    refused(killer)
    assert np.array_equal(read(good(tmp_path, 2)).data, DATA + 2)


def test_one_process_reads_a_whole_set(tmp_path, started):
    for number in range(20):
        assert np.array_equal(read(good(tmp_path, number)).data, DATA + number)
    junk = tmp_path / "junk.mat"
    junk.write_bytes(bytes(range(256)) * 8)
    refused(junk)
    read(good(tmp_path))
    assert len(started) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes of this kind there")
def test_a_file_that_never_ends_reading_is_given_up(tmp_path, started, monkeypatch):
    monkeypatch.setattr(reader, "SECONDS", 0.5)
    os.mkfifo(tmp_path / "x.mat")
    with pytest.raises(BcisubError, match="more than"):
        reader.recording("matlab", tmp_path / "x.mat")


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes of this kind there")
def test_a_file_that_takes_too_much_memory_is_given_up(tmp_path, started, monkeypatch):
    monkeypatch.setattr(reader, "MEMORY", -1)
    os.mkfifo(tmp_path / "x.mat")
    with pytest.raises(BcisubError, match="MB of memory"):
        reader.recording("matlab", tmp_path / "x.mat")


def test_a_large_recording_is_mapped_and_leaves_nothing(tmp_path, started, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    path, data = tmp_path / "large.mat", np.random.default_rng(1).normal(size=(65, 5000))
    savemat(path, {"data": data})
    got = read(path).data
    assert np.array_equal(got, data)
    got[0, 0] = 1  # as writable as one read here
    del got
    reader._SERVICE._clear()
    assert not list((tmp_path / "temporary").glob("bcisub-*"))


PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
ARRAYS = arrays.arrays(
    st.sampled_from(["<i2", ">f8", "u1", "<f4", "<c16", "<U3", "S2", "?"]), arrays.array_shapes(min_dims=0, min_side=0)
)


@given(
    st.recursive(
        PLAIN | ARRAYS | ARRAYS.map(np.transpose), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_what_is_handed_back_is_what_was_read(tmp_path_factory, value):
    file = io.BytesIO()
    told = packed(value, file)
    path = tmp_path_factory.mktemp("numbers") / "numbers"
    path.write_bytes(file.getvalue())
    same(Unpacker(path).value(told), value)


def same(got, wanted):
    assert type(got) is type(wanted)
    if isinstance(wanted, np.ndarray):
        np.testing.assert_array_equal(got, wanted)
        assert got.dtype == wanted.dtype
    elif isinstance(wanted, list):
        for one, other in zip(got, wanted, strict=True):
            same(one, other)
    elif isinstance(wanted, dict):
        assert list(got) == list(wanted)
        for key in wanted:
            same(got[key], wanted[key])
    else:
        assert got == wanted
