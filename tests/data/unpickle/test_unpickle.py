"""The unpickler: everything that is data comes back as it was, nothing else comes at all."""

from __future__ import annotations

import contextlib
import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from bcisub.data import unpickle
from bcisub.model.errors import BcisubError
from tests.data.unpickle.pickle_files import as_joblib, load, peak, refused

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", ["<f4", ">f8", "i2", "?"])
def test_a_contest_block_comes_back(tmp_path: Path, protocol: int, order: Any, dtype: str) -> None:
    data = np.arange(12).reshape(3, 4).astype(dtype, order=order)
    block = {
        "data": data,
        "srate": np.int64(250),
        "gain": np.float32(1.5),
        "ch_names": ["O1", "O2", "trigger"],
        "dimensions": (3, 4),
        "nested": [{"again": data}, (data, data.dtype)],
        "set": {1, 2},
        "raw": bytearray(b"ab"),
        "complex": 1 + 2j,
    }
    got = load(tmp_path, pickle.dumps(block, protocol=protocol))
    assert got["data"].dtype == data.dtype
    np.testing.assert_array_equal(got["data"], data)
    np.testing.assert_array_equal(got["nested"][0]["again"], data)
    np.testing.assert_array_equal(got["nested"][1][0], data)
    assert got["nested"][1][1] == data.dtype
    assert (got["srate"], got["gain"], got["set"], got["raw"]) == (250, 1.5, {1, 2}, bytearray(b"ab"))
    assert got["complex"] == 1 + 2j
    assert got["ch_names"] == block["ch_names"]


@settings(max_examples=60, deadline=None)
@given(
    data=st_numpy.arrays(
        st.sampled_from([np.float32, np.float64, np.int16, np.uint8]), st_numpy.array_shapes(min_dims=0, min_side=0)
    ),
    protocol=st.sampled_from(list(PROTOCOLS)),
)
def test_any_array_comes_back(tmp_path_factory: pytest.TempPathFactory, data: Any, protocol: int) -> None:
    got = load(tmp_path_factory.mktemp("any"), pickle.dumps(data, protocol=protocol))
    assert got.shape == data.shape
    np.testing.assert_array_equal(got, data)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_numpy_1_and_2_name_their_modules_differently(tmp_path: Path, protocol: int) -> None:
    data = np.arange(6.0).reshape(2, 3)
    written = pickle.dumps({"data": data, "n": np.int32(7)}, protocol=protocol)
    for ours, other in ((b"numpy._core.", b"numpy.core."), (b"numpy.core.", b"numpy._core.")):
        if protocol < 4:  # names end with a line; from 4 on they carry a length
            content = written.replace(ours, other)
        else:
            content = written
            for name in (b"multiarray", b"numeric"):
                old, new = ours + name, other + name
                content = content.replace(b"\x8c" + bytes([len(old)]) + old, b"\x8c" + bytes([len(new)]) + new)
            content = _reframed(content)
        got = load(tmp_path, content)
        np.testing.assert_array_equal(got["data"], data)
        assert got["n"] == 7


def _reframed(content: bytes) -> bytes:
    """One frame around everything, since changed names changed its length."""
    body = content[11:] if content[2:3] == b"\x95" else content[2:]
    return content[:2] + b"\x95" + struct.pack("<Q", len(body)) + body


def test_python_2_strings(tmp_path: Path) -> None:
    data = np.array([[1.5, 2.5]], "<f8")
    raw = data.tobytes()
    content = (
        b"\x80\x02}U\x04datacnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R"
        b"(K\x01K\x01K\x02\x86cnumpy\ndtype\nU\x02f8K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
        b"\x89T" + struct.pack("<i", len(raw)) + raw + b"tbs."
    )
    np.testing.assert_array_equal(load(tmp_path, content)["data"], data)


@pytest.mark.parametrize("aligned", [True, False])
def test_joblib_arrays_are_read_withoutas_joblib(tmp_path: Path, aligned: bool) -> None:
    data = np.arange(33.0 * 4).reshape(33, 4)
    np.testing.assert_array_equal(load(tmp_path, as_joblib(data, aligned)), data)
    error = refused(tmp_path, as_joblib(data, aligned)[:-200])
    assert "bytes" in error.what


class Call:
    def __init__(self, function: Any, *args: Any) -> None:
        self.reduced = (function, args)

    def __reduce__(self) -> Any:
        return self.reduced


def _attacks() -> dict[str, tuple[bytes, str]]:
    import builtins
    import os

    inner = Call(os.system, "echo attack")
    return {
        "os.system": (b"cos\nsystem\n(S'echo attack'\ntR.", "os.system"),
        "posix": (pickle.dumps(inner), f"{os.name}.system" if os.name != "nt" else "nt.system"),
        "eval": (pickle.dumps(Call(builtins.eval, "1")), "builtins.eval"),
        "getattr": (pickle.dumps(Call(getattr, 1, "real"), 0), "getattr"),
        "nested reduce": (pickle.dumps({"data": [np.zeros(3), (inner,)]}), "system"),
        "inst": (b"(S'echo attack'\nios\nsystem\n.", "os.system"),
        "obj": (b"(cos\nsystem\nS'echo attack'\no.", "os.system"),
        "stack global": (b"\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04echo\x85R.", "os.system"),
        "dotted": (b"\x80\x04\x8c\x05numpy\x8c\x0ef2py.os.system\x93\x8c\x04echo\x85R.", "numpy.f2py.os.system"),
        "numpy.load": (b"cnumpy\nload\n(S'x'\ntR.", "numpy.load"),
        "object array": (pickle.dumps(np.array([inner], object)), ""),
        "object dtype": (pickle.dumps(np.array([1, "a"], object)), "numpy.dtype"),
        "structured": (pickle.dumps(np.zeros(2, [("a", "f4")])), "dtype"),
        "extension": (b"\x80\x02\x82\x01.", "extension"),
        "persistent": (b"Pattack\n.", ""),
        "change a global": (b"cnumpy\ndtype\n}S'x'\nI1\nsb.", "numpy.dtype"),
        "call data": (b"S'text'\n(tR.", "call"),
        "deep key": (b"}" + b")" + b"\x85" * 5000 + b"I1\ns.", "key"),
        "codec": (b"c_codecs\nencode\n(V1\nVbz2\ntR.", "_codecs.encode"),
    }


@pytest.mark.parametrize("name", _attacks())
def test_attacks_are_refused_and_named(tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    content, told = _attacks()[name]
    error = refused(tmp_path, content)
    assert told in error.what
    assert "attack" not in capfd.readouterr().out


@pytest.mark.parametrize("form", ["3", "4", "5", "joblib"])
def test_a_long_recording_is_mapped_and_not_held(tmp_path: Path, form: str) -> None:
    """An hour and a half of emotion is 350 MB: reading one takes no memory to speak of, and its values are right."""
    data = np.arange(33 * 40_000.0).reshape(33, 40_000)
    content = as_joblib(data, True) if form == "joblib" else pickle.dumps({"data": data, "srate": 250}, int(form))
    error, most = peak(tmp_path, content)
    assert error is None
    assert most < data.nbytes / 20
    got = unpickle.load(tmp_path / "block.pkl")
    np.testing.assert_array_equal(got if form == "joblib" else got["data"], data)


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_large_bytes_come_back_as_bytes(tmp_path: Path, protocol: int) -> None:
    large = bytes(range(256)) * 5000
    got = load(tmp_path, pickle.dumps({"raw": large, "more": [bytearray(large)]}, protocol))
    assert got["raw"] == large
    assert got["more"] == [large]
    assert isinstance(got["raw"], bytes)


def test_a_long_recording_cut_short_is_damaged(tmp_path: Path) -> None:
    whole = pickle.dumps(np.zeros((33, 8000)), 4)
    assert refused(tmp_path, whole[:-100_000]).code == "damaged-pickle"


@pytest.mark.parametrize(
    "content",
    [
        b"\x80\x04N\x8e" + struct.pack("<Q", 1 << 40) + b"x.",  # bytes of a terabyte
        b"\x80\x05\x96" + struct.pack("<Q", 1 << 40) + b"x.",  # a bytearray of one
        b"\x80\x04\x95" + struct.pack("<Q", 1 << 40) + b"N.",  # a frame of one
        b"\x80\x04X" + struct.pack("<I", 1 << 31) + b"x.",
    ],
)
def test_a_lying_length_allocates_nothing(tmp_path: Path, content: bytes) -> None:
    error, most = peak(tmp_path, content)
    assert error is not None
    assert error.code == "damaged-pickle"
    assert most < 10_000_000


def test_a_memo_bomb_costs_nothing(tmp_path: Path) -> None:
    # A place in the memo of four thousand millions: a table would fill the memory.
    error, most = peak(tmp_path, b"\x80\x02]r\xff\xff\xff\xff.")
    assert error is None
    assert most < 10_000_000
    # Lists and tuples that hold the one before ten times: small as references, endless if copied.
    for opened, closed in ((b"(", b"l"), (b"(", b"t")):
        bomb = b"]q\x00" + b"".join(
            opened + b"h" + bytes([level]) * 1 + (b"h" + bytes([level])) * 9 + closed + b"q" + bytes([level + 1])
            for level in range(40)
        )
        error, most = peak(tmp_path, bomb + b".")
        assert error is None
        assert most < 10_000_000


def test_copies_of_one_text_are_limited(tmp_path: Path) -> None:
    one = b"c_codecs\nencode\nq\x01(X" + struct.pack("<I", 1 << 20) + b"a" * (1 << 20) + b"Vlatin1\ntq\x02R"
    error, most = peak(tmp_path, b"\x80\x02(" + one + b"h\x01h\x02R" * 2000 + b"l.")
    assert error is not None
    assert "unfolds" in error.what
    assert most < 200_000_000


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_file_cut_anywhere_is_damaged(tmp_path: Path, protocol: int) -> None:
    whole = pickle.dumps({"data": np.arange(40.0).reshape(2, 20), "srate": 250}, protocol=protocol)
    for length in range(0, len(whole), 7):
        assert refused(tmp_path, whole[:length]).code == "damaged-pickle"


@pytest.mark.parametrize("shape", [(2, 21), (1 << 40, 1 << 20), (-2, -20), (2.0, 20), "ab", (1,) * 40])
def test_a_header_that_lies_about_its_shape(tmp_path: Path, shape: Any) -> None:
    data = np.arange(40.0)
    state = (1, shape, data.dtype, False, data.tobytes())

    class Lying:
        def __reduce__(self) -> Any:
            return (*data.__reduce__()[:2], Whatever(state))

    class Whatever(tuple):  # the state itself is plain
        def __new__(cls, content: Any) -> Any:
            return tuple(content)

    assert refused(tmp_path, pickle.dumps(Lying(), 2)).code == "damaged-pickle"


@settings(max_examples=300, deadline=None)
@given(content=st.binary(max_size=60))
def test_no_bytes_raise_anything_else(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.pkl"
    path.write_bytes(content)
    with contextlib.suppress(BcisubError):
        unpickle.load(path)


def test_a_byte_that_is_no_opcode_is_put_in_words(tmp_path: Path) -> None:
    assert "the byte 0x3c" in refused(tmp_path, b"<nothing").what
