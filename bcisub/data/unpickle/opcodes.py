"""The pickle machine with every opcode closed that could reach outside the data."""

from __future__ import annotations

import pickle
from typing import Any, ClassVar

from numpy.typing import NDArray

from bcisub.data.unpickle.admitted import GLOBALS, Array, Dtype, JoblibArray, Maker, plain_key, plain_set
from bcisub.data.unpickle.errors import DamagedError, RefusedError
from bcisub.data.unpickle.file import PickleFile

_SPARE = 1 << 26
"""Bytes a file may have made beyond four times its size (a small file of many copies is an attack)."""


class PlainReader(pickle._Unpickler):
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
        if (module, name) not in GLOBALS:
            raise RefusedError(f"{module}.{name}")
        return Maker(f"{module}.{name}", GLOBALS[module, name])

    def _call(self, maker: Any, args: Any) -> Any:
        if not isinstance(maker, Maker) or not isinstance(args, tuple):
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
        if isinstance(target, JoblibArray):
            target.read(state, self._file)
        elif isinstance(target, (Array, Dtype)):
            target.build(state)
        else:
            raise RefusedError(f"a change of {target.name if isinstance(target, Maker) else type(target).__name__}")

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
        self._mapping()[plain_key(key)] = value

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
        self.stack[-1].update(plain_set(items))

    def _frozenset(self) -> None:
        made = frozenset(plain_set(self.pop_mark()))  # type: ignore[attr-defined]
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
    return {plain_key(items[at]): items[at + 1] for at in range(0, len(items), 2)}


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
            if isinstance(value, (Array, Dtype)):
                holder[place] = value.dtype if isinstance(value, Dtype) else _finished(value)
            elif isinstance(value, memoryview):
                holder[place] = bytes(value)
            elif isinstance(value, Maker):
                raise RefusedError(f"{value.name} as a value")
            elif isinstance(value, (list, dict)):
                todo.append(value)
    return top[0]


def _finished(value: Array) -> NDArray[Any]:
    if value.array is None:
        raise DamagedError("array without content")
    return value.array
