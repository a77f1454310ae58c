"""The worker's line to the host: events out as JSON lines, answers in. The team's prints cannot reach it.

The two pipes the process was started with as stdin and stdout are moved to private descriptors at once;
what the team prints goes where stderr goes, the host's `worker.log`.
"""

import json
import os
import queue
import sys
import threading
from typing import Any, Dict

HOST_GONE = 70
"""Exit code of a worker whose host vanished."""


class Channel:
    """Sends events as they happen; waits for the host's answers."""

    def __init__(self) -> None:
        self._out = os.dup(1)
        self._in = os.dup(0)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)
        os.dup2(2, 1)
        if sys.platform == "win32":
            import msvcrt

            msvcrt.setmode(self._out, os.O_BINARY)
            msvcrt.setmode(self._in, os.O_BINARY)
        self._lock = threading.Lock()
        self._answers: queue.Queue[Dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._listen, name="bcisub-host", daemon=True).start()

    def send(self, event: Dict[str, Any]) -> None:
        """Hand one event to the host, whole."""
        line = json.dumps(event, ensure_ascii=True).encode("ascii") + b"\n"
        with self._lock:
            view = memoryview(line)
            while view:
                view = view[os.write(self._out, view) :]

    def ask(self, event: Dict[str, Any]) -> Dict[str, Any]:
        """Send an event and wait for the host's answer to it."""
        self.send(event)
        return self._answers.get()

    def _listen(self) -> None:
        """Read answers; when the host is gone nobody is left to run for, however busy the team's code is."""
        buffer = b""
        while True:
            try:
                piece = os.read(self._in, 65536)
            except OSError:
                piece = b""
            if not piece:
                os._exit(HOST_GONE)
            buffer += piece
            *lines, buffer = buffer.split(b"\n")
            for line in lines:
                self._answers.put(json.loads(line.decode("ascii")))
