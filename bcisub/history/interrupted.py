"""Runs whose bcisub was killed: found by the next command, closed in their log, and said with how to score them."""

from __future__ import annotations

from pathlib import Path

import psutil

from bcisub.history.log import EVENTS, EventLog
from bcisub.history.runs import RESULT_FILE, runs_folder
from bcisub.model.parsing import parse_json
from bcisub.model.shell import typed


def settle(home: Path) -> list[str]:
    """Close the runs that were cut off in this project, and say each in one sentence."""
    sentences = []
    for folder in sorted(runs_folder(home).glob("*")):
        if (folder / RESULT_FILE).exists() or not _cut_off(folder):
            continue
        log = EventLog(folder, more=True)
        log.write({"event": "end", "how": "killed", "message": "bcisub itself was killed"})
        log.close()
        sentences.append(
            f"The run {folder.name} was cut off: bcisub was killed. Score it with: bcisub score {typed(folder)}"
        )
    return sentences


def _cut_off(folder: Path) -> bool:
    """The log has begun, has no end, and the process that wrote it is gone."""
    path = folder / EVENTS
    try:
        with path.open("rb") as file:
            # The last start and what comes behind it: a run that is taken up again has several.
            start, ended = b"", False
            for line in file:
                if line.startswith(b'{"event": "start"'):
                    start, ended = line, False
                elif line.startswith(b'{"event": "end"'):
                    ended = True
        pid, started = parse_json(start)["host"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    if ended:
        return False
    try:
        return bool(abs(psutil.Process(pid).create_time() - started) > 1.0)
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False
