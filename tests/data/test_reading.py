"""C1: every format gives the same rows × samples; what is no block is refused with its file and what to do."""

from __future__ import annotations

import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.io

from bcisub.data.formats import matlab
from bcisub.data.reading import load_block, read
from bcisub.model.errors import BcisubError

DATA = np.arange(3 * 50, dtype=np.float32).reshape(3, 50)


def _dat(path: Path, data: Any = DATA) -> None:
    path.write_bytes(np.ascontiguousarray(data.T).astype("<f4").tobytes())
    path.with_suffix(".yaml").write_text(
        "channel_number: 2\nsample_rate: 250\nchannel_label:\n  O1: null\n  O2: null\n", encoding="utf-8"
    )


WRITERS: dict[str, Callable[[Path], object]] = {
    "dict.pkl": lambda path: path.write_bytes(
        pickle.dumps({"data": DATA, "srate": 250, "ch_names": ["O1", "O2", "t"]})
    ),
    "bare.pkl": lambda path: path.write_bytes(pickle.dumps(DATA)),
    "lists.pkl": lambda path: path.write_bytes(pickle.dumps({"data": DATA.tolist()})),
    "bare.npy": lambda path: np.save(path, DATA),
    "named.npz": lambda path: np.savez(path, data=DATA, srate=250),
    "only.npz": lambda path: np.savez(path, whatever=DATA),
    "v5.mat": lambda path: scipy.io.savemat(path, {"data": DATA, "srate": 250}),
    "other.mat": lambda path: scipy.io.savemat(path, {"block": DATA}, do_compression=True),
    "platform.dat": _dat,
}


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_block(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    WRITERS[name](path)
    np.testing.assert_array_equal(load_block(path, rows=3, fs=250), DATA)


def test_matlab_7_3(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "new.mat"
    with h5py.File(path, "w") as file:
        file["data"] = DATA.T
        file["srate"] = np.array([[250.0]])
    assert read(path).fs == 250
    np.testing.assert_array_equal(load_block(path, rows=3), DATA)


def test_matlab_structs_and_cells(tmp_path: Path) -> None:
    content = {"data": DATA, "srate": 250.0, "ch_names": np.array(["O1", "O2", "trigger"], object)}
    scipy.io.savemat(tmp_path / "struct.mat", {"data": content})
    recording = read(tmp_path / "struct.mat")
    np.testing.assert_array_equal(recording.data, DATA)
    assert (recording.fs, recording.electrodes) == (250, ("O1", "O2"))


def test_matlab_7_3_structs_and_cells(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    path = tmp_path / "new.mat"
    with h5py.File(path, "w") as file:
        file["data/data"] = DATA.T
        file["data/srate"] = np.array([[250.0]])
        names = []
        for at, name in enumerate(("O1", "O2", "trigger")):
            text = file.create_dataset(f"#refs#/{at}", data=np.array([[ord(letter)] for letter in name], np.uint16))
            text.attrs["MATLAB_class"] = np.bytes_("char")
            names.append([text.ref])
        file.create_dataset("data/ch_names", data=np.array(names, h5py.ref_dtype))
    recording = read(path)
    np.testing.assert_array_equal(recording.data, DATA)
    assert (recording.fs, recording.electrodes) == (250, ("O1", "O2"))


def test_matlab_7_3_without_h5py_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "h5py", None)
    path = tmp_path / "new.mat"
    path.write_bytes(b"MATLAB 7.3 MAT-file".ljust(600))
    with pytest.raises(BcisubError) as caught:
        matlab.read(path)
    assert "pip install 'bcisub[formats]'" in str(caught.value.hint)


def test_names_and_rate_are_used_where_given(tmp_path: Path) -> None:
    for name in ("dict.pkl", "platform.dat"):
        WRITERS[name](tmp_path / name)
        recording = read(tmp_path / name)
        assert recording.channels[:2] == ("O1", "O2")
        assert recording.fs == 250


def test_npy_and_dat_are_not_read_into_memory(tmp_path: Path) -> None:
    for name in ("bare.npy", "platform.dat"):
        WRITERS[name](tmp_path / name)
        data = load_block(tmp_path / name)
        assert isinstance(data if isinstance(data, np.memmap) else data.base, np.memmap)


def test_nan_is_left_to_the_check(tmp_path: Path) -> None:
    np.save(tmp_path / "nan.npy", np.full((3, 5), np.nan))
    assert np.isnan(load_block(tmp_path / "nan.npy", rows=3)).all()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"data": np.zeros((3, 2, 2))}, "3 × 2 × 2"),
        ({"data": np.zeros((3, 5), complex)}, "complex128"),
        ({"data": np.array([["a"]])}, "not real numbers"),
        ({"data": "text"}, "no matrix"),
        ({"a": np.zeros((3, 5)), "b": np.zeros((3, 5))}, "not clear where the block is"),
        ({"data": np.zeros((4, 5))}, "4 rows where 3"),
        ({"data": np.zeros((5, 3))}, "5 rows where 3"),
        ({"data": np.zeros((3, 0))}, "empty"),
        ({"data": DATA, "srate": 1000}, "1000 Hz"),
        (7, "no matrix"),
    ],
)
def test_what_is_no_block_is_refused(tmp_path: Path, content: Any, told: str) -> None:
    path = tmp_path / "block.pkl"
    path.write_bytes(pickle.dumps(content))
    with pytest.raises(BcisubError) as caught:
        load_block(path, rows=3, fs=250)
    assert told in caught.value.what
    assert caught.value.where == str(path)
    assert caught.value.hint


def test_a_matrix_on_its_side_is_recognised(tmp_path: Path) -> None:
    np.save(tmp_path / "side.npy", DATA.T)
    with pytest.raises(BcisubError) as caught:
        load_block(tmp_path / "side.npy", rows=3)
    assert "on its side" in str(caught.value.hint)


class Touch:
    """An object that would create a file if it were unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (Path.touch, (self.path,))


@pytest.mark.parametrize("suffix", [".npy", ".npz"])
def test_objects_in_numpy_files_are_never_unpickled(tmp_path: Path, suffix: str) -> None:
    made = tmp_path / "made"
    path = tmp_path / f"objects{suffix}"
    content = np.array([Touch(made)], object)
    if suffix == ".npy":
        np.save(path, content, allow_pickle=True)
    else:
        np.savez(path, data=content)
    with pytest.raises(BcisubError) as caught:
        read(path)
    assert caught.value.code == "refused-pickle"
    assert not made.exists()


@pytest.mark.parametrize("name", [name for name in WRITERS if not name.endswith(".dat")])
def test_a_file_cut_short_is_damaged(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    WRITERS[name](path)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(BcisubError) as caught:
        load_block(path, rows=3)
    assert caught.value.where == str(path)


def test_dat_wants_its_description(tmp_path: Path) -> None:
    path = tmp_path / "block.dat"
    _dat(path)
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(BcisubError, match="whole number of samples"):
        read(path)
    path.with_suffix(".yaml").write_text("sample_rate: 250\n", encoding="utf-8")
    with pytest.raises(BcisubError, match="not readable: 'channel_number' is missing"):
        read(path)
    path.with_suffix(".yaml").unlink()
    with pytest.raises(BcisubError, match=r"no \.yaml"):
        read(path)


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        ("[[O1, O2]]", "no list of names"),
        ("7", "no list of names"),
        ("O1", "no list of names"),
        ("[*a, *a]\na: &a [x, x]", "alias"),
        ("&a [O1, O2]\nagain: *a", "aliases"),
    ],
)
def test_labels_of_a_dat_are_names(tmp_path: Path, labels: str, told: str) -> None:
    path = tmp_path / "block.dat"
    _dat(path)
    side = path.with_suffix(".yaml")
    side.write_text(f"channel_number: 2\nsample_rate: 250\nchannel_label: {labels}\n", encoding="utf-8")
    with pytest.raises(BcisubError, match=told) as caught:
        read(path)
    assert caught.value.where == str(side)


def test_other_files_and_missing_ones(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    for name in ("notes.txt", "gone.pkl"):
        with pytest.raises(BcisubError):
            read(tmp_path / name)


@pytest.mark.parametrize("shape", ["(3, 5000000)", "(300, 50)", "(-3, 50)", "(99999999, 99999999)"])
def test_a_numpy_header_that_lies_about_its_shape(tmp_path: Path, shape: str) -> None:
    np.save(tmp_path / "a.npy", DATA)
    content = (tmp_path / "a.npy").read_bytes()
    told = b"(3, 50), }"
    assert told in content
    lying = content.replace(told + b" " * (len(shape) - 7), shape.encode() + b", }")
    assert len(lying) == len(content)
    (tmp_path / "a.npy").write_bytes(lying)
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as packed:
        packed.writestr("data.npy", lying)
    for name in ("a.npy", "a.npz"):
        with pytest.raises(BcisubError) as caught:
            read(tmp_path / name)
        assert caught.value.where == str(tmp_path / name)


def test_an_archive_that_unfolds_is_refused(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "bomb.npz", data=np.zeros((100, 2_000_000), np.int8))
    with pytest.raises(BcisubError, match="unfolds"):
        read(tmp_path / "bomb.npz")
    np.savez_compressed(tmp_path / "good.npz", data=DATA)
    np.testing.assert_array_equal(read(tmp_path / "good.npz").data, DATA)


@pytest.mark.parametrize("name", ["block.pkl", "block.npy", "block.mat", "block.edf"])
@pytest.mark.parametrize(
    ("content", "told", "hint"),
    [
        (b"version https://git-lfs.github.com/spec/v1\nsize 12\n", "pointer of Git LFS", "git lfs pull"),
        (b"<!DOCTYPE html>\n<html></html>", "web page", "Download it again"),
        (b"\xef\xbb\xbf\n<HTML></HTML>", "web page", "Download it again"),
    ],
)
def test_what_a_download_leaves_is_called_by_its_name(
    tmp_path: Path, name: str, content: bytes, told: str, hint: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BcisubError, match=told) as caught:
        read(tmp_path / name)
    assert hint in str(caught.value.hint)
    assert caught.value.where == str(tmp_path / name)
