"""One replay: plan the blocks, start the worker, serve it, watch the limits, and record how it ended."""

from __future__ import annotations

import json
import os
import queue
import random
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bcisub.data.recording import Block, DataSet, Matrix, Subject, trigger_events
from bcisub.errors import BcisubError
from bcisub.replay.log import EventLog, build_record, write_truth
from bcisub.replay.packets import packet_count, write_packets
from bcisub.replay.process import Worker
from bcisub.scoring.record import BlockTruth, RunRecord
from bcisub.tracks.base import Layout, Track

GRACE = 60.0
"""Seconds every run may take beside three times its data's duration."""
PROVIDED = Path(__file__).resolve().parent.parent / "worker" / "provided"


@dataclass(frozen=True)
class RunOptions:
    """How a run was asked for."""

    subjects: tuple[str, ...] = ()
    """Only these subjects; all if empty."""
    quick: bool = False
    """First block only."""
    shuffle: int | None = None
    """Seed for the order of the subjects (C9)."""
    ignore_compute: bool = False
    time_limit: float | None = None
    """Seconds of wall clock for the whole run."""
    memory_limit: int | None = None
    """Bytes the worker and its children may hold."""
    readings: Mapping[str, str] = field(default_factory=dict)
    samples: int | None = None
    """Only that many samples of each block; for proofs."""
    stage: str = "preliminary"

    def to_json(self) -> dict[str, Any]:
        """What the event log keeps."""
        return {
            "ignore_compute": self.ignore_compute,
            "stage": self.stage,
            "quick": self.quick,
            "shuffle": self.shuffle,
            "readings": dict(self.readings),
        }


@dataclass(frozen=True)
class Planned:
    """A block that will be served."""

    subject: Subject
    block: Block
    subject_id: int


Watch = Callable[[dict[str, Any]], None]


def plan(dataset: DataSet, options: RunOptions) -> list[Planned]:
    """The blocks of the run, in order. A subject's number is its place in the full set, whatever part is run."""
    known = {subject.name: number for number, subject in enumerate(dataset.subjects, 1)}
    missing = [name for name in options.subjects if name not in known]
    if missing:
        raise BcisubError(
            f"The set {dataset.name} has no subject {missing[0]!r}.",
            hint=f"It has: {', '.join(known)}.",
            where=dataset.path,
        )
    chosen = [subject for subject in dataset.subjects if not options.subjects or subject.name in options.subjects]
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(chosen)
    planned = [Planned(subject, block, known[subject.name]) for subject in chosen for block in subject.blocks]
    return planned[:1] if options.quick else planned


def replay(
    root: Path,
    layout: Layout,
    track: Track,
    dataset: DataSet,
    python: Path,
    folder: Path,
    options: RunOptions,
    *,
    watch: Watch | None = None,
    echo: Callable[[str], None] | None = None,
) -> RunRecord:
    """Run the submission at `root` over `dataset` and leave events, truth and prints in `folder`."""
    planned = plan(dataset, options)
    truth = [_truth(item, track, options) for item in planned]
    duration = sum(block.samples for block in truth) / track.fs
    write_truth(folder, truth)
    log = EventLog(folder)
    events: list[dict[str, Any]] = []

    def keep(event: dict[str, Any]) -> None:
        log.write(event)
        events.append(event)
        if watch is not None:
            watch(event)

    limit = options.time_limit if options.time_limit is not None else 3 * duration + GRACE
    keep({"event": "start", "schema": "bcisub.events/1", "fs": track.fs, "options": options.to_json()})
    try:
        with tempfile.TemporaryDirectory(prefix="bcisub-", ignore_cleanup_errors=True) as scratch:
            job = _write_job(Path(scratch), root, layout, track)
            worker = Worker(python, job, folder / "worker.log", _environment(), echo)
            try:
                end = _Session(worker, planned, truth, track, Path(scratch), options, keep).serve(limit)
            except KeyboardInterrupt:
                end = {"how": "interrupted", "message": "you stopped the run"}
            finally:
                worker.kill()
            keep({"event": "end", **end})
    finally:
        log.close()
    return build_record(events, truth)


class _Session:
    """The host's side of the talk with one worker."""

    def __init__(
        self,
        worker: Worker,
        planned: Sequence[Planned],
        truth: Sequence[BlockTruth],
        track: Track,
        scratch: Path,
        options: RunOptions,
        keep: Watch,
    ) -> None:
        self._worker = worker
        self._planned = planned
        self._truth = truth
        self._track = track
        self._scratch = scratch
        self._options = options
        self._keep = keep
        self._index = -1
        self._began = time.monotonic()

    def serve(self, limit: float) -> dict[str, Any]:
        """Serve until the worker ends or a limit does; say how it ended."""
        checked = 0.0
        gone = False
        while True:
            now = time.monotonic()
            if now - self._began > limit:
                return {"how": "time-limit", "message": f"the run took longer than its limit of {limit:.0f} s"}
            if self._options.memory_limit and now - checked > 0.5:
                checked = now
                if self._worker.memory() > self._options.memory_limit:
                    megabytes = self._options.memory_limit // 1_000_000
                    return {"how": "memory-limit", "message": f"the worker took more than {megabytes} MB of memory"}
            try:
                event = self._worker.events.get(timeout=0.2)
            except queue.Empty:
                # A forked child may hold the worker's side open after it is gone.
                if gone:
                    return self._gone()
                gone = self._worker.wait(0) is not None
                continue
            if event is None:
                return self._gone()
            if event.get("event") == "next":
                self._serve_block()
            elif event.get("event") == "end":
                return {key: value for key, value in event.items() if key != "event"}
            else:
                self._keep(event)

    def _serve_block(self) -> None:
        self._index += 1
        if self._index >= len(self._planned):
            self._worker.answer({"end": True})
            return
        item, truth, track = self._planned[self._index], self._truth[self._index], self._track
        path = self._scratch / f"block-{self._index}.bin"
        entered = time.monotonic()
        write_packets(path, _cut(item.block.load(), self._options), track.packet, track.mask)
        if self._index:
            # The worker has let go of the block before; a system that still holds it deletes it with the folder.
            (self._scratch / f"block-{self._index - 1}.bin").unlink(missing_ok=True)
        self._began += time.monotonic() - entered
        empty = self._options.readings.get("empty-packet") == "engine-2022"
        packets = packet_count(truth.samples, track.packet, empty)
        self._keep(
            {
                "event": "block",
                "index": self._index,
                "subject": truth.subject,
                "block": truth.block,
                "samples": truth.samples,
                "packet": track.packet,
                "packets": packets,
            }
        )
        self._worker.answer(
            {
                "index": self._index,
                "path": str(path),
                "samples": truth.samples,
                "packets": packets,
                "subject_id": item.subject_id,
                "subject": truth.subject,
                "last": self._index == len(self._planned) - 1,
            }
        )

    def _gone(self) -> dict[str, Any]:
        """The worker closed its side without a word."""
        code = self._worker.wait(3.0)
        if code is None:
            return {"how": "lost", "message": "the algorithm closed the connection to the framework and went on"}
        if code < 0:
            return {"how": "signal", "message": f"the worker was killed by signal {-code}"}
        return {"how": "exit", "message": f"the worker ended with exit code {code} in the middle of the run"}


def _truth(item: Planned, track: Track, options: RunOptions) -> BlockTruth:
    data = _cut(item.block.load(), options)
    truth = BlockTruth(item.subject.name, item.block.name, data.shape[1], trigger_events(data[-1]))
    track.check_truth(truth)
    return truth


def _cut(data: Matrix, options: RunOptions) -> Matrix:
    return data if options.samples is None else data[:, : options.samples]


def _write_job(scratch: Path, root: Path, layout: Layout, track: Track) -> Path:
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
    }
    path = scratch / "job.json"
    path.write_text(json.dumps(job), encoding="utf-8")
    return path


def _environment() -> dict[str, str]:
    """The worker's variables: ours, less what would let other code or paths in."""
    kept = {key: value for key, value in os.environ.items() if key not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}}
    return {**kept, "PYTHONIOENCODING": "utf-8", "PYTHONHASHSEED": kept.get("PYTHONHASHSEED", "0")}
