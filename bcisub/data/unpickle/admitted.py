"""What a pickle may ask for: stand-ins for numpy's and Python's own globals, which check their arguments."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.data.unpickle.errors import DamagedError, RefusedError
from bcisub.data.unpickle.file import PickleFile

_DTYPE = re.compile(r"[<>=|]?(?:\?|[biufc]\d{1,2}|[SU]\d{1,9})")
_PLAIN_KEYS = (str, bytes, int, float, bool, type(None))


class Maker:
    """Stand-in for an admitted global. It can be called with checked arguments; nothing can be set on it."""

    __slots__ = ("make", "name")

    def __init__(self, name: str, make: Callable[..., Any]) -> None:
        self.name = name
        self.make = make


class Dtype:
    """A dtype under construction: a code, later its byte order."""

    __slots__ = ("dtype",)

    def __init__(self, code: Any) -> None:
        if isinstance(code, bytes):
            code = code.decode("latin1")
        if not isinstance(code, str) or not _DTYPE.fullmatch(code):
            raise RefusedError(f"numpy.dtype({code!r:.40})")
        self.dtype = np.dtype(code)

    def build(self, state: Any) -> None:
        """Take the byte order; records and sub-arrays are no recording."""
        if not isinstance(state, tuple) or len(state) < 5 or any(part is not None for part in state[2:5]):
            raise RefusedError("a structured numpy.dtype")
        order: Any = state[1].decode("latin1") if isinstance(state[1], bytes) else state[1]
        if order not in ("<", ">", "=", "|"):
            raise DamagedError(f"byte order {order!r:.10}")
        self.dtype = self.dtype.newbyteorder(order)


class Array:
    """An array under construction."""

    __slots__ = ("array",)

    def __init__(self) -> None:
        self.array: NDArray[Any] | None = None

    def build(self, state: Any) -> None:
        """Take shape, dtype, order and bytes, as `ndarray.__reduce__` wrote them."""
        if not isinstance(state, tuple) or len(state) not in (4, 5):
            raise DamagedError("state of an array")
        shape, dtype, fortran, content = state[-4:]
        self.array = _array(content, dtype, shape, "F" if fortran else "C")


class JoblibArray(Array):
    """joblib's `NumpyArrayWrapper`: the array's description; its bytes follow in the file."""

    __slots__ = ()

    def read(self, state: Any, file: PickleFile) -> None:
        """Take the description and read the bytes behind it."""
        if not isinstance(state, dict):
            raise DamagedError("state of a joblib array")
        dtype, shape = state.get("dtype"), state.get("shape")
        if not isinstance(dtype, Dtype):
            raise DamagedError("joblib array without a dtype")
        if state.get("numpy_array_alignment_bytes") is not None:
            file.read(file.read(1)[0])  # the padding's length, then the padding
        self.array = _array(file.content(_count(shape) * dtype.dtype.itemsize), dtype, shape, state.get("order"))


def _count(shape: Any) -> int:
    if not isinstance(shape, tuple) or len(shape) > 8 or any(type(n) is not int or n < 0 for n in shape):
        raise DamagedError(f"array of shape {shape!r:.40}")
    return math.prod(shape)


def _array(content: Any, dtype: Any, shape: Any, order: Any) -> NDArray[Any]:
    if not isinstance(dtype, Dtype):
        raise DamagedError("array without a dtype")
    if isinstance(content, str):  # Python 2 wrote bytes as text
        content = content.encode("latin1")
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise DamagedError("array without bytes")
    expected = _count(shape) * dtype.dtype.itemsize
    if len(content) != expected:
        raise DamagedError(f"an array of shape {shape} needs {expected} bytes and has {len(content)}")
    if order not in ("C", "F"):
        raise DamagedError(f"array order {order!r:.10}")
    if expected == 0:
        return np.empty(shape, dtype.dtype)
    flat: NDArray[Any] = np.frombuffer(content, dtype.dtype)
    shaped: NDArray[Any] = flat.reshape(shape, order=order)
    return shaped


def _scalar(dtype: Any, content: Any = b"") -> Any:
    return _array(content, dtype, (), "C")[()].item()


def _encode(text: Any, encoding: Any = "latin1") -> bytes:
    if not isinstance(text, str) or encoding not in ("latin1", "latin-1"):
        raise RefusedError(f"_codecs.encode(…, {encoding!r:.20})")
    return text.encode("latin1")


def _bytearray(content: Any = b"", encoding: Any = None) -> bytearray:
    if isinstance(content, str) and encoding in ("latin1", "latin-1"):
        return bytearray(content.encode("latin1"))
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise RefusedError("bytearray of something else than bytes")
    return bytearray(content)


def _bytes(content: Any = b"") -> bytes:
    return bytes(_bytearray(content))


def plain_set(items: Any = ()) -> set[Any]:
    """Members of a set, each safe to hash."""
    if not isinstance(items, (list, tuple)):
        raise DamagedError("items of a set")
    return {plain_key(item) for item in items}


def _ordered(pairs: Any = ()) -> dict[Any, Any]:
    if not isinstance(pairs, (list, tuple)):
        raise DamagedError("items of an OrderedDict")
    return {plain_key(key): value for key, value in pairs}


def _complex(real: Any, imaginary: Any) -> complex:
    return complex(float(real), float(imaginary))


def plain_key(key: Any) -> Any:
    """A key or set member that is safe to hash: deep tuples would exhaust the stack."""
    parts = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(part, _PLAIN_KEYS) for part in parts):
        raise RefusedError(f"a key of type {type(key).__name__}")
    return key


def _globals() -> dict[tuple[str, str], Callable[..., Any]]:
    table: dict[tuple[str, str], Callable[..., Any]] = {
        ("numpy", "dtype"): lambda code, *_: Dtype(code),
        ("numpy", "ndarray"): lambda *_: Array(),
        ("_codecs", "encode"): _encode,
        ("collections", "OrderedDict"): _ordered,
        ("joblib.numpy_pickle", "NumpyArrayWrapper"): lambda *_: JoblibArray(),
    }
    for core in ("numpy.core", "numpy._core"):
        table[core + ".multiarray", "_reconstruct"] = lambda *_: Array()
        table[core + ".multiarray", "scalar"] = _scalar
        table[core + ".numeric", "_frombuffer"] = lambda content, dtype, shape, order: _array(
            content, dtype, shape, order
        )
    for builtins in ("builtins", "__builtin__"):
        table[builtins, "bytearray"] = _bytearray
        table[builtins, "bytes"] = _bytes
        table[builtins, "set"] = plain_set
        table[builtins, "frozenset"] = lambda items=(): frozenset(plain_set(items))
        table[builtins, "complex"] = _complex
    return table


GLOBALS = _globals()
