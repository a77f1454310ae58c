"""Replays the blocks of a recording: plans them, writes each for the worker when it asks, keeps the truth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from bcisub.model.channel_order import batch_of
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth, RunRecord
from bcisub.model.recording import Block, DataSet, Matrix, Subject, odd_triggers, trigger_events
from bcisub.model.stream import Numbering, by_place
from bcisub.model.track import Track
from bcisub.replay.job import Job
from bcisub.replay.joined import joined_block, joined_truth
from bcisub.replay.options import RunOptions
from bcisub.replay.packets import packet_count, write_packets
from bcisub.replay.process import Worker
from bcisub.replay.record import GRACE, record
from bcisub.replay.session import Session, Watch


@dataclass(frozen=True)
class Planned:
    """A block that will be served."""

    subject: Subject
    block: Block
    subject_id: int


def plan(dataset: DataSet, options: RunOptions, numbering: Numbering = by_place) -> list[Planned]:
    """The blocks of the run, in order. A subject's number is that in the full set, whatever part is run."""
    names = [subject.name for subject in dataset.subjects]
    known = dict(zip(names, numbering(names), strict=True))
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


@dataclass(frozen=True)
class Laid:
    """Everything that is served, and what the host alone knows of it."""

    planned: Sequence[Planned]
    batches: Sequence[str | None]
    truth: list[BlockTruth]
    options: RunOptions
    duration: float
    """Seconds of data."""


def lay_out(dataset: DataSet, track: Track, options: RunOptions) -> Laid:
    """The run over `dataset` as it will be served."""
    options = replace(options, names=tuple(subject.name for subject in dataset.subjects))
    planned = plan(dataset, options, track.stream(options.readings).numbering)
    batches = [batch_of(item.block.path, track.batches, options.batch) for item in planned]
    truth = [_truth(item, batch, track, options) for item, batch in zip(planned, batches, strict=True)]
    duration = sum(stop - first for first, stop in (_span(block, track, options) for block in truth)) / track.fs
    if track.stream(options.readings).joined:
        planned, truth, options = _joined(planned, truth, options)
        batches = batches[:1]
    runs = options.runs
    return Laid(planned * runs, batches * runs, truth * runs, options, duration * runs)


def replay(job: Job, dataset: DataSet, laid: Laid | None = None) -> RunRecord:
    """Run the submission over `dataset`, `laid` out already or not; what it leaves lies in the job's folder."""
    run = laid or lay_out(dataset, job.track, job.options)

    def serve(worker: Worker, scratch: Path, keep: Watch) -> Session:
        return BlockSession(worker, run.planned, run.batches, run.truth, job.track, scratch, run.options, keep)

    return record(replace(job, options=run.options), serve, run.truth, limit=3 * run.duration + GRACE)


class BlockSession(Session):
    """Serves the blocks of a recording."""

    def __init__(
        self,
        worker: Worker,
        planned: Sequence[Planned],
        batches: Sequence[str | None],
        truth: Sequence[BlockTruth],
        track: Track,
        scratch: Path,
        options: RunOptions,
        keep: Watch,
    ) -> None:
        super().__init__(worker, options, keep)
        self._planned = planned
        self._orders = [None if batch is None else track.batches[batch] for batch in batches]
        self._truth = truth
        self._track = track
        self._scratch = scratch
        self._index = -1

    def next(self) -> dict[str, Any]:
        """The next block, in a file the worker maps."""
        self._index += 1
        if self._index >= len(self._planned):
            return {"end": True}
        item, truth, track = self._planned[self._index], self._truth[self._index], self._track
        stream = track.stream(self._options.readings)
        path = self._scratch / f"block-{self._index}.bin"
        first, stop = _span(truth, track, self._options)
        try:
            write_packets(path, item.block.load()[:, first:stop], track.packet, stream, self._orders[self._index])
        except OSError as problem:
            raise BcisubError(
                f"The block cannot be put into the temporary folder: {problem.strerror}.",
                where=path.parent,
                hint="Free some space there, or set TMPDIR (on Windows TEMP) to another folder.",
                code="temp-full",
            ) from None
        if self._index:
            # The worker has let go of the block before; a system that still holds it deletes it with the folder.
            (self._scratch / f"block-{self._index - 1}.bin").unlink(missing_ok=True)
        packets = packet_count(stop - first, track.packet, ends_empty=stream.ends_empty)
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
        return {
            "index": self._index,
            "path": str(path),
            "samples": stop - first,
            "packets": packets,
            "subject_id": item.subject_id,
            "subject": truth.subject,
            "joined": truth.extra.get("joined"),
            "last": (self._index + 1) % (len(self._planned) // self._options.runs) == 0,
        }


def _truth(item: Planned, batch: str | None, track: Track, options: RunOptions) -> BlockTruth:
    data = item.block.load()
    extra = {} if batch is None else {"batch": batch}
    odd = odd_triggers(data[-1])
    if odd.size:
        raise BcisubError(
            f"The trigger row holds {data[-1, odd[0]]}; triggers are whole numbers from 0 to 255.",
            where=f"{item.subject.name}/{item.block.name}, sample {odd[0]}",
            hint="`bcisub data check` lists every such place.",
            code="bad-trigger",
        )
    # The whole block is checked, also where a part is served: the cut takes away its end, not its honesty.
    whole = BlockTruth(item.subject.name, item.block.name, data.shape[1], trigger_events(data[-1]), extra)
    track.check_truth(whole)
    if track.span is not None or options.samples is None:
        return whole
    served = data[:, : options.samples]
    return replace(whole, samples=served.shape[1], events=trigger_events(served[-1]))


def _joined(
    planned: Sequence[Planned], truth: Sequence[BlockTruth], options: RunOptions
) -> tuple[list[Planned], list[BlockTruth], RunOptions]:
    """The run as one block, each of the set's already cut as asked."""
    loads = [partial(_first_samples, item.block, block.samples) for item, block in zip(planned, truth, strict=True)]
    only = replace(planned[0], block=joined_block(loads))
    return [only], [joined_truth(truth)], replace(options, samples=None)


def _first_samples(block: Block, stop: int) -> Matrix:
    return block.load()[:, :stop]


def _span(truth: BlockTruth, track: Track, options: RunOptions) -> tuple[int, int]:
    """The samples of a block that are sent. Where the truth decides that, it stays whole and only the stream is cut."""
    first, stop = (0, truth.samples) if track.span is None else track.span(truth)
    return first, stop if options.samples is None else min(stop, first + options.samples)
