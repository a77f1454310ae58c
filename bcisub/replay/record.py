"""Records one run: starts the worker, lets a session lead it, keeps every event and how it ended."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

from bcisub.history.log import EVENTS, SCHEMA, TRUTH, EventLog, read_record, write_truth
from bcisub.history.runs import hash_files
from bcisub.model.errors import BcisubError, SubmissionError
from bcisub.model.record import BlockTruth, RunRecord
from bcisub.model.scratch import scratch
from bcisub.replay.job import Job
from bcisub.replay.prints import Prints
from bcisub.replay.process import Worker
from bcisub.replay.session import Session, Watch

GRACE = 60.0
"""Seconds every run may take beside three times its data's duration."""
PROVIDED = Path(__file__).resolve().parent.parent / "worker" / "provided"


def record(
    job: Job,
    serve: Callable[[Worker, Path, Watch], Session],
    truth: list[BlockTruth],
    *,
    limit: float,
    more: bool = False,
) -> RunRecord:
    """Start a worker, let the session that `serve` makes lead it, and record what happens.

    With `more` a run is taken up again: the new events go behind the earlier ones in its log.
    `limit` is in seconds and stands where the options name none. The truth is kept when the worker is gone: while it
    lives, no file tells it.
    """
    (job.folder / TRUTH).unlink(missing_ok=True)  # of the attempt that is taken up
    log = EventLog(job.folder, more=more)
    prints = Prints(job.folder, job.options.limits.log, job.echo)

    def keep(event: dict[str, Any]) -> None:
        log.write(event)
        if job.watch is not None:
            job.watch(event)

    try:
        keep(
            {
                "event": "start",
                "schema": SCHEMA,
                "fs": job.track.fs,
                "options": job.options.to_json(),
                "plan": plan_sha256(truth),
                "host": [os.getpid(), psutil.Process().create_time()],
            }
        )
        with scratch() as place:
            end = _lead(job, place, serve, keep, prints, limit)
        if prints.rotated:
            keep({"event": "note", "code": "log-rotated", "bytes": prints.total})
        keep({"event": "end", **end})
    finally:
        log.close()
        with contextlib.suppress(OSError):  # where it cannot be kept it is made again from the set
            write_truth(job.folder, truth)
    _check_log(job.folder / EVENTS, log.sha256)
    # Read back rather than kept: a long run should not cost memory for every event.
    return read_record(job.folder, truth)


def plan_sha256(truth: Sequence[BlockTruth]) -> str:
    """What tells the blocks and frames of a run, and their order, from those of another; it says nothing of labels."""
    named = [[block.subject, block.block, list(block.extra.get("frames", ()))] for block in truth]
    return hashlib.sha256(json.dumps(named).encode("ascii")).hexdigest()


def _check_log(path: Path, sha256: str) -> None:
    with contextlib.suppress(OSError):
        if hash_files([path]) == sha256:
            return
    raise SubmissionError(
        "The event log was changed while the run went on: what it says cannot be believed.",
        where=path,
        hint="The algorithm, or what it starts, writes below .bcisub: keep it out of there, and run eval again.",
        code="log-changed",
    )


def _lead(
    job: Job, place: Path, serve: Callable[[Worker, Path, Watch], Session], keep: Watch, prints: Prints, limit: float
) -> dict[str, Any]:
    """One worker from its start to its end, whatever that is; nothing of it stays behind."""
    session = None
    token = secrets.token_hex(16)
    worker = Worker(job.python, _write_job(job, place, token), token, prints, _environment())
    try:
        session = serve(worker, place, keep)
        return session.serve(limit if job.options.limits.time is None else job.options.limits.time)
    except KeyboardInterrupt:
        if session is not None:
            session.settle()
        return {"how": "interrupted", "message": "you stopped the run"}
    except BcisubError as problem:
        with contextlib.suppress(BcisubError):
            keep({"event": "end", "how": "host", "message": problem.what.rstrip(".")})
        raise
    finally:
        worker.kill()
        if session is not None:
            session.close()


def _write_job(job: Job, place: Path, token: str) -> Path:
    layout, track, options = job.layout, job.track, job.options
    fields = {
        "token": token,
        "root": str(job.root.resolve()),
        "module": layout.module,
        "class_name": layout.class_name,
        "entry": layout.entry,
        "path_entries": layout.path_entries,
        "appended_entries": layout.appended_entries,
        "provided": str(PROVIDED / layout.provided) if layout.provided else None,
        "classes": dict(layout.classes),
        "adapter": track.adapter,
        "rows": track.rows,
        "packet": track.packet,
        "fs": track.fs,
        "channels": track.channels,
        "report_fields": () if layout.polled else track.report_fields,
        "polled": layout.polled,
        "options": dict(track.stream(options.readings).options),
        "encoding": options.encoding,
        "report_chars": options.limits.report,
        "runs": options.runs,
    }
    path = place / "job.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    return path


def _environment() -> dict[str, str]:
    """The worker's variables: ours, less what would let other code or paths in.

    Libraries compute on one thread unless the user says otherwise: the verdicts must not hang on how many cores this
    machine has, or on what else it is doing. Text is UTF-8 as on the server, whatever the locale here.
    """
    left = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LANGUAGE"}
    kept = {key: value for key, value in os.environ.items() if key not in left and not key.startswith("LC_")}
    text = {"PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"}
    fixed = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    return {**fixed, **kept, **text}
