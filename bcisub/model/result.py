"""The result of a run, as the JSON contract has it, plus the tables a track wants on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bcisub.model.finding import Finding

SCHEMA = "bcisub.result/1"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one trial, and the rule that decided."""

    subject: str
    block: str
    trial: int
    kind: str
    truth: Any
    onset: int
    status: str
    """`correct`, `wrong`, `late`, `missing`, `invalid`; idle trials `quiet`, `false-alarm`; hidden truth `unscored`;
    a frame `answered`."""
    correct: bool
    rule: str
    result: Any = None
    reported_at: int | None = None
    seconds: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields a track adds to the trial's entry."""
    detail: Any = None
    """What the track's formula needs beyond these fields; not part of the JSON contract."""

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {
            "subject": self.subject,
            "block": self.block,
            "trial": self.trial,
            "kind": self.kind,
            "truth": self.truth,
            "onset": self.onset,
            "result": self.result,
            "reported_at": self.reported_at,
            "seconds": None if self.seconds is None else round(self.seconds, 6),
            "status": self.status,
            "correct": self.correct,
            "rule": self.rule,
            **self.extra,
        }


@dataclass(frozen=True)
class Part:
    """Score and figures of one subject, or of one block of a subject."""

    subject: str
    score: float | None
    metrics: Mapping[str, float | int | None]
    block: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        place = {"subject": self.subject} if self.block is None else {"subject": self.subject, "block": self.block}
        return {**place, "score": self.score, "metrics": dict(self.metrics)}


@dataclass(frozen=True)
class Table:
    """A table or a few lines for the screen; not part of the JSON contract."""

    title: str
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    lines: Sequence[str] = ()
    """Plain text below the rows."""


@dataclass(frozen=True)
class Screen:
    """What a track shows of a result beside its score; not part of the JSON contract."""

    headline: Sequence[tuple[str, str]] = ()
    """Figures for the top of the screen, name and value."""
    tables: Sequence[Table] = ()
    """Further tables, in order."""


@dataclass(frozen=True)
class AsEngine:
    """A run under the readings of a public engine."""

    engine: str
    score: float | None = None
    differs: str | None = None
    """Why that engine would have served it otherwise, so that it needs a run of its own; None: it would not."""


@dataclass(frozen=True)
class HalfSpeed:
    """A run on a machine half as fast."""

    late: int
    """Trials that turn late there."""
    score: float | None


@dataclass
class Result:
    """Everything `eval` says."""

    track: str
    score: float | None
    unit: str
    higher_is_better: bool
    valid: bool
    void_reason: str | None
    metrics: dict[str, float | int | None]
    readings: dict[str, str]
    subjects: list[Part] = field(default_factory=list)
    blocks: list[Part] = field(default_factory=list)
    trials: list[Verdict] = field(default_factory=list)
    stray_reports: int = 0
    diagnostics: list[Finding] = field(default_factory=list)
    screen: Callable[[], Screen] = field(default=Screen, compare=False, repr=False)
    """Makes what the track shows; asked once, and only where a result is shown."""
    decimals: int = 2
    """Digits after the point in which the screen shows the score."""
    sensitivity: list[dict[str, Any]] = field(default_factory=list)
    range: Mapping[str, Any] | None = None
    """`low`, `high` over all combinations of readings, and whether they are `exact`."""
    as_engine: Sequence[AsEngine] = ()
    half_speed: HalfSpeed | None = None
    """Where trials turn late on it; not part of the JSON contract."""
    unlabelled: bool = False
    """The run went well, but the set hides its truth: there is no score, and nobody is to blame."""
    data: str = ""
    run: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def shown(self) -> Screen:
        """What the track shows beside the score."""
        return self.screen()

    @property
    def headline(self) -> Sequence[tuple[str, str]]:
        """Figures for the top of the screen, name and value."""
        return self.shown.headline

    @property
    def tables(self) -> Sequence[Table]:
        """Further tables for the screen, in order."""
        return self.shown.tables

    def to_json(self) -> dict[str, Any]:
        """The contract `bcisub.result/1`."""
        return {
            "schema": SCHEMA,
            "track": self.track,
            "data": self.data,
            "valid": self.valid,
            "void_reason": self.void_reason,
            "score": self.score,
            "unit": self.unit,
            "higher_is_better": self.higher_is_better,
            "metrics": self.metrics,
            "readings": self.readings,
            "sensitivity": self.sensitivity,
            "range": self.range,
            "as_engine": {one.engine: one.score for one in self.as_engine},
            "subjects": [part.to_json() for part in self.subjects],
            "blocks": [part.to_json() for part in self.blocks],
            "trials": [verdict.to_json() for verdict in self.trials],
            "stray_reports": self.stray_reports,
            "diagnostics": [_diagnostic(finding) for finding in self.diagnostics],
            "run": self.run,
        }


def _diagnostic(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "level": finding.level,
        "count": finding.count,
        "first": None if finding.first is None else dict(finding.first),
        "message": finding.message,
        "hint": finding.hint,
    }
