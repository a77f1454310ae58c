"""The range of a score over all combinations of readings, asked of a scorer as rarely as it can be.

A step of scoring looks at a few readings only, and at some of them only where a run makes them matter. `Looked` notes
which; what was made under one combination is then known for every other that agrees in those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Generic, TypeVar

from bcisub.model.track import Readings

Made = TypeVar("Made")
Choices = Mapping[str, Sequence[str]]
"""The values of each reading that can be scored again."""
Score = Callable[[Readings], "float | None"]

EXACT = 5000
"""Combinations told apart by what they score, up to which all are tried; of a long run as many as `WORK` allows."""
WORK = 8_000_000
"""Triggers and reports that may be looked at in all combinations together, each time anew."""
SEARCHED = 100
"""Combinations that must be within `WORK` for a search to begin anywhere but at the chosen readings."""


@dataclass(frozen=True)
class Range:
    """The least and the greatest score; None where no combination gives one."""

    low: float | None
    high: float | None
    exact: bool
    """Every combination was tried, or is known to score as one that was."""


class Looked(Mapping[str, str]):
    """Readings that note which of them were looked at, in order."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self.order: dict[str, None] = {}

    def __getitem__(self, name: str) -> str:
        self.order.setdefault(name)
        return self._readings[name]

    def __iter__(self) -> Iterator[str]:
        # Whoever walks over all of them sees all of them.
        self.order.update(dict.fromkeys(self._readings))
        return iter(self._readings)

    def __len__(self) -> int:
        return len(self._readings)


@dataclass
class _Fork:
    """A reading that was looked at next, and what came then for each of its values."""

    reading: str
    after: dict[str, _Fork | _Leaf] = field(default_factory=dict)


@dataclass(frozen=True)
class _Leaf:
    made: object


class Memo(Generic[Made]):
    """A pure function of readings that is called once for all combinations it cannot tell apart."""

    def __init__(self, make: Callable[[Readings], Made]) -> None:
        self._make = make
        self._root: _Fork = _Fork("")

    def __call__(self, readings: Readings) -> Made:
        """What the function makes of them."""
        fork, value = self._root, ""
        walked = 0
        while (node := fork.after.get(value)) is not None:
            if isinstance(node, _Leaf):
                return node.made  # type: ignore[return-value]
            fork, value = node, readings[node.reading]
            walked += 1
        looked = Looked(readings)
        made = self._make(looked)
        for name in list(looked.order)[walked:]:
            node = _Fork(name)
            fork.after[value] = node
            fork, value = node, readings[name]
        fork.after[value] = _Leaf(made)
        return made


def score_range(score: Score, choices: Choices, chosen: Readings, starts: Iterable[Readings], size: int = 1) -> Range:
    """The range over all combinations of `choices` around `chosen`; `starts` are where extremes are looked for.

    `size`: triggers and reports of the run, that what may take long is not tried.
    """
    limit = min(EXACT, WORK // max(size, 1))
    every = _all_scores(score, choices, chosen, limit)
    if every is not None:
        return _range(every, exact=True)
    from_where = (chosen, *starts) if limit >= SEARCHED else (chosen,)
    found = [_climb(score, choices, start, sign) for start in from_where for sign in (1, -1)]
    return _range(found, exact=False)


def _range(scores: Iterable[float | None], *, exact: bool) -> Range:
    known = [score for score in scores if score is not None]
    return Range(min(known, default=None), max(known, default=None), exact)


def _all_scores(score: Score, choices: Choices, chosen: Readings, limit: int) -> list[float | None] | None:
    """The score of every combination that can differ from the others; None where these are too many."""
    first = Looked(chosen)
    score(first)
    if prod(len(choices[name]) for name in first.order if name in choices) > limit:
        return None
    scores: list[float | None] = []
    waiting: list[tuple[Readings, int]] = [(chosen, 0)]
    while waiting:
        if len(scores) + len(waiting) > limit:
            return None
        readings, fixed = waiting.pop()
        looked = Looked(readings)
        scores.append(score(looked))
        # The first `fixed` that are looked at led here; each one behind them opens its other values.
        order = [name for name in looked.order if name in choices]
        for place in range(fixed, len(order)):
            name = order[place]
            others = (value for value in choices[name] if value != readings[name])
            waiting += [({**readings, name: value}, place + 1) for value in others]
    return scores


def _climb(score: Score, choices: Choices, start: Readings, sign: int) -> float | None:
    """The best score, times `sign`, that changes of one reading at a time lead to."""
    readings = dict(start)
    best = score(readings)
    while True:
        better = None
        for name, values in choices.items():
            for value in values:
                other = {**readings, name: value}
                reached = score(other)
                if reached is not None and (best is None or sign * reached > sign * best):
                    best, better = reached, other
        if better is None:
            return best
        readings = better
