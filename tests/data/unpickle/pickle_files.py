"""What the tests of the unpickler share: writing a pickle, loading it, and the memory that took."""

from __future__ import annotations

import io
import pickle
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.data import unpickle
from bcisub.model.errors import BcisubError


def load(tmp_path: Path, content: bytes) -> Any:
    path = tmp_path / "block.pkl"
    path.write_bytes(content)
    return unpickle.load(path)


def refused(tmp_path: Path, content: bytes) -> BcisubError:
    with pytest.raises(BcisubError) as caught:
        load(tmp_path, content)
    assert caught.value.where is not None
    assert caught.value.where.endswith("block.pkl")
    return caught.value


def peak(tmp_path: Path, content: bytes) -> tuple[BcisubError | None, int]:
    path = tmp_path / "block.pkl"
    path.write_bytes(content)
    tracemalloc.start()
    error = None
    try:
        unpickle.load(path)
    except BcisubError as caught:
        error = caught
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return error, most


def as_joblib(data: np.ndarray[Any, Any], aligned: bool) -> bytes:
    """What `joblib.dump` writes: the wrapper's state, then (since 1.2) padding, then the bytes."""
    buffer = io.BytesIO()
    buffer.write(b"\x80\x03cjoblib.numpy_pickle\nNumpyArrayWrapper\n)\x81}(")
    state: dict[str, Any] = {"shape": data.shape, "order": "C", "dtype": data.dtype, "allow_mmap": True}
    if aligned:
        state["numpy_array_alignment_bytes"] = 16
    for key, value in state.items():
        buffer.write(pickle.dumps(key, 3)[2:-1] + pickle.dumps(value, 3)[2:-1])
    buffer.write(b"X\x08\x00\x00\x00subclasscnumpy\nndarray\nub")
    if aligned:
        padding = 16 - (buffer.tell() + 1) % 16
        buffer.write(bytes([padding]) + b"\xff" * padding)
    return buffer.getvalue() + data.tobytes() + b"."
