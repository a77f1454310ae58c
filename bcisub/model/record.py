"""A recorded run as the scorers see it: for every block the truth and the reports, and how the run ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Report:
    """One call of the algorithm's report method."""

    p: int
    """Samples of the block delivered when it was called (C3)."""
    packet: int
    """Packets of the block delivered when it was called."""
    value: Any
    """The answer if it is plain data (int, str, float, bool, list, None), else None."""
    type: str
    """Type of the answer in the algorithm's process, e.g. `int` or `numpy.int64`."""
    text: str
    """How the answer reads, shortened."""
    clock: float = 0.0
    """Virtual seconds since the block began, computing included (SSVEP-15)."""
    compute: float = 0.0
    """Seconds of computing spent on this answer alone, where the interface asks for it (EMO-12)."""
    equals: int | None = None
    """The integer that `==` finds equal to an answer that is a number and no plain data."""
    fed: float = 0.0
    """Seconds of computing spent on taking in the data it is about (EMO-12)."""

    @property
    def shown(self) -> str:
        """Value and type for messages."""
        return f"{self.text} ({self.type})"


@dataclass(frozen=True)
class StoredBlock:
    """A block of the set, and where it begins in the run of samples that was served."""

    subject: str
    block: str
    first: int = 0

    @property
    def place(self) -> dict[str, str]:
        """Subject and block, for verdicts and diagnostics."""
        return {"subject": self.subject, "block": self.block}


@dataclass(frozen=True)
class BlockTruth:
    """What the host knows of a block and the algorithm must not."""

    subject: str
    block: str
    samples: int
    events: tuple[tuple[int, int], ...]
    """Stored triggers: sample and code, in order."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """What a track needs beyond triggers; plain data."""

    @property
    def stored(self) -> list[StoredBlock]:
        """The set's blocks in here: this one, or those that were served as one run of samples."""
        joined = self.extra.get("joined")
        return [StoredBlock(*part) for part in joined] if joined else [StoredBlock(self.subject, self.block)]


@dataclass
class BlockRecord:
    """One block of a run."""

    truth: BlockTruth
    packet: int
    """Samples in a packet."""
    packets: int = 0
    """Packets the block's stream consists of."""
    delivered: int = 0
    """Samples the algorithm had received when the block or the run ended."""
    reports: list[Report] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    """Microseconds computed on each packet, in order, as far as they are known."""

    @property
    def read_out(self) -> bool:
        """The algorithm received the last packet. A stream may end before its recording does (EMO-4)."""
        last = (self.packets - 1) * self.packet + 1 if self.packets else self.truth.samples
        return self.delivered >= min(last, self.truth.samples)

    @property
    def place(self) -> dict[str, str]:
        """Subject and block, for verdicts and diagnostics."""
        return {"subject": self.truth.subject, "block": self.truth.block}


@dataclass(frozen=True)
class RunEnd:
    """How the run ended."""

    how: str
    """`finished`, or `exception`, `exit`, `signal`, `time-limit`, `memory-limit`, `interrupted`, `lost`."""
    message: str = ""
    """One sentence for the user."""
    detail: str = ""
    """The team's own traceback, where there is one."""

    @property
    def complete(self) -> bool:
        """The algorithm came to its own end."""
        return self.how == "finished"


class Said(NamedTuple):
    """A report without its times."""

    subject: str
    block: str
    p: int
    type: str
    text: str


@dataclass
class RunRecord:
    """A run, ready to be scored."""

    blocks: list[BlockRecord]
    """Blocks that were begun, in the order they were served."""
    end: RunEnd
    fs: int = 250
    unread: list[BlockTruth] = field(default_factory=list)
    """Blocks the algorithm never asked for."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """How the run was asked for: `ignore_compute`, `stage`, …"""
    notes: list[dict[str, Any]] = field(default_factory=list)
    """What the worker remarked besides reports, each with a `code` (`read-after-finish`, …)."""
    times: Mapping[str, Any] = field(default_factory=dict)
    """Packets, reports and the time computed on a packet, of a run that was read from its log."""

    ends: BlockTruth | None = None
    """The last block of the whole run, where this is a part of it."""

    @property
    def last(self) -> BlockTruth:
        """The last block of the whole run, read or not."""
        return self.ends or (self.unread[-1] if self.unread else self.blocks[-1].truth)

    @property
    def size(self) -> int:
        """Triggers and reports that a scorer goes through."""
        blocks = sum(len(block.truth.events) + len(block.reports) for block in self.blocks)
        return blocks + sum(len(truth.events) for truth in self.unread)

    def parts(self) -> list[RunRecord]:
        """The run block by block, those that were never asked for last."""
        if not self.blocks and not self.unread:
            return []
        begun = [replace(self, blocks=[block], unread=[], ends=self.last) for block in self.blocks]
        return [*begun, *(replace(self, blocks=[], unread=[truth], ends=self.last) for truth in self.unread)]

    def said(self) -> list[Said]:
        """What two runs that are alike agree in: place and answer of every report; not the time it took."""
        return [
            Said(block.truth.subject, block.truth.block, report.p, report.type, report.text)
            for block in self.blocks
            for report in block.reports
        ]
