"""One run over a set of frames, from the start or taken up where it was interrupted."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from bcisub.data.frames import FrameSet
from bcisub.errors import BcisubError
from bcisub.replay.frames import FrameFeed, frame_truth
from bcisub.replay.log import build_record, read_events, read_truth, write_truth
from bcisub.replay.options import RunOptions
from bcisub.replay.process import Worker
from bcisub.replay.record import GRACE, record
from bcisub.replay.session import Session, Watch
from bcisub.scoring.record import BlockTruth, RunRecord
from bcisub.tracks.base import Layout, Track

SECONDS_PER_FRAME = 1.0
"""Time a run may take for each of its frames, beside the grace of every run; the final allows as much (GAZE-13)."""


class FrameSession(Session):
    """Serves frames."""

    def __init__(self, worker: Worker, options: RunOptions, keep: Watch, feed: FrameFeed) -> None:
        super().__init__(worker, options, keep)
        self._feed = feed

    def next(self) -> dict[str, Any]:
        """The next frame, its pictures in the file the worker maps."""
        return self._feed.next()

    def close(self) -> None:
        """Stop decoding ahead."""
        self._feed.close()


def replay_frames(
    root: Path,
    layout: Layout,
    track: Track,
    frames: FrameSet,
    python: Path,
    folder: Path,
    options: RunOptions,
    *,
    plane_distance: float,
    known: Collection[str] = (),
    resume: bool = False,
    watch: Watch | None = None,
    echo: Callable[[str], None] | None = None,
) -> RunRecord:
    """Run the predictor at `root` over `frames`; with `resume` go on in `folder` with the frames not yet answered."""
    truth = frame_truth(frames, plane_distance, known)
    earlier: list[dict[str, Any]] = []
    if resume:
        earlier = _earlier(folder, truth, options)
    else:
        write_truth(folder, truth)
    answered = {(event["block"], event["p"]) for event in earlier if event["event"] == "report"}
    begun = {event["index"] for event in earlier if event["event"] == "block"}
    if earlier and len(answered) == sum(block.samples for block in truth):
        return build_record(earlier, truth)

    def serve(worker: Worker, scratch: Path, keep: Watch) -> Session:
        return FrameSession(worker, options, keep, FrameFeed(frames, scratch / "pictures.bin", keep, answered, begun))

    limit = GRACE + SECONDS_PER_FRAME * sum(1 for _ in frames.frames)
    return record(
        root,
        layout,
        track,
        truth,
        python,
        folder,
        options,
        serve,
        limit=limit,
        more=resume,
        watch=watch,
        echo=echo,
    )


def _earlier(folder: Path, truth: list[BlockTruth], options: RunOptions) -> list[dict[str, Any]]:
    """Events of the run in `folder`, if it was over the same frames in the same way."""
    events = list(read_events(folder))
    stage = next((event["options"]["stage"] for event in events if event["event"] == "start"), options.stage)
    if [_frames(block) for block in read_truth(folder)] != [
        _frames(block) for block in truth
    ] or stage != options.stage:
        raise BcisubError(
            "The interrupted run was over other frames than this one would be.",
            where=folder,
            hint="Give the same --data, --subject, --group, --every and --stage, or run eval without --resume.",
        )
    return events


def _frames(block: BlockTruth) -> tuple[str, str, list[str]]:
    return block.subject, block.block, list(block.extra["frames"])
