"""One run over a set of frames, from the start or taken up where it was interrupted."""

from __future__ import annotations

import contextlib
import queue
import time
from pathlib import Path
from typing import Any

from bcisub.history.log import EventLog, read_events, read_record, write_truth
from bcisub.model.errors import BcisubError
from bcisub.model.frames import FrameSet
from bcisub.model.record import BlockTruth, RunEnd, RunRecord
from bcisub.model.serving import FrameSettings
from bcisub.replay.frames import FrameFeed, frame_truth
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.process import Worker
from bcisub.replay.record import GRACE, plan_sha256, record
from bcisub.replay.session import Session, Watch

SECONDS_PER_FRAME = 1.0
"""Time a run may take for each of its frames, beside the grace of every run; the final allows as much (GAZE-13)."""
SETTLE = 2.0
"""Seconds a run that was stopped waits for the answer to its last frame."""


class FrameSession(Session):
    """Serves frames."""

    def __init__(self, worker: Worker, options: RunOptions, keep: Watch, feed: FrameFeed) -> None:
        super().__init__(worker, options, keep)
        self._feed = feed

    def next(self) -> dict[str, Any]:
        """The next frame, its pictures in the file the worker maps."""
        return self._feed.next()

    def settle(self) -> None:
        """Wait for the answer to the frame the worker has: one that is on record is never predicted again."""
        until = time.monotonic() + SETTLE
        with contextlib.suppress(KeyboardInterrupt, queue.Empty):
            while (left := until - time.monotonic()) > 0:
                event = self._worker.events.get(timeout=left)
                if event is None or event.get("event") in {"next", "end"}:
                    return
                self._keep(event)

    def close(self) -> None:
        """Stop decoding ahead."""
        self._feed.close()


def replay_frames(job: Job, frames: FrameSet, settings: FrameSettings) -> RunRecord:
    """Run the predictor over `frames`; where a run is taken up again, over those that have no answer yet."""
    options, resume = job.options, job.options.resume
    truth = frame_truth(frames, settings)
    answered: set[tuple[int, int]] = set()
    begun: set[int] = set()
    if resume:
        answered, begun = _earlier(job.folder, truth, options)
        if len(answered) == sum(block.samples for block in truth):
            return _complete(job.folder, truth)

    def serve(worker: Worker, scratch: Path, keep: Watch) -> Session:
        return FrameSession(worker, options, keep, FrameFeed(frames, scratch / "pictures.bin", keep, answered, begun))

    limit = GRACE + SECONDS_PER_FRAME * sum(1 for _ in frames.frames)
    return record(job, serve, truth, limit=limit, more=resume)


def _complete(folder: Path, truth: list[BlockTruth]) -> RunRecord:
    """Every frame is answered, so nothing is run; a run that was stopped behind its last answer gets its end."""
    found = read_record(folder, truth)
    if not found.end.complete:
        log = EventLog(folder, more=True)
        log.write({"event": "end", "how": "finished"})
        log.close()
        found.end = RunEnd("finished")
    write_truth(folder, truth)
    return found


def _earlier(folder: Path, truth: list[BlockTruth], options: RunOptions) -> tuple[set[tuple[int, int]], set[int]]:
    """Frames that the run in `folder` has answered and blocks it has begun; refused if it was over other frames."""
    answered: set[tuple[int, int]] = set()
    begun: set[int] = set()
    stage, planned = options.stage, ""
    for event in read_events(folder):
        if event["event"] == "report":
            answered.add((event["block"], event["p"]))
        elif event["event"] == "block":
            begun.add(event["index"])
        elif event["event"] == "start":
            stage, planned = event["options"]["stage"], event.get("plan", "")
    if (planned, stage) != (plan_sha256(truth), options.stage):
        raise BcisubError(
            "The interrupted run was over other frames than this one would be.",
            where=folder,
            hint="Give the same --data, --subject, --group, --every and --stage, or run eval without --resume.",
        )
    return answered, begun
