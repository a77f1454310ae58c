"""Reading pickles as data: numpy arrays, scalars, dtypes and plain containers, and nothing that could run code.

The pure Python unpickler of the standard library does the parsing, so that every opcode that could call, build or
set anything passes through `opcodes`. Globals never become the real thing: each admitted one is a stand-in that
checks its arguments (`admitted`). Protocols 0 to 5, numpy 1 and 2, Python 2 strings, and joblib files, compressed
or not (`source`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bcisub.data.unpickle.errors import RefusedError
from bcisub.data.unpickle.opcodes import PlainReader
from bcisub.data.unpickle.source import opened
from bcisub.model.errors import BcisubError


def load(path: Path) -> Any:
    """The object in the pickle at `path`: arrays, numbers, texts and containers of them."""
    try:
        with opened(path) as file:
            return PlainReader(file).load_plain()
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
        raise BcisubError(
            f"The pickle is damaged: {_detail(error).rstrip('.')}.",
            where=path,
            hint="Copy or download the file again.",
            code="damaged-pickle",
        ) from None


def _detail(error: Exception) -> str:
    """The parser's own words, where it has any: an unknown opcode is a KeyError of its number."""
    if isinstance(error, KeyError) and isinstance(error.args[0], int):
        return f"it holds the byte {error.args[0]:#04x} where a pickle has none such, so it may be no pickle at all"
    return str(error) or type(error).__name__
