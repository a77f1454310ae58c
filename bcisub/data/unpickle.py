"""Reading pickles as data: numpy arrays, scalars, dtypes and plain containers, and nothing that could run code.

The pure Python unpickler of the standard library does the parsing, so that every opcode that could call, build or
set anything passes through here. Globals never become the real thing: each admitted one is a stand-in that checks
its arguments. Protocols 0 to 5, numpy 1 and 2, Python 2 strings, and uncompressed joblib files.
"""

from __future__ import annotations

import math
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bcisub.data.pickle_file import DamagedError, PickleFile
from bcisub.errors import BcisubError

_DTYPE = re.compile(r"[<>=|]?(?:\?|[biufc]\d{1,2}|[SU]\d{1,9})")
_PLAIN_KEYS = (str, bytes, int, float, bool, type(None))
_SPARE = 1 << 26
"""Bytes a file may have made beyond four times its size (a small file of many copies is an attack)."""
_COMPRESSED = (b"\x1f\x8b", b"x\x01", b"x^", b"x\x9c", b"x\xda", b"BZh", b"\xfd7zXZ", b"\x04\x22\x4d\x18")


class RefusedError(Exception):
    """The pickle asks for something that data does not need; its text names it."""


def load(path: Path) -> Any:
    """The object in the pickle at `path`: arrays, numbers, texts and containers of them."""
    try:
        with path.open("rb") as file:
            head = file.read(6)
            if head.startswith(_COMPRESSED):
                raise BcisubError(
                    "The pickle is compressed.",
                    where=path,
                    hint="Write it again without compression: joblib.dump(data, path, compress=0).",
                    code="compressed-pickle",
                )
            file.seek(0)
            return _Reader(PickleFile(file)).load_plain()
    except RefusedError as error:
        raise BcisubError(
            f"The pickle asks for {error}, which is not data; it was not loaded.",
            where=path,
            hint="Store the recording as a numpy array, or as a dict of arrays, numbers and texts.",
            code="refused-pickle",
        ) from None
    except OSError as error:
        raise BcisubError(f"The file cannot be read: {error.strerror or error}.", where=path) from None
    except BcisubError:
        raise
    except Exception as error:  # a hostile stream can make the parser fail in any way
        detail = str(error) or type(error).__name__
        raise BcisubError(
            f"The pickle is damaged: {detail.rstrip('.')}.",
            where=path,
            hint="Copy or download the file again.",
            code="damaged-pickle",
        ) from None


class _Maker:
    """Stand-in for an admitted global. It can be called with checked arguments; nothing can be set on it."""

    __slots__ = ("make", "name")

    def __init__(self, name: str, make: Callable[..., Any]) -> None:
        self.name = name
        self.make = make


class _Dtype:
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


class _Array:
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


class _JoblibArray(_Array):
    """joblib's `NumpyArrayWrapper`: the array's description; its bytes follow in the file."""

    __slots__ = ()

    def read(self, state: Any, file: PickleFile) -> None:
        """Take the description and read the bytes behind it."""
        if not isinstance(state, dict):
            raise DamagedError("state of a joblib array")
        dtype, shape = state.get("dtype"), state.get("shape")
        if not isinstance(dtype, _Dtype):
            raise DamagedError("joblib array without a dtype")
        if state.get("numpy_array_alignment_bytes") is not None:
            file.read(file.read(1)[0])  # the padding's length, then the padding
        self.array = _array(file.content(_count(shape) * dtype.dtype.itemsize), dtype, shape, state.get("order"))


def _count(shape: Any) -> int:
    if not isinstance(shape, tuple) or len(shape) > 8 or any(type(n) is not int or n < 0 for n in shape):
        raise DamagedError(f"array of shape {shape!r:.40}")
    return math.prod(shape)


def _array(content: Any, dtype: Any, shape: Any, order: Any) -> NDArray[Any]:
    if not isinstance(dtype, _Dtype):
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


def _set(items: Any = ()) -> set[Any]:
    if not isinstance(items, (list, tuple)):
        raise DamagedError("items of a set")
    return {_key(item) for item in items}


def _ordered(pairs: Any = ()) -> dict[Any, Any]:
    if not isinstance(pairs, (list, tuple)):
        raise DamagedError("items of an OrderedDict")
    return {_key(key): value for key, value in pairs}


def _complex(real: Any, imaginary: Any) -> complex:
    return complex(float(real), float(imaginary))


def _key(key: Any) -> Any:
    """A key or set member that is safe to hash: deep tuples would exhaust the stack."""
    parts = key if isinstance(key, tuple) else (key,)
    if not all(isinstance(part, _PLAIN_KEYS) for part in parts):
        raise RefusedError(f"a key of type {type(key).__name__}")
    return key


def _globals() -> dict[tuple[str, str], Callable[..., Any]]:
    table: dict[tuple[str, str], Callable[..., Any]] = {
        ("numpy", "dtype"): lambda code, *_: _Dtype(code),
        ("numpy", "ndarray"): lambda *_: _Array(),
        ("_codecs", "encode"): _encode,
        ("collections", "OrderedDict"): _ordered,
        ("joblib.numpy_pickle", "NumpyArrayWrapper"): lambda *_: _JoblibArray(),
    }
    for core in ("numpy.core", "numpy._core"):
        table[core + ".multiarray", "_reconstruct"] = lambda *_: _Array()
        table[core + ".multiarray", "scalar"] = _scalar
        table[core + ".numeric", "_frombuffer"] = lambda content, dtype, shape, order: _array(
            content, dtype, shape, order
        )
    for builtins in ("builtins", "__builtin__"):
        table[builtins, "bytearray"] = _bytearray
        table[builtins, "bytes"] = _bytes
        table[builtins, "set"] = _set
        table[builtins, "frozenset"] = lambda items=(): frozenset(_set(items))
        table[builtins, "complex"] = _complex
    return table


_GLOBALS = _globals()


class _Reader(pickle._Unpickler):
    """The opcodes that could reach outside the data, closed."""

    dispatch: ClassVar[dict[int, Any]] = dict(pickle._Unpickler.dispatch)
    stack: list[Any]

    def __init__(self, file: PickleFile) -> None:
        super().__init__(file, encoding="latin1")
        self._file = file
        self._budget = 4 * file.size + _SPARE

    def load_plain(self) -> Any:
        """The object, its stand-ins replaced by what they stand for."""
        return _plain(self.load())

    def find_class(self, module: str, name: str) -> Any:
        """An admitted global's stand-in."""
        if (module, name) not in _GLOBALS:
            raise RefusedError(f"{module}.{name}")
        return _Maker(f"{module}.{name}", _GLOBALS[module, name])

    def _call(self, maker: Any, args: Any) -> Any:
        if not isinstance(maker, _Maker) or not isinstance(args, tuple):
            raise RefusedError(f"a call of {type(maker).__name__}")
        made = maker.make(*args)
        self._budget -= 64 + (len(made) if isinstance(made, (bytes, bytearray)) else 0)
        self._budget -= 64 * len(made) if isinstance(made, (set, frozenset, dict)) else 0
        if self._budget < 0:
            raise DamagedError("it unfolds into far more than its size")
        return made

    def _reduce(self) -> None:
        args = self.stack.pop()
        self.stack[-1] = self._call(self.stack[-1], args)

    def _newobj_ex(self) -> None:
        raise RefusedError("an object with keyword arguments")

    def _inst(self) -> None:
        module, name = (self.readline()[:-1].decode("ascii") for _ in range(2))  # type: ignore[attr-defined]
        args = tuple(self.pop_mark())  # type: ignore[attr-defined]
        self.append(self._call(self.find_class(module, name), args))  # type: ignore[attr-defined]

    def _obj(self) -> None:
        maker, *args = self.pop_mark()  # type: ignore[attr-defined]
        self.append(self._call(maker, tuple(args)))  # type: ignore[attr-defined]

    def _build(self) -> None:
        state = self.stack.pop()
        target = self.stack[-1]
        if isinstance(target, _JoblibArray):
            target.read(state, self._file)
        elif isinstance(target, (_Array, _Dtype)):
            target.build(state)
        else:
            raise RefusedError(f"a change of {target.name if isinstance(target, _Maker) else type(target).__name__}")

    def _content(self, width: int) -> bytes | memoryview:
        """A counted content. Picklers put large ones between frames, where they can be mapped."""
        count = int.from_bytes(self.read(width), "little")  # type: ignore[attr-defined]
        if self._unframer.current_frame is None:  # type: ignore[attr-defined]
            return self._file.content(count)
        content: bytes = self.read(count)  # type: ignore[attr-defined]
        return content

    def _binbytes(self) -> None:
        self.append(self._content(4))  # type: ignore[attr-defined]

    def _binbytes8(self) -> None:
        self.append(self._content(8))  # type: ignore[attr-defined]

    def _bytearray8(self) -> None:
        content = self._content(8)
        self.append(bytearray(content) if isinstance(content, bytes) else content)  # type: ignore[attr-defined]

    def _extension(self) -> None:
        raise RefusedError("the extension registry")

    def _setitem(self) -> None:
        value = self.stack.pop()
        key = self.stack.pop()
        self._mapping()[_key(key)] = value

    def _setitems(self) -> None:
        items = self.pop_mark()  # type: ignore[attr-defined]
        self._mapping().update(_pairs(items))

    def _dict(self) -> None:
        made = _pairs(self.pop_mark())  # type: ignore[attr-defined]
        self.append(made)  # type: ignore[attr-defined]

    def _mapping(self) -> dict[Any, Any]:
        if not isinstance(self.stack[-1], dict):
            raise DamagedError("items for something that is no dict")
        return self.stack[-1]

    def _additems(self) -> None:
        items = self.pop_mark()  # type: ignore[attr-defined]
        if not isinstance(self.stack[-1], set):
            raise DamagedError("members for something that is no set")
        self.stack[-1].update(_set(items))

    def _frozenset(self) -> None:
        made = frozenset(_set(self.pop_mark()))  # type: ignore[attr-defined]
        self.append(made)  # type: ignore[attr-defined]

    for _code, _handler in (
        (pickle.REDUCE, _reduce),
        (pickle.NEWOBJ, _reduce),
        (pickle.NEWOBJ_EX, _newobj_ex),
        (pickle.INST, _inst),
        (pickle.OBJ, _obj),
        (pickle.BUILD, _build),
        (pickle.BINBYTES, _binbytes),
        (pickle.BINBYTES8, _binbytes8),
        (pickle.BYTEARRAY8, _bytearray8),
        (pickle.EXT1, _extension),
        (pickle.EXT2, _extension),
        (pickle.EXT4, _extension),
        (pickle.SETITEM, _setitem),
        (pickle.SETITEMS, _setitems),
        (pickle.DICT, _dict),
        (pickle.ADDITEMS, _additems),
        (pickle.FROZENSET, _frozenset),
    ):
        dispatch[_code[0]] = _handler


def _pairs(items: list[Any]) -> dict[Any, Any]:
    return {_key(items[at]): items[at + 1] for at in range(0, len(items), 2)}


def _plain(root: Any) -> Any:
    """`root` with every stand-in replaced; each container is visited once, so shared ones stay cheap."""
    top = [root]
    seen: set[int] = set()
    lists: dict[int, tuple[Any, list[Any]]] = {}
    todo: list[Any] = [top]
    while todo:
        holder = todo.pop()
        if id(holder) in seen:
            continue
        seen.add(id(holder))
        places = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))
        for place, value in places:
            if isinstance(value, tuple):
                # A tuple cannot be changed and arrays may lie in it: one list for it, wherever it is shared.
                value = holder[place] = lists.setdefault(id(value), (value, list(value)))[1]
            if isinstance(value, (_Array, _Dtype)):
                holder[place] = value.dtype if isinstance(value, _Dtype) else _finished(value)
            elif isinstance(value, memoryview):
                holder[place] = bytes(value)
            elif isinstance(value, _Maker):
                raise RefusedError(f"{value.name} as a value")
            elif isinstance(value, (list, dict)):
                todo.append(value)
    return top[0]


def _finished(value: _Array) -> NDArray[Any]:
    if value.array is None:
        raise DamagedError("array without content")
    return value.array
