"""A set checked block by block; no block stays in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from bcisub.data.channel_names import coverage
from bcisub.data.reading import fitting, read
from bcisub.data.validation.findings import gathered, placed
from bcisub.data.validation.keys import check_keys
from bcisub.data.validation.signal import Levels, check_signal
from bcisub.data.validation.triggers import check_triggers
from bcisub.model.channel_order import batch_of
from bcisub.model.errors import BcisubError
from bcisub.model.finding import ERROR, INFO, Finding, declare
from bcisub.model.recording import Block, DataSet
from bcisub.model.track import Track

MISSING_CHANNELS = declare("missing-channels", INFO)
TRUTH_TABLE = "truth.csv"
"""Where the labels of a set lie that hides them (META-4)."""


@dataclass(frozen=True)
class BlockReport:
    """One row of the table."""

    subject: str
    block: str
    rows: int | None
    """None where the block cannot be read."""
    seconds: float | None
    trials: int | None
    levels: Levels
    findings: tuple[Finding, ...]

    def as_dict(self) -> dict[str, Any]:
        """For `--json`; the findings have a list of their own."""
        content = asdict(self)
        levels = content.pop("levels")
        findings = content.pop("findings")
        return {**content, **levels, "findings": len(findings)}


@dataclass(frozen=True)
class SetReport:
    """What the check of a set says."""

    blocks: tuple[BlockReport, ...]
    general: tuple[Finding, ...] = ()
    """Findings on the set as a whole."""

    @property
    def findings(self) -> list[Finding]:
        """All of them, those on the whole set first."""
        return [*self.general, *(finding for block in self.blocks for finding in block.findings)]

    @property
    def scorable(self) -> bool:
        """No finding forbids a score."""
        return not any(finding.level == ERROR for finding in self.findings)


def check_set(dataset: DataSet, track: Track, progress: Callable[[float], None] | None = None) -> SetReport:
    """Every block of a set in turn."""
    missing = tuple(map(str, dataset.info.get("missing_channels", ())))
    has_truth = (dataset.path / TRUTH_TABLE).is_file()
    reports = []
    for subject in dataset.subjects:
        for block in subject.blocks:
            reports.append(_check_block(subject.name, block, track, missing, has_truth))
            if progress is not None:
                progress(len(reports) / dataset.block_count)
    return SetReport(tuple(reports), tuple(_general(track, missing)))


def _general(track: Track, missing: tuple[str, ...]) -> list[Finding]:
    if not missing:
        return []
    message = (
        f"{coverage(missing, track.channels)} The set is fair only to an algorithm that picks its channels by name."
    )
    return [MISSING_CHANNELS.found(message, count=len(missing))]


def _check_block(subject: str, block: Block, track: Track, missing: tuple[str, ...], has_truth: bool) -> BlockReport:
    try:
        recording = read(block.path)
        data = fitting(recording, block.path, track.rows, track.fs)
    except BcisubError as error:
        message = " ".join(filter(None, (error.what, error.hint)))
        finding = placed(Finding(error.code or "unreadable", ERROR, message), subject, block.name)
        return BlockReport(subject, block.name, None, None, None, Levels(None, None, None), (finding,))
    names = _stored_names(block, track)
    levels, found = check_signal(data, names, track.fs, missing)
    trials, more = check_triggers(np.asarray(data[-1], dtype=np.float64), subject, block.name, track, has_truth)
    every = (*check_keys(recording, names), *more, *found)
    findings = gathered(placed(finding, subject, block.name) for finding in every)
    return BlockReport(subject, block.name, data.shape[0], data.shape[1] / track.fs, trials, levels, tuple(findings))


def _stored_names(block: Block, track: Track) -> tuple[str, ...]:
    """The channels in the order of the file, which a batch may have changed (EMO-8)."""
    batch = batch_of(block.path, track.batches)
    if batch is None:
        return track.channels
    places = dict(zip(track.batches[batch], track.channels, strict=False))
    return tuple(places[row] for row in range(len(track.channels)))
