"""Sample sets of `ssvep-async`: a 40-target keyboard, flicker trials and still ones, no two people alike.

A recipe has two tables::

    [paradigm]  subjects, blocks (a subject), trials (a block)
    [response]  weakest, strongest: the evoked response of the two people at the ends of the set, its amplitude against
                the spread of the background at the back of the head; the others lie between them

Paradigm and triggers are the official document's (SSVEP-1, SSVEP-2, SSVEP-4); the response is that of a person who
looks at a sinusoidal flicker: harmonics, a delay from eye to cortex, a rise, attention that comes and goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.model.writing import write_block
from bcisub.simulate import eeg
from bcisub.simulate.eeg import Array
from bcisub.tracks.ssvep_async.tables import BLOCK_END, BLOCK_START, TRIAL_END

FS = 250
_TABLE_2 = (
    "Fpz Fp1 Fp2 AF3 AF4 AF7 AF8 FZ F1 F2 F3 F4 F5 F6 F7 F8 FCz FC1 FC2 FC3 FC4 FC5 FC6 FT7 FT8 Cz C1 C2 C3 C4 C5 C6 "
    "T7 T8 CP1 CP2 CP3 CP4 CP5 CP6 TP7 TP8 Pz P3 P4 P5 P6 P7 P8 POz PO3 PO4 PO5 PO6 PO7 PO8 Oz O1 O2 "
    "ECG HEOR HEOL VEOU VEOL"
)
CHANNELS = tuple(_TABLE_2.split())
"""The 64 rows of SSVEP-1 in the order of the document's table 2."""

TARGETS = 40
IDLE = 100
"""Added to a label: the gaze rests on that target and it does not flicker (SSVEP-2)."""

CUE, FLICKER, FEEDBACK = 1.0, 4.0, 1.0
HARMONICS = 5


def frequency(label: int) -> float:
    """Flicker frequency of a target in Hz (SSVEP-4)."""
    return 8.0 + 0.2 * (label - 1)


def phase(label: int) -> float:
    """Phase of a target's flicker at its onset (SSVEP-4)."""
    return float(0.5 * np.pi * ((label - 1) % 4))


@dataclass(frozen=True)
class Trial:
    """One trial of a block's plan."""

    onset: int
    """Sample at which flickering begins, or would."""
    label: int
    """What the trigger says: 1–40 flickering, 101–141 not."""


@dataclass(frozen=True)
class Person:
    """What makes one person's recording differ from another's."""

    strength: float
    """Amplitude of the response at its best place, against the spread of the background there."""
    unsteadiness: float
    """How much the response differs from trial to trial, as the spread of its logarithm."""
    latency: float
    """Seconds from the screen to the cortex."""
    fields: Array
    """Topography of each of the two visual sources, one row each."""
    harmonics: Array
    """Amplitude of each harmonic against the first."""
    offsets: Array
    """Phase of each harmonic in each source."""
    tuning: float
    """The stimulation frequency this person answers best, in Hz."""
    alpha: float
    """Amplitude of each generator of the alpha rhythm in µV."""
    alpha_frequency: float
    mains: float
    blinks: float
    """Blinks a minute."""


def generate(recipe: Mapping[str, Any], folder: Path, progress: Callable[[float], None]) -> None:
    """Write the set that `recipe` describes below `folder`."""
    seed, subjects, blocks = recipe["seed"], recipe["paradigm"]["subjects"], recipe["paradigm"]["blocks"]
    for subject in range(subjects):
        share = subject / (subjects - 1) if subjects > 1 else 0.5
        person = draw_person(
            eeg.stream(seed, "person", subject), _strength(recipe["response"], share), _unsteadiness(share)
        )
        for block in range(blocks):
            rng = eeg.stream(seed, "block", subject, block)
            trials, samples = plan(rng, recipe["paradigm"]["trials"])
            rows = np.vstack([eeg.quantise(record(rng, person, trials, samples)), triggers(trials, samples)])
            number = block + 1
            write_block(
                folder,
                f"S{subject + 1:02d}",
                f"block_{number}",
                rows,
                channels=CHANNELS,
                fs=FS,
                person=subject + 1,
                number=number,
            )
            progress((subject * blocks + number) / (subjects * blocks))


def plan(rng: np.random.Generator, trials: int) -> tuple[list[Trial], int]:
    """The trials of a block and its length in samples: two thirds to three quarters of them flicker."""
    flickering = int(rng.integers(round(trials * 40 / 60), round(trials * 45 / 60) + 1))
    looked_at = rng.permutation(np.arange(max(flickering, TARGETS)) % TARGETS + 1)[:flickering]
    still = IDLE + rng.integers(1, TARGETS + 2, trials - flickering)
    start = rng.uniform(2.0, 5.0)
    planned = []
    for label in rng.permutation(np.concatenate([looked_at, still])):
        planned.append(Trial(round((start + CUE) * FS), int(label)))
        rest = rng.uniform(0.0, 4.0) if rng.random() < 0.9 else rng.uniform(4.0, 12.0)
        start += CUE + FLICKER + FEEDBACK + rest
    return planned, round((start + rng.uniform(0.5, 2.0)) * FS)


def triggers(trials: list[Trial], samples: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """The trigger row (SSVEP-2). A trial ends with its feedback, as the document counts it."""
    row = np.zeros(samples, dtype=np.float32)
    row[0], row[-1] = BLOCK_START, BLOCK_END
    for trial in trials:
        row[trial.onset] = trial.label
        row[trial.onset + round((FLICKER + FEEDBACK) * FS)] = TRIAL_END
    return row


def draw_person(rng: np.random.Generator, strength: float, unsteadiness: float = 0.25) -> Person:
    """A person whose response has the given strength and steadiness and who is otherwise drawn at random."""
    oz = np.array(eeg.position("Oz"))
    places = (oz + rng.normal(0, 0.08, 3), oz + rng.normal(0, 0.3, 3))
    fields = np.array([eeg.topography(CHANNELS, place.tolist(), rng.uniform(0.35, 0.55)) for place in places])
    fields[:, [CHANNELS.index(name) for name in CHANNELS[-5:]]] = 0.0
    fields /= fields.max(axis=1, keepdims=True)
    fields[1] *= rng.uniform(0.3, 0.6) * rng.choice([-1.0, 1.0])
    harmonics = np.array([1.0, 0.55, 0.32, 0.2, 0.12]) * np.exp(rng.normal(0, 0.15, HARMONICS))
    harmonics[0] = 1.0
    return Person(
        strength=strength,
        unsteadiness=unsteadiness,
        latency=rng.uniform(0.1, 0.2),
        fields=fields,
        harmonics=harmonics,
        offsets=rng.uniform(0, 2 * np.pi, (2, HARMONICS)),
        tuning=rng.uniform(10.5, 12.5),
        alpha=rng.uniform(0.2, 0.8),
        alpha_frequency=rng.uniform(9.0, 11.0),
        mains=rng.uniform(1.0, 6.0),
        blinks=rng.uniform(4.0, 12.0),
    )


def record(rng: np.random.Generator, person: Person, trials: list[Trial], samples: int) -> Array:
    """The 64 rows of one block, in µV."""
    rows = eeg.background(rng, CHANNELS, samples, FS)
    loudness = float(rows[[CHANNELS.index(name) for name in ("POz", "Oz", "O1", "O2")]].std())
    rows += _alpha(rng, person, trials, samples)
    for trial in trials:
        if trial.label <= TARGETS:
            response = loudness * evoked(rng, person, trial.label)
            begin = trial.onset + int(person.latency * FS)
            rows[:, begin : begin + response.shape[1]] += response
    rows += eeg.blinks(rng, CHANNELS, samples, FS, person.blinks)
    rows += eeg.mains(rng, len(CHANNELS), samples, FS, person.mains)
    rows += eeg.drift(rng, len(CHANNELS), samples, FS, 15.0)
    rows[CHANNELS.index("ECG")] += _heart(rng, samples)
    return rows


def evoked(rng: np.random.Generator, person: Person, label: int) -> Array:
    """The response to one flicker trial, from the sample at which it reaches the cortex; in units of the background."""
    samples = round((FLICKER + 0.3) * FS)
    start = int(person.latency * FS) / FS
    time = start + np.arange(samples) / FS - person.latency  # the delay is no whole number of samples
    rise = 1 - np.exp(-np.maximum(time, 0) / rng.uniform(0.2, 0.5))
    fall = np.where(time > FLICKER, np.exp(-(time - FLICKER) / 0.1), 1.0)
    attention = np.exp(rng.normal(0, person.unsteadiness) + 0.2 * eeg.coloured(rng, 1, samples, FS, slope=2.0)[0])
    tuned = np.exp(-0.5 * ((frequency(label) - person.tuning) / 4.0) ** 2)
    order = np.arange(1, HARMONICS + 1)[:, None]
    cycles = order * (2 * np.pi * frequency(label) * time + phase(label))
    sources = np.array([person.harmonics @ np.sin(cycles + offset[:, None]) for offset in person.offsets])
    response: Array = person.fields.T @ (sources * (person.strength * tuned * attention * rise * fall))
    return response


def _strength(response: Mapping[str, float], share: float) -> float:
    """Evenly spread on a logarithmic scale, so that even a small set holds a weak and a strong responder."""
    return float(response["weakest"] ** (1 - share) * response["strongest"] ** share)


def _unsteadiness(share: float) -> float:
    """Weak responders miss some trials whatever the time they are given: one in four at 4 s, of real ones."""
    return 0.55 - 0.35 * share


def _alpha(rng: np.random.Generator, person: Person, trials: list[Trial], samples: int) -> Array:
    """Alpha over the back of the head: spindles that come and go, weaker while something flickers."""
    # Many generators out of step: were they few, a spatial filter could cut out a line as sharp as a flicker's.
    places = ("P3", "Pz", "P4", "PO7", "PO3", "POz", "PO4", "PO8", "O1", "O2")
    courses = eeg.rhythm(rng, len(places), samples, FS, person.alpha_frequency, 1.1)
    waxing = np.exp(0.5 * eeg.coloured(rng, len(places), samples, FS, slope=2.0, low=0.05) - 0.12)
    watching = np.ones(samples)
    for trial in trials:
        if trial.label <= TARGETS:
            watching[trial.onset : trial.onset + round(FLICKER * FS)] = 0.7
    watching = np.convolve(watching, np.full(FS // 2, 2 / FS), mode="same")
    weights = np.array([eeg.topography(CHANNELS, place, 0.35) for place in places])
    mixed: Array = weights.T @ (person.alpha * courses * waxing * watching)
    return mixed


def _heart(rng: np.random.Generator, samples: int) -> Array:
    """The ECG row: an R peak with its T wave, about 70 times a minute."""
    beats = np.cumsum(rng.normal(60 / 70, 0.04, int(samples / FS * 2) + 2))
    time = np.arange(int(0.5 * FS)) / FS
    beat = 600 * np.exp(-0.5 * ((time - 0.05) / 0.012) ** 2) + 120 * np.exp(-0.5 * ((time - 0.3) / 0.04) ** 2)
    course = np.zeros(samples + len(beat))
    for at in (beats * FS).astype(int):
        if at < samples:
            course[at : at + len(beat)] += beat
    return course[:samples]
