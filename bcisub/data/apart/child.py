"""The reading process: one request a line, one answer a line, until the host closes the line or is gone."""

from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bcisub.data.apart.message import packed
from bcisub.data.formats import matlab, mne_files
from bcisub.data.formats.stray_files import check_stray
from bcisub.model.errors import BcisubError

_READERS: dict[str, Callable[[Path], Any]] = {
    "matlab": lambda path: _fields(matlab.read(path)),
    "matlab-variables": matlab.variables,
    "mne": lambda path: _fields(mne_files.read(path)),
}


def serve() -> None:
    """Answer requests. What native code prints goes nowhere: the answers have a descriptor of their own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the host's, which then closes the line
    nowhere = os.open(os.devnull, os.O_RDWR)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    _tell(answers, {"ready": True})
    while line := requests.readline():
        request = json.loads(line)
        # Native code that never ends is ended even when the host is gone.
        with open(os.devnull, "w", encoding="utf-8") as nobody:  # noqa: PTH123
            faulthandler.dump_traceback_later(request["seconds"] + 10, exit=True, file=nobody)
            answer = _answer(request)
            faulthandler.cancel_dump_traceback_later()
        _tell(answers, answer)
    sys.exit(0)


def _tell(answers: Any, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message).encode("ascii") + b"\n")
    answers.flush()


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    path = Path(request["path"])
    try:
        check_stray(path)
        with Path(request["numbers"]).open("wb") as file:
            return {"content": packed(_READERS[request["reader"]](path), file)}
    except BcisubError as error:
        return {"refused": [error.what, error.where, error.hint, error.code]}
    except OSError as error:
        return {"system": [error.errno, error.strerror or str(error)]}
    except Exception as error:  # the formats' readers fail in many ways on damaged files
        return {"failed": str(error) or type(error).__name__}


def _fields(recording: Any) -> dict[str, Any]:
    return {**asdict(recording), "extra": recording.extra}
