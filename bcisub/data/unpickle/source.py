"""The bytes of a pickle, unpacked first where it is compressed."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bcisub.data.unpickle.errors import DamagedError
from bcisub.data.unpickle.file import PickleFile
from bcisub.model.errors import BcisubError

_CHUNK = 1 << 20
_RATIO = 200
_SPARE = 1 << 26
"""A compressed file may unfold to 200 times its size and 64 MB; recordings stay under 20 times, bombs do not."""


def unfolding_limit(size: int) -> int:
    """Bytes a compressed file of that size may unfold into."""
    return _RATIO * size + _SPARE


@dataclass(frozen=True)
class Compression:
    """One of the compressions joblib writes."""

    name: str
    magic: bytes
    module: str
    """What is needed to unpack it; not every Python has them all."""
    start: Callable[[Any], Any]
    """The module to an object with `decompress` and `eof`."""


COMPRESSIONS = (
    Compression("gzip", b"\x1f\x8b", "zlib", lambda module: module.decompressobj(31)),
    *(
        Compression("zlib", magic, "zlib", lambda module: module.decompressobj())
        for magic in (b"x\x01", b"x^", b"x\x9c", b"x\xda")
    ),
    Compression("bz2", b"BZh", "bz2", lambda module: module.BZ2Decompressor()),
    Compression("xz", b"\xfd7zXZ", "lzma", lambda module: module.LZMADecompressor()),
    Compression("lzma", b"]\x00", "lzma", lambda module: module.LZMADecompressor()),
    Compression("lz4", b"\x04\x22\x4d\x18", "lz4.frame", lambda module: module.LZ4FrameDecompressor()),
)


@contextmanager
def opened(path: Path) -> Iterator[PickleFile]:
    """The pickle at `path`; a compressed one is unpacked into a temporary file."""
    with path.open("rb") as file:
        head = file.read(6)
        file.seek(0)
        how = next((one for one in COMPRESSIONS if head.startswith(one.magic)), None)
        if how is None:
            yield PickleFile(file)
            return
        with tempfile.TemporaryFile(prefix="bcisub-") as unpacked:
            _unpack(file, how, path, unpacked)
            unpacked.seek(0)
            yield PickleFile(unpacked)


def _unpack(file: IO[bytes], how: Compression, path: Path, target: IO[bytes]) -> None:
    try:
        module = importlib.import_module(how.module)
    except ImportError:
        raise BcisubError(
            f"The pickle is compressed with {how.name}, and this Python has no module {how.module}.",
            where=path,
            hint="Write it again with zlib or without compression: joblib.dump(data, path, compress=0).",
            code="compressed-pickle",
        ) from None
    machine = how.start(module)
    limit = unfolding_limit(os.fstat(file.fileno()).st_size)
    written = 0
    while not machine.eof and (chunk := file.read(_CHUNK)):
        try:
            # One chunk of a bomb would unfold a thousandfold, so the piece unpacked is bounded too.
            for piece in pieces(machine, chunk):
                written += len(piece)
                if written > limit:
                    raise DamagedError("it unfolds into far more than its size")
                target.write(piece)
        except DamagedError:
            raise
        except Exception as error:  # every module has errors of its own
            raise DamagedError(f"its {how.name} stream is broken ({error})") from None
    if not machine.eof:
        raise DamagedError(f"its {how.name} stream ends too early")
    target.flush()


def pieces(machine: Any, chunk: bytes) -> Iterator[bytes]:
    """What a chunk unpacks to, a bounded piece at a time; zlib keeps its rest in another place than the others."""
    yield machine.decompress(chunk, _CHUNK)
    while not machine.eof:
        rest = getattr(machine, "unconsumed_tail", None)
        if rest is None and getattr(machine, "needs_input", True):
            return
        piece = machine.decompress(rest or b"", _CHUNK)
        if not piece and not rest:
            return
        yield piece
