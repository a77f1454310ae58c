"""The frame of a scorer: a track writes its rules as four functions, the frame makes the result of them.

    record ─ judge ─→ verdicts ─ figures ─→ score, parts, metrics ─→ Result
                          └─ diagnose ─→ diagnostics       └─ screen ─→ headline, tables (only when shown)

`judge` alone looks at the reports, at those of one block to judge it. `figures` is the track's formula: it sees
verdicts and nothing else, in the order of the trials, so that it can be asked again of any choice of blocks or trials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from bcisub.model.finding import Finding
from bcisub.model.record import BlockRecord, RunEnd, RunRecord
from bcisub.model.result import Part, Result, Screen, Verdict
from bcisub.model.track import Readings, Track
from bcisub.scoring.combinations import Memo
from bcisub.scoring.windows import Assigned

Metrics = dict[str, float | int | None]


@dataclass(frozen=True)
class JudgedBlock:
    """A block of the set and what became of its trials, in their order."""

    subject: str
    block: str
    verdicts: Sequence[Verdict]
    due: int = 0
    """Trials the block holds, with those that a run that broke off did not reach."""
    cut: bool = False
    """The run broke off in this block."""


@dataclass(frozen=True)
class Judged:
    """All verdicts of a run: what a track's formula is asked about."""

    blocks: Sequence[JudgedBlock]
    complete: bool = True
    """The run came to its own end."""
    dealt: Sequence[Assigned] = ()
    """How the reports were dealt out, for every block that was served; diagnostics are told from it."""
    beside: Metrics = field(default_factory=dict)
    """Figures that no verdict tells, of the run as a whole."""

    @property
    def verdicts(self) -> list[Verdict]:
        """Of all blocks, in order."""
        return list(chain.from_iterable(block.verdicts for block in self.blocks))

    def by_subject(self) -> dict[str, Judged]:
        """Every subject's blocks, in the order the subjects came."""
        own: dict[str, list[JudgedBlock]] = {}
        for block in self.blocks:
            own.setdefault(block.subject, []).append(block)
        return {subject: replace(self, blocks=blocks) for subject, blocks in own.items()}


@dataclass(frozen=True)
class Figures:
    """What a track's formula makes of verdicts."""

    score: float | None
    metrics: Metrics
    subjects: list[Part]
    blocks: list[Part]
    void_reason: str | None = None
    """Why these verdicts make no score; how the run ended is the frame's business."""
    unlabelled: bool = False
    """They make none because the set hides its truth."""


@dataclass(frozen=True)
class Scored:
    """A run with its verdicts and figures: what diagnostics and screen are made of."""

    record: RunRecord
    readings: Readings
    judged: Judged
    figures: Figures


@dataclass(frozen=True)
class _Outcome:
    """One of the ways in which a block may be judged."""

    number: int
    blocks: Sequence[JudgedBlock]


def _how_it_ended(end: RunEnd) -> str:
    return end.message or end.how


@dataclass(frozen=True)
class Scorer:
    """A track's rules, a function a step. All are pure."""

    judge: Callable[[RunRecord, Readings], Judged]
    figures: Callable[[Judged, Readings], Figures]
    diagnose: Callable[[Scored], list[Finding]]
    screen: Callable[[Scored], Screen]
    broke_off: Callable[[RunEnd], str] = _how_it_ended
    """Why a run that broke off is void, in the track's words (C8)."""

    def result(self, track: Track, record: RunRecord, readings: Readings) -> Result:
        """The whole result of a run."""
        scored, score, reason = self._scored(track, record, readings)
        figures, judged = scored.figures, scored.judged
        return Result(
            track=track.name,
            score=score,
            unit=track.unit,
            higher_is_better=track.higher_is_better,
            valid=reason is None,
            void_reason=reason,
            unlabelled=record.end.complete and figures.unlabelled,
            metrics=figures.metrics,
            readings=dict(readings),
            subjects=figures.subjects,
            blocks=figures.blocks,
            trials=judged.verdicts,
            stray_reports=sum(len(dealt.strays) + len(dealt.lost) for dealt in judged.dealt),
            diagnostics=self.diagnose(scored),
            decimals=track.decimals,
            screen=lambda: self.screen(scored),
        )

    def verdicts(self, record: RunRecord, readings: Readings) -> Sequence[Verdict]:
        """What became of every trial, in order."""
        return self.judge(record, readings).verdicts

    def scores(self, track: Track, record: RunRecord, readings: Readings) -> Callable[[Readings], float | None]:
        """Readings to the score alone, to be asked of many: each step is done once for those it cannot tell apart."""
        whole = replace(self.judge(record, readings), dealt=())
        blocks = [Memo(partial(self._outcome, part, [])) for part in record.parts()]

        def figures_of(outcomes: Sequence[_Outcome]) -> Memo[float | None]:
            judged = replace(whole, blocks=list(chain.from_iterable(outcome.blocks for outcome in outcomes)))
            return Memo(lambda readings: self._worth(track, record, self.figures(judged, readings))[0])

        known: dict[tuple[int, ...], Memo[float | None]] = {}

        def score(readings: Readings) -> float | None:
            outcomes = [judge(readings) for judge in blocks]
            key = tuple(outcome.number for outcome in outcomes)
            if key not in known:
                known[key] = figures_of(outcomes)
            return known[key](readings)

        return score

    def _outcome(self, part: RunRecord, known: list[_Outcome], readings: Readings) -> _Outcome:
        """The verdicts on a block, as one of those that are known wherever they are equal."""
        blocks = self.judge(part, readings).blocks
        for outcome in known:
            if outcome.blocks == blocks:
                return outcome
        known.append(_Outcome(len(known), blocks))
        return known[-1]

    def _scored(self, track: Track, record: RunRecord, readings: Readings) -> tuple[Scored, float | None, str | None]:
        judged = self.judge(record, readings)
        figures = self.figures(judged, readings)
        return Scored(record, readings, judged, figures), *self._worth(track, record, figures)

    def _worth(self, track: Track, record: RunRecord, figures: Figures) -> tuple[float | None, str | None]:
        """The score and why it is void: void is the worst there is, without truth there is no score."""
        complete = record.end.complete
        reason = figures.void_reason if complete else self.broke_off(record.end)
        score = figures.score
        if reason is not None:
            score = 0.0 if track.higher_is_better and not (complete and figures.unlabelled) else None
        return score, reason


def served(record: RunRecord, packet: int) -> list[BlockRecord]:
    """The blocks that are judged: of a whole run also those the algorithm chose not to read, without a report (C8)."""
    unread = record.unread if record.end.complete else []
    return [*record.blocks, *(BlockRecord(truth, packet, delivered=truth.samples) for truth in unread)]


def reached(block: BlockRecord, record: RunRecord) -> int:
    """Samples of the block in which trials are judged: a run is not blamed for those it broke off before (C8)."""
    return block.delivered if _broken_in(block, record) else block.truth.samples


def ends_run(block: BlockRecord, record: RunRecord) -> bool:
    """The block is the last of the whole run, read or not."""
    return block.truth is record.last


def judged_block(block: BlockRecord, record: RunRecord, verdicts: Sequence[Verdict], due: int) -> JudgedBlock:
    """The verdicts on a block of a run, which holds `due` trials."""
    return JudgedBlock(block.truth.subject, block.truth.block, verdicts, due, _broken_in(block, record))


def _broken_in(block: BlockRecord, record: RunRecord) -> bool:
    return not record.end.complete and not block.read_out
