"""Compressed pickles, as joblib writes them: unpacked within bounds, as safe as the others."""

from __future__ import annotations

import bz2
import gzip
import lzma
import pickle
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.data import unpickle
from tests.data.unpickle.pickle_files import as_joblib, load, peak, refused

COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "zlib": zlib.compress,
    "zlib-fast": lambda content: zlib.compress(content, 1),
    "gzip": gzip.compress,
    "bz2": bz2.compress,
    "xz": lambda content: lzma.compress(content, preset=0),
    "lzma": lambda content: lzma.compress(content, lzma.FORMAT_ALONE, preset=0),
}


@pytest.mark.parametrize("name", COMPRESSORS)
def test_compressed_pickles_are_unpacked(tmp_path: Path, name: str) -> None:
    data = np.random.default_rng(1).normal(size=(33, 5000))  # more than one piece of the unpacker
    for content in (pickle.dumps({"data": data}), as_joblib(data, aligned=True)):
        packed = COMPRESSORS[name](content)
        got = load(tmp_path, packed)
        np.testing.assert_array_equal(got["data"] if isinstance(got, dict) else got, data)
        for broken in (packed[: len(packed) // 2], packed[:-1], packed[:40] + b"\xff" * 40 + packed[80:]):
            assert refused(tmp_path, broken).code == "damaged-pickle"


@pytest.mark.parametrize("name", COMPRESSORS)
def test_attacks_are_refused_in_compressed_pickles_too(tmp_path: Path, name: str) -> None:
    error = refused(tmp_path, COMPRESSORS[name](b"cos\nsystem\n(S'echo attack'\ntR."))
    assert error.code == "refused-pickle"
    assert "os.system" in error.what


def test_a_compression_without_its_module_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for packed, module in ((bz2.compress(b"N."), "bz2"), (b"\x04\x22\x4d\x18rest", "lz4.frame")):
        monkeypatch.setitem(sys.modules, module, None)
        error = refused(tmp_path, packed)
        assert error.code == "compressed-pickle"
        assert module in error.what
        assert "compress=0" in str(error.hint)


@pytest.mark.parametrize("name", ["zlib", "bz2", "xz"])
def test_a_compression_bomb_is_stopped(tmp_path: Path, name: str) -> None:
    count = 150_000_000
    machine = {"zlib": zlib.compressobj, "bz2": bz2.BZ2Compressor, "xz": lambda: lzma.LZMACompressor(preset=0)}[name]()
    zeros = bytes(10_000_000)
    content = machine.compress(b"\x80\x04\x8e" + struct.pack("<Q", count))
    content += b"".join(machine.compress(zeros) for _ in range(count // len(zeros))) + machine.flush()
    error, most = peak(tmp_path, content)
    assert error is not None
    assert "unfolds" in error.what
    assert most < 60_000_000


@pytest.mark.parametrize("compress", [0, 3, ("gzip", 3), ("bz2", 3), ("lzma", 3), ("xz", 3)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_files_of_joblib_itself(tmp_path: Path, compress: Any, order: Any) -> None:
    joblib = pytest.importorskip("joblib")
    data = np.asarray(np.random.default_rng(1).normal(size=(33, 700)), order=order)
    path = tmp_path / "sub1.pkl"
    joblib.dump(data, path, compress=compress)
    np.testing.assert_array_equal(unpickle.load(path), data)
    joblib.dump({"data": data, "srate": 250, "again": [data[:2], "text"]}, path, compress=compress)
    got = unpickle.load(path)
    np.testing.assert_array_equal(got["data"], data)
    np.testing.assert_array_equal(got["again"][0], data[:2])
    assert got["again"][1] == "text"
