"""Sample sets of the turing track: imagined hand movement, near-equal flicker, or nothing at all.

A recipe names its people by a seed of their own, so sets that share it share the people: a model trained on
one set knows them in the next. A set's own seed draws what differs from day to day.

Left or right imagery takes away part of the mu and beta rhythm over the opposite hand area (and a little over
the near one). Flicker at 15.4 to 15.7 Hz starts at phase 0 and reaches the occiput after a delay; the three
options not looked at leak a little. Idle is neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.model.writing import write_block
from bcisub.simulate import eeg
from bcisub.tracks.turing.tables import (
    BLOCK_END,
    BLOCK_START,
    CHANNELS,
    EXPERIMENT_END,
    EXPERIMENT_START,
    TASKS,
    TRIAL_END,
    TRIAL_START,
    task_of,
)

FS = 250
"""Samples a second (TURING-1)."""

LEFT, RIGHT = 1, 2
FLICKER = {3: 15.4, 4: 15.5, 5: 15.6, 6: 15.7}
"""Hertz of the four options, all at phase 0."""

MOVES, PASS, SHOTS = (1, 2, 3, 4), 5, (6, 7, 8, 9)


@dataclass(frozen=True)
class Person:
    """What stays the same in one simulated head from set to set."""

    mu: float
    """Hertz of the rhythm over the hand areas."""
    beta: float
    depth: float
    """Share of that rhythm's power which imagery takes away over the opposite hand area."""
    near: float
    """The same over the near hand area."""
    delay: float
    """Seconds from the task trigger until imagery shows."""
    strength: tuple[float, float]
    """Microvolts of the mu and the beta rhythm at rest."""
    alpha: float
    """Hertz of the occipital rhythm."""
    flicker: tuple[float, float, float]
    """Microvolts of the flicker response and its two harmonics."""
    lag: float
    """Seconds the flicker takes from screen to occiput."""
    tilt: tuple[float, float]
    """How far the occipital response sits from the middle: right, up."""

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Person:
        """One person, from ranges seen in good users of such interfaces."""
        strength = rng.uniform(1.0, 1.25)
        return cls(
            mu=rng.uniform(9.5, 12.5),
            beta=rng.uniform(19.0, 25.0),
            depth=rng.uniform(0.78, 0.9),
            near=rng.uniform(0.05, 0.25),
            delay=rng.uniform(0.25, 0.5),
            strength=(6.5 * strength, 2.8 * strength),
            alpha=rng.uniform(9.0, 11.5),
            flicker=(rng.uniform(2.1, 2.7), rng.uniform(0.5, 0.9), rng.uniform(0.15, 0.35)),
            lag=rng.uniform(0.12, 0.16),
            tilt=(rng.uniform(-0.15, 0.15), rng.uniform(-0.1, 0.1)),
        )


@dataclass(frozen=True)
class Script:
    """What happens in one block: its length, its triggers, and when which task runs."""

    samples: int
    triggers: tuple[tuple[int, int], ...]
    """Sample and code, in order."""
    tasks: tuple[tuple[int, int], ...]
    """Sample and task 1 to 7."""


def generate(recipe: Mapping[str, Any], folder: Path, progress: Callable[[float], None]) -> None:
    """Write the set: `<subject>/block_<k>.pkl` for every subject and block of the recipe."""
    people, session, signal = recipe["people"], recipe["session"], recipe["signal"]
    blocks = int(session["blocks"])
    total = int(people["count"]) * blocks
    for number in range(1, int(people["count"]) + 1):
        subject = f"S{number:02d}"
        person = Person.draw(eeg.stream(int(people["seed"]), subject))
        for block in range(1, blocks + 1):
            rng = eeg.stream(int(recipe["seed"]), subject, block)
            script = write_script(rng, session, first=block == 1, last=block == blocks)
            data = np.vstack([record(rng, person, script, signal, float(session["task"])), trigger_row(script)])
            write_block(folder, subject, f"block_{block}", data, channels=CHANNELS, person=number, number=block)
            progress(((number - 1) * blocks + block) / total)


def write_script(rng: np.random.Generator, session: Mapping[str, Any], *, first: bool, last: bool) -> Script:
    """Lay out one block by the clock: prompt, task, then the robots' action or the training's gap."""
    game = session["kind"] == "game"
    codes = _game_codes(rng, session) if game else _training_codes(rng, int(session["trials"]))
    at = int(rng.integers(1 * FS, 2 * FS))
    triggers = [(at - 200, EXPERIMENT_START)] if first else []
    triggers.append((at - 100, BLOCK_START))
    tasks = []
    prompt, task, after = (round(float(session[key]) * FS) for key in ("prompt", "task", "after"))
    for code in codes:
        onset = at + prompt
        # TURING-2: in a game the trial holds the action, in training the gap lies between two trials.
        end = onset + task + (after if game else 0)
        triggers += [(at, TRIAL_START), (onset, code), (end, TRIAL_END)]
        tasks.append((onset, task_of(code)))
        # A computer never starts the next trial on the very same sample: a few frames pass.
        at = onset + task + after + int(rng.integers(5, 50))
    triggers.append((at, BLOCK_END))
    if last:
        triggers.append((at + 100, EXPERIMENT_END))
    return Script(at + 100 + int(rng.integers(1, FS)), tuple(triggers), tuple(tasks))


def trigger_row(script: Script) -> NDArray[np.float32]:
    """The last row of the block: each code on its one sample, 0 elsewhere."""
    row = np.zeros(script.samples, dtype=np.float32)
    for sample, code in script.triggers:
        row[sample] = code
    return row


def record(
    rng: np.random.Generator, person: Person, script: Script, signal: Mapping[str, Any], task: float
) -> NDArray[np.float32]:
    """The 64 rows an amplifier would have written of this person in this block, in microvolts."""
    samples, rows = script.samples, len(CHANNELS)
    noise = float(signal["noise"])
    data = eeg.background(rng, CHANNELS, samples, FS, amplitude=noise, sensor=0.15 * noise)
    # Electrodes move with the cap: each block sees the sources from slightly elsewhere.
    shift = float(signal["shift"]) * rng.standard_normal(3)
    _add(data, _place("POz", shift), 0.5, 0.6 * noise * eeg.rhythm(rng, 1, samples, FS, person.alpha, 1.0)[0])
    for place, opposite in (("C3", RIGHT), ("C4", LEFT)):
        for frequency, width, strength in (
            (person.mu, 0.9, person.strength[0]),
            (person.beta, 1.8, person.strength[1]),
        ):
            course = eeg.rhythm(rng, 1, samples, FS, frequency, width)[0]
            _add(data, _place(place, shift), 0.28, strength * course * _imagery(rng, person, script, opposite, task))
    occiput = np.array(eeg.position("Oz")) + np.array([person.tilt[0], 0.0, person.tilt[1]]) + shift
    _add(data, tuple(occiput), 0.4, _response(rng, person, script, float(signal["spill"]), task))
    data += eeg.mains(rng, rows, samples, FS, float(signal["mains"]))
    data += eeg.drift(rng, rows, samples, FS, float(signal["drift"]))
    data += eeg.blinks(rng, CHANNELS, samples, FS, float(signal["blinks"]))
    data[CHANNELS.index("ECG")] += _heart(rng, samples)
    return eeg.quantise(data)


def _game_codes(rng: np.random.Generator, session: Mapping[str, Any]) -> list[int]:
    """Rounds of moves and passes, each ended by a shot; the task is drawn from table 2 (TURING-4)."""
    codes = []
    for _ in range(_within(rng, session["rounds"])):
        trials = _within(rng, session["trials"])
        behaviours = [PASS if rng.random() < 0.25 else int(rng.choice(MOVES)) for _ in range(trials - 1)]
        for behaviour in [*behaviours, int(rng.choice(SHOTS))]:
            codes.append(behaviour << 3 | int(rng.choice(TASKS[behaviour])))
    return codes


def _training_codes(rng: np.random.Generator, trials: int) -> list[int]:
    """As many left as right imaginations, in random order."""
    return [int(code) for code in rng.permutation([LEFT, RIGHT] * (trials // 2) + [LEFT] * (trials % 2))]


def _within(rng: np.random.Generator, bounds: tuple[int, int]) -> int:
    return int(rng.integers(bounds[0], bounds[1] + 1))


def _imagery(
    rng: np.random.Generator, person: Person, script: Script, opposite: int, task: float
) -> NDArray[np.float64]:
    """Gain of one hand area's rhythm over the block: 1 at rest, less while a hand is imagined."""
    gain = np.ones(script.samples)
    for onset, imagined in script.tasks:
        if imagined not in (LEFT, RIGHT):
            continue
        depth = person.depth if imagined == opposite else person.near
        left = np.sqrt(1 - np.clip(depth * rng.uniform(0.85, 1.08), 0, 0.95))
        delay = person.delay * rng.uniform(0.8, 1.3)
        time = np.arange(script.samples - onset) / FS
        fall = np.clip((time - delay) / 0.4, 0, 1)
        rise = np.clip((time - task - 0.3) / 0.8, 0, 1)
        gain[onset:] *= 1 - (1 - left) * (fall - rise)
    return gain


def _response(
    rng: np.random.Generator, person: Person, script: Script, spill: float, task: float
) -> NDArray[np.float64]:
    """The flicker response over the block: the option looked at, and a little of the other three."""
    course = np.zeros(script.samples)
    for onset, looked_at in script.tasks:
        if looked_at not in FLICKER:
            continue
        # Flicker starts at phase 0 on the trigger and is seen `lag` later, a little earlier or later each time.
        lag = person.lag + 0.002 * rng.standard_normal()
        size = rng.uniform(0.75, 1.2)
        time = np.arange(min(round((task + lag) * FS), script.samples - onset)) / FS - lag
        swell = np.clip(time / 0.15, 0, 1)
        for option, hertz in FLICKER.items():
            share = size if option == looked_at else spill * size
            for harmonic, strength in enumerate(person.flicker, start=1):
                wave = np.sin(2 * np.pi * harmonic * hertz * time)
                course[onset : onset + len(time)] += share * strength * swell * wave
    return course


def _heart(rng: np.random.Generator, samples: int) -> NDArray[np.float64]:
    """R peaks for the ECG row, at a heart's uneven pace."""
    beats = np.cumsum(rng.normal(0.85, 0.05, samples // (FS // 2) + 2)) * FS
    course = np.zeros(samples + FS)
    peak = np.hanning(15)
    for beat in beats[beats < samples].astype(int):
        course[beat : beat + len(peak)] += 600 * peak
    return course[:samples]


def _place(name: str, shift: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(np.array(eeg.position(name)) + shift)


def _add(data: NDArray[np.float64], centre: tuple[float, ...], width: float, course: NDArray[np.float64]) -> None:
    """Add one source to all rows it reaches."""
    data += np.outer(eeg.topography(CHANNELS, centre, width), course)
