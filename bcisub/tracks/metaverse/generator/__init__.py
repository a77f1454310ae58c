"""Sample sets of the metaverse track: trials of many people, real and generated, spliced into blocks.

The recipe's tables: `people` (`seed`, `count`: sets with the same two hold the same people), `trials` (`blocks`,
`per_block`, `seconds` and `gap` as ranges, `real_share`, `labelled`) and one `forgers` entry per generator with its
parameters (see `forgery`). An unlabelled set stores 240 for every trial start (META-2) and puts the truth beside the
blocks in `truth.csv`, which only the host reads.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.model.whole_files import write_whole
from bcisub.model.writing import write_block
from bcisub.simulate import eeg
from bcisub.simulate.eeg import Array
from bcisub.tracks.metaverse.generator.forgery import forge
from bcisub.tracks.metaverse.generator.resting import ELECTRODES, FS, Person, draw_person, record

HIDDEN, TRIAL_END, BLOCK_START, BLOCK_END = 240, 241, 242, 243
EYES_OPEN, EYES_CLOSED = 128, 192
"""Added to the subject's number in the trigger of a real trial; a generated trial's is the bare number."""

FOLDER = "S01"
"""All blocks lie in one folder: the people are mixed within the blocks, so a folder means nobody."""
TRUTH = "truth.csv"
TRUTH_COLUMNS = ("subject", "block", "trial", "onset", "trigger")

_STUDIED = 20 * FS
"""What a forger has of each person and state of the eyes: its own recording, never handed out."""


@dataclass(frozen=True)
class Trial:
    """What one trial will be."""

    subject: int
    closed: bool
    forger: int | None
    """Place in the recipe's `forgers`; None = real."""
    samples: int

    @property
    def trigger(self) -> int:
        """The start trigger that tells the truth (META-2)."""
        if self.forger is not None:
            return self.subject
        return self.subject + (EYES_CLOSED if self.closed else EYES_OPEN)


def generate(recipe: Mapping[str, Any], folder: Path, progress: Callable[[float], None]) -> None:
    """Write the set's blocks, and its truth beside them if the triggers do not tell it."""
    labelled = recipe["trials"].get("labelled", True)
    studio = _Studio(recipe)
    truth: list[tuple[str, str, int, int, int]] = []
    plan = list(plan_blocks(recipe))
    for number, trials in enumerate(plan, start=1):
        name = f"block_{number}"
        data, onsets = _splice(recipe, number, [studio.perform(trial) for trial in trials])
        for place, (onset, trial) in enumerate(zip(onsets, trials, strict=True)):
            data[-1, onset] = trial.trigger if labelled else HIDDEN
            truth.append((FOLDER, name, place, onset, trial.trigger))
        write_block(folder, FOLDER, name, eeg.quantise(data), channels=ELECTRODES, fs=FS, number=number)
        progress(number / len(plan))
    if not labelled:
        write_whole(folder / TRUTH, _table(truth))


def people(recipe: Mapping[str, Any]) -> list[Person]:
    """The set's people, number 1 first."""
    seed, count = recipe["people"]["seed"], recipe["people"]["count"]
    return [draw_person(eeg.stream(seed, "person", number)) for number in range(1, count + 1)]


def plan_blocks(recipe: Mapping[str, Any]) -> Iterator[list[Trial]]:
    """Who appears when: people, states of the eyes and forgers evenly, in random order."""
    rng = eeg.stream(recipe["seed"], "plan")
    table, count = recipe["trials"], recipe["people"]["count"]
    total = table["blocks"] * table["per_block"]
    real = round(total * table.get("real_share", 1.0))
    forgers = len(recipe.get("forgers", []))
    shortest, longest = (round(seconds * FS) for seconds in table["seconds"])
    lengths = rng.integers(shortest, longest + 1, total)
    subjects = np.concatenate([rng.permutation(count) + 1 for _ in range(-(-total // count))])[:total]
    trials = [
        Trial(
            subject=int(subjects[at]),
            closed=bool(rng.integers(2)),
            forger=None if at < real else at % forgers,
            samples=int(lengths[at]),
        )
        for at in range(total)
    ]
    order = rng.permutation(total)
    for begin in range(0, total, table["per_block"]):
        yield [trials[at] for at in order[begin : begin + table["per_block"]]]


class _Studio:
    """Makes the trials' EEG, each from a random stream of its own."""

    def __init__(self, recipe: Mapping[str, Any]) -> None:
        self._seed = recipe["seed"]
        self._people = people(recipe)
        self._forgers = recipe.get("forgers", [])
        self._studied: dict[tuple[int, int, bool], Array] = {}
        self._performed = 0

    def perform(self, trial: Trial) -> Array:
        """Electrodes × samples of one trial."""
        self._performed += 1
        rng = eeg.stream(self._seed, "trial", self._performed)
        if trial.forger is None:
            return record(self._people[trial.subject - 1], rng, trial.samples, closed=trial.closed)
        return forge(self._forgers[trial.forger], rng, self._study(trial), trial.samples)

    def _study(self, trial: Trial) -> Array:
        """The forger's own recording of the person."""
        key = (trial.forger or 0, trial.subject, trial.closed)
        if key not in self._studied:
            rng = eeg.stream(self._seed, "studied", *key)
            self._studied[key] = record(self._people[trial.subject - 1], rng, _STUDIED, closed=trial.closed)
        return self._studied[key]


def _splice(recipe: Mapping[str, Any], number: int, trials: list[Array]) -> tuple[Array, list[int]]:
    """A block: its triggers but the trial starts, and where those belong. Zeros lie between the trials."""
    rng = eeg.stream(recipe["seed"], "gaps", number)
    low, high = (round(seconds * FS) for seconds in recipe["trials"]["gap"])
    gaps = rng.integers(low, high + 1, len(trials) + 1)
    data = np.zeros((len(ELECTRODES) + 1, int(gaps.sum()) + sum(trial.shape[1] for trial in trials)))
    onsets = []
    at = int(gaps[0])
    for trial, gap in zip(trials, gaps[1:], strict=True):
        end = at + trial.shape[1]
        data[:-1, at:end] = trial
        data[-1, end - 1] = TRIAL_END
        onsets.append(at)
        at = end + int(gap)
    data[-1, 0], data[-1, -1] = BLOCK_START, BLOCK_END
    return data, onsets


def _table(truth: list[tuple[str, str, int, int, int]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(TRUTH_COLUMNS)
    writer.writerows(truth)
    return text.getvalue().encode()
