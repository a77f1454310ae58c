"""MATLAB files: version 5 to 7 through scipy, 7.3 (HDF5) through h5py from `bcisub[formats]`."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np

from bcisub.data.formats.content import Recording, described, needs_extra
from bcisub.data.formats.unfolding import check_unfolding
from bcisub.data.unpickle.source import pieces

_CHUNK = 1 << 20
_COMPRESSED = 15
"""The data type of a compressed variable in version 5."""
_NODE = 1024
"""Bytes that any node of an HDF5 file is counted with, so that empty ones cannot be named without end."""


def read(path: Path) -> Recording:
    """The recording in a `.mat` file, its variables named as in a block pickle."""
    return described(variables(path), path)


def variables(path: Path) -> dict[str, Any]:
    """Every variable of a `.mat` file; a struct is a dict, a cell of texts a list, axes as in MATLAB."""
    with path.open("rb") as file:
        head = file.read(128)
    if head.startswith((b"MATLAB 7.3", b"\x89HDF")):
        return _hdf5(path)
    from scipy.io import loadmat

    _check_compressed(path, head)
    content = loadmat(path, squeeze_me=False)
    return {name: _plain(value) for name, value in content.items() if not name.startswith("__")}


def _check_compressed(path: Path, head: bytes) -> None:
    """In version 5 to 7 a variable may be a zlib stream; all are unpacked piece by piece, and counted."""
    order = {b"IM": "<", b"MI": ">"}.get(head[126:128])
    if order is None:  # version 4 knows no compression
        return
    total = 0
    with path.open("rb") as file:
        file.seek(len(head))
        while len(tag := file.read(8)) == 8:
            kind, length = struct.unpack(f"{order}II", tag)
            after = file.tell() + length
            if kind == _COMPRESSED:
                for size in _unpacked(file, length):
                    total += size
                    check_unfolding(total, path)
            file.seek(after)


def _unpacked(file: IO[bytes], length: int) -> Iterator[int]:
    """Bytes of each piece that the next `length` bytes unpack to."""
    machine = zlib.decompressobj()
    while not machine.eof and (chunk := file.read(min(_CHUNK, length))):
        length -= len(chunk)
        yield from map(len, pieces(machine, chunk))


def _plain(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype.names is not None and value.size == 1:
        record = value.reshape(-1)[0]
        return {name: _plain(record[name]) for name in value.dtype.names}
    if value.dtype.kind == "O":
        cells = [_plain(cell) for cell in value.reshape(-1)]
        return cells[0] if value.size == 1 and isinstance(cells[0], Mapping) else cells
    if value.dtype.kind == "U":
        texts = [str(text) for text in value.reshape(-1)]
        return texts[0] if len(texts) == 1 else texts
    return value


def _hdf5(path: Path) -> dict[str, Any]:
    try:
        import h5py
    except ImportError:
        raise needs_extra("A MATLAB 7.3 file", path, ", or save it in MATLAB with '-v7'.") from None
    with h5py.File(path, "r") as file:
        reader = _Hdf5(path, h5py)
        return {name: reader.node(node) for name, node in file.items() if not name.startswith("#")}


class _Hdf5:
    """The variables of one file, counted before they are read.

    Their chunks may be compressed, and cells and links may name one place many times.
    """

    def __init__(self, path: Path, h5py: Any) -> None:
        self._path = path
        self._h5py = h5py
        self._unfolded = 0

    def node(self, node: Any) -> Any:
        """A group as a dict, a cell as a list, a text as a text, anything else as an array with MATLAB's axes."""
        is_group = isinstance(node, self._h5py.Group)
        self._unfolded += _NODE + (0 if is_group else (node.size or 0) * node.dtype.itemsize)
        check_unfolding(self._unfolded, self._path)
        if is_group:
            return {name: self.node(inner) for name, inner in node.items()}
        if self._h5py.check_ref_dtype(node.dtype):  # a cell: an array of references into the file
            file = node.file
            return [self.node(file[reference]) for reference in node[()].T.reshape(-1)]
        content = node[()]
        if node.attrs.get("MATLAB_class") == b"char":
            return "".join(map(chr, np.ravel(content.T)))
        # HDF5 holds MATLAB's column-major arrays with their axes reversed.
        return content.T
