"""MATLAB files: version 5 to 7 through scipy, 7.3 (HDF5) through h5py from `bcisub[formats]`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.data.formats.content import Recording, described, needs_extra


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

    content = loadmat(path, squeeze_me=False)
    return {name: _plain(value) for name, value in content.items() if not name.startswith("__")}


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
        return {name: _node(node, h5py) for name, node in file.items() if not name.startswith("#")}


def _node(node: Any, h5py: Any) -> Any:
    if isinstance(node, h5py.Group):
        return {name: _node(inner, h5py) for name, inner in node.items()}
    if h5py.check_ref_dtype(node.dtype):  # a cell: an array of references into the file
        file = node.file
        return [_node(file[reference], h5py) for reference in node[()].T.reshape(-1)]
    content = node[()]
    if node.attrs.get("MATLAB_class") == b"char":
        return "".join(map(chr, np.ravel(content.T)))
    # HDF5 holds MATLAB's column-major arrays with their axes reversed.
    return content.T
