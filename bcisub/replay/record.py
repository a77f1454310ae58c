"""Records one run: starts the worker, lets a session lead it, keeps every event and how it ended."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bcisub.replay.log import EventLog, build_record, read_events
from bcisub.replay.options import RunOptions
from bcisub.replay.process import Worker
from bcisub.replay.session import Session, Watch
from bcisub.scoring.record import BlockTruth, RunRecord
from bcisub.tracks.base import Layout, Track

GRACE = 60.0
"""Seconds every run may take beside three times its data's duration."""
PROVIDED = Path(__file__).resolve().parent.parent / "worker" / "provided"


def record(
    root: Path,
    layout: Layout,
    track: Track,
    truth: list[BlockTruth],
    python: Path,
    folder: Path,
    options: RunOptions,
    serve: Callable[[Worker, Path, Watch], Session],
    *,
    limit: float,
    more: bool = False,
    watch: Watch | None = None,
    echo: Callable[[str], None] | None = None,
) -> RunRecord:
    """Start a worker, let the session that `serve` makes lead it, and record what happens.

    With `more` a run is taken up again: the new events go behind the earlier ones in its log.
    `limit` is in seconds and stands where the options name none.
    """
    log = EventLog(folder, more=more)

    def keep(event: dict[str, Any]) -> None:
        log.write(event)
        if watch is not None:
            watch(event)

    limit = options.time_limit if options.time_limit is not None else limit
    keep({"event": "start", "schema": "bcisub.events/1", "fs": track.fs, "options": options.to_json()})
    try:
        with tempfile.TemporaryDirectory(prefix="bcisub-", ignore_cleanup_errors=True) as scratch:
            job = _write_job(Path(scratch), root, layout, track, options)
            worker = Worker(python, job, folder / "worker.log", _environment(), echo)
            session = None
            try:
                session = serve(worker, Path(scratch), keep)
                end = session.serve(limit)
            except KeyboardInterrupt:
                end = {"how": "interrupted", "message": "you stopped the run"}
                if session is not None:
                    session.settle()
            finally:
                worker.kill()
                if session is not None:
                    session.close()
            keep({"event": "end", **end})
    finally:
        log.close()
    # Read back rather than kept: a long run should not cost memory for every event.
    return build_record(read_events(folder), truth)


def _write_job(scratch: Path, root: Path, layout: Layout, track: Track, options: RunOptions) -> Path:
    job = {
        "root": str(root.resolve()),
        "module": layout.module,
        "class_name": layout.class_name,
        "entry": layout.entry,
        "path_entries": layout.path_entries,
        "appended_entries": layout.appended_entries,
        "provided": str(PROVIDED / layout.provided) if layout.provided else None,
        "adapter": track.adapter,
        "rows": track.rows,
        "packet": track.packet,
        "fs": track.fs,
        "channels": track.channels,
        "report_fields": track.report_fields,
        "options": dict(track.options),
        "readings": dict(options.readings),
    }
    path = scratch / "job.json"
    path.write_text(json.dumps(job), encoding="utf-8")
    return path


def _environment() -> dict[str, str]:
    """The worker's variables: ours, less what would let other code or paths in."""
    kept = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}}
    return {**kept, "PYTHONIOENCODING": "utf-8", "PYTHONHASHSEED": kept.get("PYTHONHASHSEED", "0")}
