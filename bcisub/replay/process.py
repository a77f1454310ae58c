"""The worker process seen from the host: start it, talk to it, keep its prints, end it with all its children."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import psutil

from bcisub.errors import BcisubError

BOOT = Path(__file__).resolve().parent.parent / "worker" / "boot.py"
LOG_LIMIT = 10_000_000
"""Bytes of the team's prints that are kept; what comes after is counted and dropped."""
LINE_LIMIT = 64_000_000
"""Bytes of one event line; a longer one is not from our worker."""


class Worker:
    """A running worker. Events arrive in `events`; None says that it has closed its side."""

    def __init__(
        self, python: Path, job: Path, log: Path, environment: Mapping[str, str], echo: Callable[[str], None] | None
    ) -> None:
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
        try:
            self._process = subprocess.Popen(
                [str(python), "-B", "-u", str(BOOT), str(job)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(environment),
                start_new_session=sys.platform != "win32",
                creationflags=flags,
            )
        except OSError as problem:
            raise BcisubError(
                f"The interpreter could not be started: {problem.strerror}.",
                where=python,
                hint="Run `bcisub doctor` to see which interpreters there are.",
                code="interpreter-gone",
            ) from None
        self.events: queue.Queue[dict[str, Any] | None] = queue.Queue(maxsize=10_000)
        self._threads = [
            threading.Thread(target=self._read_events, daemon=True),
            threading.Thread(target=self._read_prints, args=(log, echo), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def answer(self, message: Mapping[str, Any]) -> None:
        """Answer the worker's question; a worker that is gone needs none."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(json.dumps(message).encode("ascii") + b"\n")
            self._process.stdin.flush()

    def wait(self, seconds: float) -> int | None:
        """Exit code, negative for a signal, or None if it is still running after that long."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def memory(self) -> int:
        """Bytes of memory the worker and its children hold now."""
        total = 0
        for process in self._family():
            with contextlib.suppress(psutil.Error):
                total += process.memory_info().rss
        return total

    def kill(self) -> None:
        """End the worker and everything it started, and wait until they are gone."""
        family = self._family()
        for process in family:
            with contextlib.suppress(psutil.Error):
                process.kill()
        if sys.platform != "win32":
            # Children of a worker that is gone are nobody's children, but still of its group.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        psutil.wait_procs(family, timeout=5)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for pipe in (self._process.stdin,):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
        for thread in self._threads:
            thread.join(2)

    def _family(self) -> list[psutil.Process]:
        with contextlib.suppress(psutil.Error):
            parent = psutil.Process(self._process.pid)
            return [*parent.children(recursive=True), parent]
        return []

    def _read_events(self) -> None:
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LINE_LIMIT):
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if isinstance(event, dict):
                self.events.put(event)
        self.events.put(None)

    def _read_prints(self, log: Path, echo: Callable[[str], None] | None) -> None:
        assert self._process.stderr is not None
        kept = 0
        with log.open("wb") as file:
            while piece := self._process.stderr.read1(65536):  # type: ignore[attr-defined]
                if kept < LOG_LIMIT:
                    file.write(piece[: LOG_LIMIT - kept])
                    file.flush()
                    if kept + len(piece) >= LOG_LIMIT:
                        file.write(b"\n[bcisub: the log is full; further output is dropped]\n")
                if echo is not None:
                    echo(piece.decode("utf-8", "replace"))
                kept += len(piece)
