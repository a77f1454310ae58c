"""The worker's line to the host: events out as JSON lines, answers in. The team's prints cannot reach it.

The two pipes the process was started with as stdin and stdout are moved to private descriptors at once;
what the team prints goes where stderr goes, the host's `worker.log`. Every event carries the token of the job, so
that the host does not believe what else is written to those descriptors.
"""

import json
import os
import queue
import signal
import sys
import threading
from typing import Any, Callable, Dict

# Bound here, so that code which replaces functions of these modules changes nothing for the framework.
_dumps, _loads, _read, _write, _leave = json.dumps, json.loads, os.read, os.write, os._exit

HOST_GONE = 70
"""Exit code of a worker whose host vanished."""
CONNECTION_CLOSED = 71
"""Exit code of a worker whose line to the host was closed by the team's code."""


class Channel:
    """Sends events as they happen; waits for the host's answers."""

    def __init__(self, token: str) -> None:
        out = os.dup(1)
        self._in = os.dup(0)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        if sys.platform == "win32":
            import msvcrt

            msvcrt.setmode(out, os.O_BINARY)
            msvcrt.setmode(self._in, os.O_BINARY)
        self._put = _sender(out, token.encode("ascii") + b" ")
        self._answers: queue.Queue[Dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._listen, name="bcisub-host", daemon=True).start()

    def send(self, event: Dict[str, Any]) -> None:
        """Hand one event to the host, whole."""
        self._put(_dumps(event, ensure_ascii=True).encode("ascii"))

    def ask(self, event: Dict[str, Any]) -> Dict[str, Any]:
        """Send an event and wait for the host's answer to it."""
        self.send(event)
        return self._answers.get()

    def _listen(self) -> None:
        """Read answers; when the host is gone nobody is left to run for, however busy the team's code is."""
        buffer = b""
        while True:
            try:
                piece = _read(self._in, 65536)
            except OSError:
                # The host's side is fine: the team's code has closed ours.
                _leave(CONNECTION_CLOSED)
            if not piece:
                _vanish()
            buffer += piece
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                self._answers.put(_loads(line.decode("ascii")))


def _sender(out: int, token: bytes) -> Callable[[bytes], None]:
    """What writes an event as a line. The token is in here alone, no attribute holds it."""
    lock = threading.Lock()

    def put(event: bytes) -> None:
        with lock:
            view = memoryview(token + event + b"\n")
            while view:
                view = view[_write(out, view) :]

    return put


def _vanish() -> None:
    """End at once, with every process the team's code has started and not set loose."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    _leave(HOST_GONE)
