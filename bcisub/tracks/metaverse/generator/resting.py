"""People at rest: a stable signature each, and recordings of it with eyes open or closed.

What is seen are five electrodes of a whole cap, re-referenced to the cap's common average. A recording is not
Gaussian: rhythms come in bursts, alpha travels from back to front, mu is arched, muscles twitch, eyes blink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bcisub.simulate import eeg
from bcisub.simulate.eeg import Array

Complex = NDArray[np.complex128]

FS = 250
ELECTRODES = ("Fz", "Cz", "Oz", "C3", "C4")
CAP = (
    *("Fp1", "Fp2", "F7", "F3", "Fz", "F4", "F8", "FC5", "FC1", "FC2", "FC6", "T7", "C3", "Cz", "C4", "T8", "CP5"),
    *("CP1", "CP2", "CP6", "P7", "P3", "Pz", "P4", "P8", "PO7", "PO3", "POz", "PO4", "PO8", "O1", "Oz", "O2"),
)
"""The electrodes whose average is the reference; enough of them for the average to be near the full cap's."""

_SEEN = np.array([CAP.index(name) for name in ELECTRODES])
_SOURCES = 24
"""Of the 1/f background."""
_FASTEST = 95.0
"""Where the amplifier's low-pass before 250 Hz begins to fall, in Hz."""
_AMPLIFIER = 0.4
"""Noise that enters behind the low-pass, in microvolts: above it no forger is told by an empty stop band."""


@dataclass(frozen=True)
class Person:
    """What stays the same in one person from trial to trial. Amplitudes in microvolts, frequencies in Hz."""

    slope: float
    """Of the 1/f background: power falls as 1/f^slope."""
    background: Array
    """Electrodes × sources: how the background mixes, and so the channels' covariance."""
    alpha: tuple[float, float]
    """Peak and width of the alpha rhythm."""
    alpha_map: Complex
    """Amplitude and phase lag of alpha at each electrode, eyes closed."""
    reactivity: float
    """By how much eye closing raises alpha, in amplitude."""
    mu: tuple[float, float, float]
    """Peak of mu, the share of its second harmonic, and the phase of that harmonic."""
    mu_map: Array
    """Electrodes × two hands: amplitude of mu over the left and the right hand area."""
    theta: tuple[float, Array]
    beta: tuple[float, Array]
    muscle: Array
    """Electrodes × three muscles of the scalp."""
    mains: float
    blink: tuple[float, float]
    """Blinks a minute with eyes open, and their height at the forehead."""


def draw_person(rng: np.random.Generator) -> Person:
    """A new person."""
    alpha_peak = rng.uniform(8.4, 11.6)
    place = np.array(eeg.position("Oz")) + 0.25 * rng.standard_normal(3)
    lag = rng.uniform(0.5, 1.4) * np.linalg.norm(eeg.positions(CAP) - eeg.position("Oz"), axis=1)
    spread = eeg.topography(CAP, tuple(place), rng.uniform(0.5, 0.8))
    alpha_map = rng.lognormal(np.log(9.0), 0.35) * spread * np.exp(-1j * lag)
    hands = [eeg.topography(CAP, side, rng.uniform(0.3, 0.45)) * rng.lognormal(np.log(3.0), 0.35) for side in _HANDS]
    return Person(
        slope=rng.uniform(1.0, 1.5),
        background=_background_map(rng),
        alpha=(alpha_peak, rng.uniform(0.5, 1.1)),
        alpha_map=_referenced(alpha_map),
        reactivity=rng.lognormal(np.log(1.9), 0.25),
        mu=(alpha_peak + rng.uniform(-0.5, 1.8), rng.uniform(0.3, 0.6), rng.uniform(-0.6, 0.6)),
        mu_map=_referenced(np.array(hands).T),
        theta=(rng.uniform(4.5, 7.0), _referenced(rng.lognormal(np.log(2.5), 0.4) * eeg.topography(CAP, "Fz", 0.5))),
        beta=(rng.uniform(15, 25), _referenced(rng.lognormal(np.log(1.6), 0.4) * eeg.topography(CAP, "Cz", 0.6))),
        muscle=_referenced(np.array([rng.lognormal(0.3, 0.4) * eeg.topography(CAP, at, 0.5) for at in _MUSCLES]).T),
        mains=rng.lognormal(np.log(0.25), 0.3),
        blink=(rng.uniform(8, 20), rng.uniform(40, 90)),
    )


def record(person: Person, rng: np.random.Generator, samples: int, *, closed: bool) -> Array:
    """One stretch of rest: electrodes × samples, common average reference."""
    slow = eeg.coloured(rng, _SOURCES, samples, FS, person.slope + 0.15 * rng.standard_normal())
    today = rng.lognormal(0.0, 0.5, _SOURCES)
    signal: Array = person.background @ (slow * today[:, None])
    alpha_gain = rng.lognormal(0.0, 0.35) / (1.0 if closed else person.reactivity)
    alpha = _bursts(rng, samples, person.alpha[0] + 0.25 * rng.standard_normal(), person.alpha[1])
    signal += alpha_gain * np.real(np.outer(person.alpha_map, alpha))
    peak, share, shift = person.mu
    for weights in person.mu_map.T:
        mu = _bursts(rng, samples, peak + 0.25 * rng.standard_normal(), 0.8)
        angle = np.angle(mu)
        arched = np.abs(mu) * (np.cos(angle) + share * np.cos(2 * angle + shift))
        signal += rng.lognormal(0.0, 0.35) * np.outer(weights, arched)
    for (centre, weights), width in ((person.theta, 0.7), (person.beta, 2.0)):
        signal += rng.lognormal(0.0, 0.35) * np.outer(weights, np.real(_bursts(rng, samples, centre, width)))
    signal += person.muscle @ (rng.lognormal(0.0, 0.5, (3, 1)) * _twitches(rng, 3, samples))
    if not closed:
        blinks = eeg.blinks(rng, CAP, samples, FS, person.blink[0], person.blink[1])
        signal += _referenced(blinks)
    signal += eeg.mains(rng, len(ELECTRODES), samples, FS, person.mains)
    seen: Array = rng.lognormal(0.0, 0.12, (len(ELECTRODES), 1)) * _low_pass(signal)
    return seen + _AMPLIFIER * rng.standard_normal(seen.shape)


_HANDS = ("C3", "C4")
_MUSCLES = ("F7", "F8", "POz")


def _referenced(weights: NDArray[Any]) -> NDArray[Any]:
    """The seen electrodes' rows after the average of the whole cap is taken off."""
    seen: NDArray[Any] = (weights - weights.mean(axis=0))[_SEEN]
    return seen


def _background_map(rng: np.random.Generator) -> Array:
    """Brains are built alike: the same sources in everyone, a little moved and of somewhat different strength."""
    common = eeg.stream(0, "sources")
    place = common.standard_normal((_SOURCES, 3))
    sign = common.choice([-1.0, 1.0], _SOURCES)
    place += 0.25 * rng.standard_normal(place.shape)
    place[:, 2] = np.abs(place[:, 2])
    place /= np.linalg.norm(place, axis=1, keepdims=True)
    weights = np.array([eeg.topography(CAP, tuple(at), 0.55) for at in place]).T
    weights = _referenced(weights * sign * rng.lognormal(0.0, 0.3, _SOURCES))
    level = rng.lognormal(np.log(8.0), 0.1)
    scaled: Array = weights * level / np.sqrt(np.mean(np.sum(weights**2, axis=1)))
    return scaled


def _bursts(rng: np.random.Generator, samples: int, centre: float, width: float) -> Complex:
    """An analytic rhythm of unit amplitude on average whose envelope swells and fades more than noise's would."""
    wander = np.cumsum(rng.standard_normal(samples)) * 0.3 * width / FS**0.5
    wander *= 2 * np.pi / FS
    course = np.exp(1j * (2 * np.pi * centre * np.arange(samples) / FS + np.cumsum(wander) + rng.uniform(0, 2 * np.pi)))
    spread = eeg.coloured(rng, 2, samples, FS, slope=6.0, low=width)
    narrow = (spread[0] + 1j * spread[1]) * course
    swell = np.exp(0.8 * eeg.coloured(rng, 1, samples, FS, slope=3.0, low=0.8)[0])
    bursts = narrow * swell
    scaled: Complex = bursts / np.sqrt(np.mean(np.abs(bursts) ** 2))
    return scaled


def _twitches(rng: np.random.Generator, rows: int, samples: int) -> Array:
    """Muscle activity above 20 Hz in short bursts of very different height."""
    noise = eeg.rhythm(rng, rows, samples, FS, 60.0, 22.0)
    height: Array = np.exp(0.9 * eeg.coloured(rng, rows, samples, FS, slope=2.0, low=3.0))
    return noise * height


def _low_pass(signal: Array) -> Array:
    padded = np.concatenate([signal, signal[:, ::-1]], axis=1)  # the mirror joins without a step
    frequency = np.fft.rfftfreq(padded.shape[1], 1 / FS)
    gain = np.exp(-((np.maximum(frequency - _FASTEST, 0) / 10.0) ** 2))
    filtered: Array = np.fft.irfft(np.fft.rfft(padded, axis=1) * gain, padded.shape[1], axis=1)
    return filtered[:, : signal.shape[1]]
