"""The host's side of the reading process: one for as many files as are read, ended when a file kills or stalls it."""

from __future__ import annotations

import atexit
import contextlib
import json
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from bcisub.data.apart.message import Unpacker
from bcisub.data.formats.content import Recording
from bcisub.model.errors import BcisubError
from bcisub.model.scratch import scratch

SECONDS, SECONDS_PER_BYTE = 60.0, 1e-6
"""Time that reading a file may take."""
MEMORY, MEMORY_PER_BYTE = 1 << 30, 64
"""Memory that reading a file may take; compressed recordings unfold up to twenty times, and are copied."""
_STARTED = 120.0
"""Seconds in which the process must be there, on a machine with much to do."""
_LOOK = 0.05
"""Seconds between two looks at its memory."""
_ANSWER = 64_000_000
"""Bytes of an answer; its numbers are not in it."""
_SOURCE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from bcisub.data.apart import child; child.serve()"


def recording(reader: str, path: Path) -> Recording:
    """The recording in a file, read in the other process."""
    fields = _SERVICE.ask(reader, path)
    fields["channels"] = tuple(fields["channels"])
    fields["marks"] = tuple((sample, text) for sample, text in fields["marks"])
    return Recording(**fields)


def matlab_variables(path: Path) -> dict[str, Any]:
    """Every variable of a `.mat` file, read in the other process."""
    return dict(_SERVICE.ask("matlab-variables", path))


class _DiedError(Exception):
    """The process is gone, of itself or because it was ended."""

    def __init__(self, how: str, by_itself: bool) -> None:
        super().__init__(how)
        self.by_itself = by_itself


class _Child:
    """One reading process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-c", _SOURCE, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._answers: queue.Queue[bytes] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.files = 0
        """Files that were read in it."""
        try:
            self._next(_STARTED, None)
        except BaseException:
            self.end()
            raise

    @property
    def alive(self) -> bool:
        """It still takes requests."""
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float, memory: int) -> dict[str, Any]:
        """The answer to a request."""
        assert self._process.stdin is not None
        self.files += 1
        before = self._memory()
        with contextlib.suppress(OSError):  # it is gone: the answer says so
            self._process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
            self._process.stdin.flush()
        return dict(json.loads(self._next(seconds, before + memory)))

    def end(self) -> None:
        """Kill it, wherever it is."""
        self._process.kill()
        self._process.wait()
        self._thread.join(2)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _next(self, seconds: float, memory: int | None) -> bytes:
        limit = time.monotonic() + seconds
        while True:
            try:
                answer = self._answers.get(timeout=_LOOK)
            except queue.Empty:
                if time.monotonic() > limit:
                    raise _DiedError(f"reading it takes more than {seconds:.0f} s", by_itself=False) from None
                if memory is not None and self._memory() > memory:
                    raise _DiedError(
                        f"reading it takes more than {memory / 1e6:.0f} MB of memory", by_itself=False
                    ) from None
                continue
            if not answer.endswith(b"\n"):
                raise _DiedError(f"reading it {self._how_it_died()}", by_itself=True)
            return answer

    def _memory(self) -> int:
        with contextlib.suppress(psutil.Error):
            return int(psutil.Process(self._process.pid).memory_info().rss)
        return 0

    def _how_it_died(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(5)
            if code < 0:
                with contextlib.suppress(ValueError):
                    return f"killed the reader ({signal.Signals(-code).name})"
            return f"killed the reader (exit code {code & 0xFFFFFFFF:#x})"
        return "gave an answer without end"

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(_ANSWER):
                self._answers.put(line)
        self._answers.put(b"")


class _Service:
    """Keeps a process for the files to come."""

    def __init__(self) -> None:
        self._child: _Child | None = None
        self._lock = threading.Lock()
        self._left: list[Path] = []

    def ask(self, reader: str, path: Path) -> Any:
        """What a reader finds in a file; a file that kills the process is damaged, and the next gets another one."""
        with self._lock:
            self._clear()
            try:
                try:
                    return self._read(reader, path)
                except _DiedError as death:
                    others = self._child is not None and self._child.files > 1
                    self._end()
                    if not (death.by_itself and others):
                        raise
                # A file read before may have left the process in ruins: this one is blamed only for a fresh one.
                return self._read(reader, path)
            except _DiedError as death:
                self._end()
                raise BcisubError(
                    f"The file is damaged: {death}.",
                    where=path,
                    hint="Copy or download the file again.",
                    code="damaged-file",
                ) from None
            except Exception:
                raise
            except BaseException:  # Ctrl-C: nobody waits for the answer any more
                self._end()
                raise

    def close(self) -> None:
        """No more files are read."""
        self._end()
        self._clear()

    def _read(self, reader: str, path: Path) -> Any:
        if self._child is None or not self._child.alive:
            self._end()
            self._start()
        assert self._child is not None
        size = sum(file.stat().st_size for file in path.parent.glob(f"{_literal(path.stem)}.*") if file.is_file())
        seconds = SECONDS + SECONDS_PER_BYTE * size
        with scratch() as folder:
            numbers = folder / "numbers"
            request = {"reader": reader, "path": str(path.absolute()), "numbers": str(numbers), "seconds": seconds}
            answer = self._child.ask(request, seconds, MEMORY + MEMORY_PER_BYTE * size)
            if "content" not in answer:
                raise _problem(answer, path)
            value = Unpacker(numbers).value(answer["content"])
        if folder.exists():
            self._left.append(folder)
        return value

    def _start(self) -> None:
        try:
            self._child = _Child()
        except (OSError, _DiedError) as problem:
            raise BcisubError(
                f"The process that reads such files cannot be started: {problem}.",
                where=sys.executable,
                hint="Look with `bcisub doctor` whether the installation is whole.",
                code="reader-failed",
            ) from None

    def _end(self) -> None:
        if self._child is not None:
            self._child.end()
        self._child = None

    def _clear(self) -> None:
        """Windows deletes a mapped file only when nobody maps it any more."""
        for folder in self._left:
            shutil.rmtree(folder, ignore_errors=True)
        self._left = [folder for folder in self._left if folder.exists()]


def _literal(stem: str) -> str:
    return "".join(f"[{sign}]" if sign in "[*?" else sign for sign in stem)


def _problem(answer: dict[str, Any], path: Path) -> Exception:
    """What the other process met, as if it had been met here."""
    if "refused" in answer:
        what, where, hint, code = answer["refused"]
        return BcisubError(what, where=path if where == str(path.absolute()) else where, hint=hint, code=code)
    if "system" in answer:
        return OSError(*answer["system"])
    return ValueError(answer["failed"])


_SERVICE = _Service()
atexit.register(_SERVICE.close)
