"""How a run was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bcisub.replay.limits import Limits


@dataclass(frozen=True)
class RunOptions:
    """How a run was asked for."""

    subjects: tuple[str, ...] = ()
    """Only these subjects; all if empty."""
    groups: tuple[str, ...] = ()
    """Only these groups of frames; all if empty."""
    every: int = 1
    """Of the frames of a group only every n-th."""
    quick: bool = False
    """First block only."""
    shuffle: int | None = None
    """Seed for the order of the subjects (C9)."""
    ignore_compute: bool = False
    limits: Limits = field(default_factory=Limits)
    readings: Mapping[str, str] = field(default_factory=dict)
    resume: bool = False
    """Go on with the run in the folder: what has an answer is not asked again."""
    samples: int | None = None
    """Only that many samples of each block; for proofs."""
    runs: int = 1
    """How often the algorithm is made anew and fed all blocks, in one process; for checks."""
    encoding: str | None = None
    """Text files opened without an encoding are read by this one and not by the server's; for checks."""
    stage: str = "preliminary"
    batch: str | None = None
    """Batch the recordings belong to, where their folder does not tell; decides the order of their rows."""
    names: tuple[str, ...] = ()
    """All subjects of the set in natural order, run or not: their numbers hang on it."""

    def to_json(self) -> dict[str, Any]:
        """What the event log keeps; `part` only of a run over a part of its set."""
        part = {"subjects": self.subjects, "groups": self.groups, "every": self.every if self.every > 1 else None}
        asked = {name: value for name, value in part.items() if value}
        return {
            "ignore_compute": self.ignore_compute,
            "stage": self.stage,
            "batch": self.batch,
            "quick": self.quick,
            "shuffle": self.shuffle,
            "names": list(self.names),
            "readings": dict(self.readings),
            **({"part": asked} if asked else {}),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> RunOptions:
        """The options an event log kept, as far as they decide what is run."""
        known: dict[str, Any] = {name: kept[name] for name in cls().to_json() if name in kept}
        part = {name: value if name == "every" else tuple(value) for name, value in kept.get("part", {}).items()}
        return cls(**{**known, **part})
