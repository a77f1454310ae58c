"""The worker process seen from the host: start it, talk to it, keep its prints, end it with all its children."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

from bcisub.history.messages import decode
from bcisub.model.errors import BcisubError
from bcisub.replay.orphans import Orphans
from bcisub.replay.prints import Prints

BOOT = Path(__file__).resolve().parent.parent / "worker" / "boot.py"
MARK = "BCISUB_WORKER"
"""Variable by which everything a worker starts is recognised."""
LINE_LIMIT = 64_000_000
"""Bytes of one event line; a longer one is not from our worker."""
WRITTEN_INTO = "the algorithm wrote into the line between it and bcisub"


class Worker:
    """A running worker. Events arrive in `events`; None says that it has closed its side.

    Only lines that carry the job's `token` are believed: the team's code can write to the worker's descriptors.
    """

    def __init__(
        self,
        python: Path,
        job: Path,
        token: str,
        prints: Prints,
        environment: Mapping[str, str],
    ) -> None:
        self._token = token.encode("ascii")
        self._mark = secrets.token_hex(16)
        self._orphans = Orphans()
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
        try:
            self._process = subprocess.Popen(
                [str(python), "-B", "-u", str(BOOT), str(job)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**environment, MARK: self._mark},
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
            threading.Thread(target=prints.take, args=(self._process.stderr,), daemon=True),
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
        if sys.platform != "win32":
            # Children of a worker that is gone are nobody's children, but still of its group.
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        for _ in range(3):
            # A process may start another between being seen and being killed: look again until nobody is left.
            family = [*self._family(), *self._orphans.found(), *self._marked()]
            if not family:
                break
            for process in family:
                with contextlib.suppress(psutil.Error):
                    process.kill()
            psutil.wait_procs(family, timeout=5)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        for thread in self._threads:
            thread.join(2)

    def _family(self) -> list[psutil.Process]:
        with contextlib.suppress(psutil.Error):
            parent = psutil.Process(self._process.pid)
            return [*parent.children(recursive=True), parent]
        return []

    def _marked(self) -> list[psutil.Process]:
        """Processes the team's code started and whose parent is gone: they carry the mark in their environment."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if process.pid != os.getpid() and process.environ().get(MARK) == self._mark:
                    found.append(process)
        return found

    def _read_events(self) -> None:
        assert self._process.stdout is not None
        begun = False
        while line := self._process.stdout.readline(LINE_LIMIT):
            event = decode(line, self._token)
            if event is not None:
                begun = True
                self.events.put(event)
            elif begun and line.endswith(b"\n"):
                self.events.put({"event": "end", "how": "lost", "message": WRITTEN_INTO})
                return
            # What the interpreter prints while it starts means nothing, nor does a line its death cut short.
        self.events.put(None)
