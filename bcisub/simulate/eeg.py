"""Plausible scalp EEG: the pieces every streaming track's generator is built from.

Amplitudes are microvolts. All functions take the random stream they draw from, so a generator decides
what shares a stream and what does not.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_ROWS = {
    "FP": 72,
    "AF": 54,
    "F": 36,
    "FC": 18,
    "FT": 18,
    "C": 0,
    "T": 0,
    "CP": -18,
    "TP": -18,
    "P": -36,
    "PO": -54,
    "O": -72,
}
"""Angle of a row of electrodes from the vertex towards the nose, in degrees."""

_OLD_NAMES = {"T3": "T7", "T4": "T8", "T5": "P7", "T6": "P8"}
_PERIPHERAL = ("ECG", "HEOR", "HEOL", "VEOU", "VEOL")


def stream(seed: int, *names: object) -> np.random.Generator:
    """The random stream of one named part of a set; parts do not disturb each other."""
    keys = [zlib.crc32(str(name).encode()) for name in names]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *keys])))


def position(name: str) -> tuple[float, float, float]:
    """Place of an electrode on the unit sphere (right, front, up), from its 10-10 name."""
    upper = _OLD_NAMES.get(name.upper(), name.upper())
    if upper in {"A1", "A2"}:
        side = -1.0 if upper == "A1" else 1.0
        return (side * 0.98, -0.1, -0.2)
    if upper in _PERIPHERAL:
        face = {"ECG": (0.0, 0.0, -1.0), "HEOR": (0.7, 0.7, -0.15), "HEOL": (-0.7, 0.7, -0.15)}
        return face.get(upper, (0.35, 0.9, 0.25 if upper == "VEOU" else -0.3))
    match = re.fullmatch(r"([A-Z]+?)(Z|\d+)", upper)
    if match is None or match[1] not in _ROWS:
        raise ValueError(f"no position is known for the electrode {name!r}")
    number = 0 if match[2] == "Z" else int(match[2])
    side = -1.0 if number % 2 else 1.0
    across = np.deg2rad(18.0 * ((number + 1) // 2))
    along = np.deg2rad(_ROWS[match[1]])
    return (
        float(side * np.sin(across)),
        float(np.cos(across) * np.sin(along)),
        float(np.cos(across) * np.cos(along)),
    )


def positions(names: Sequence[str]) -> Array:
    """Places of many electrodes, one row each."""
    return np.array([position(name) for name in names])


def topography(names: Sequence[str], centre: str | Sequence[float], width: float) -> Array:
    """Weights that fall off like a bell with the distance from `centre` (an electrode or a place)."""
    middle = np.array(position(centre) if isinstance(centre, str) else centre, dtype=float)
    distance = np.linalg.norm(positions(names) - middle, axis=1)
    weights: Array = np.exp(-0.5 * (distance / width) ** 2)
    return weights


def coloured(
    rng: np.random.Generator, rows: int, samples: int, fs: float, slope: float = 1.0, low: float = 0.3
) -> Array:
    """Rows of noise whose power falls as 1/f^slope above `low` Hz, each of unit variance."""
    size = fast_length(samples)
    frequency = np.fft.rfftfreq(size, 1 / fs)
    gain = np.maximum(frequency, low) ** (-slope / 2)
    gain[0] = 0.0
    spectrum = np.fft.rfft(rng.standard_normal((rows, size)), axis=1) * gain
    return _unit(np.fft.irfft(spectrum, size, axis=1)[:, :samples])


def rhythm(rng: np.random.Generator, rows: int, samples: int, fs: float, centre: float, width: float) -> Array:
    """Rows of narrow-band noise around `centre` Hz that wax and wane by themselves, each of unit variance."""
    size = fast_length(samples)
    frequency = np.fft.rfftfreq(size, 1 / fs)
    gain = np.exp(-0.5 * ((frequency - centre) / width) ** 2)
    spectrum = np.fft.rfft(rng.standard_normal((rows, size)), axis=1) * gain
    return _unit(np.fft.irfft(spectrum, size, axis=1)[:, :samples])


def background(
    rng: np.random.Generator,
    names: Sequence[str],
    samples: int,
    fs: float,
    *,
    slope: float = 1.2,
    sources: int = 32,
    width: float = 0.55,
    amplitude: float = 9.0,
    sensor: float = 1.0,
) -> Array:
    """1/f activity of many cortical sources seen by all electrodes, so that neighbours agree, plus sensor noise."""
    place = rng.standard_normal((sources, 3))
    place[:, 2] = np.abs(place[:, 2])
    place /= np.linalg.norm(place, axis=1, keepdims=True)
    weights = np.array([topography(names, p, width) for p in place]).T * rng.choice([-1.0, 1.0], sources)
    weights *= amplitude / np.sqrt(np.mean(np.sum(weights**2, axis=1)))
    mixed: Array = weights @ coloured(rng, sources, samples, fs, slope)
    mixed += sensor * rng.standard_normal((len(names), samples))
    return mixed


def mains(rng: np.random.Generator, rows: int, samples: int, fs: float, amplitude: float, hertz: float = 50.0) -> Array:
    """Mains hum: one wandering phase, a gain and an offset in phase per electrode, a faint second harmonic."""
    wander = np.cumsum(rng.standard_normal(samples)) * 0.002
    phase = 2 * np.pi * hertz * np.arange(samples) / fs + wander
    gain = amplitude * np.exp(0.5 * rng.standard_normal((rows, 1)))
    shift = 0.4 * rng.standard_normal((rows, 1))
    return gain * (np.sin(phase + shift) + 0.15 * np.sin(2 * phase + 2 * shift))


def drift(rng: np.random.Generator, rows: int, samples: int, fs: float, amplitude: float) -> Array:
    """Slow wandering of the electrodes' offset, each with a standing offset of its own."""
    slow = coloured(rng, rows, samples, fs, slope=2.5, low=0.02)
    return amplitude * (slow + 2.0 * rng.standard_normal((rows, 1)))


def blinks(
    rng: np.random.Generator,
    names: Sequence[str],
    samples: int,
    fs: float,
    per_minute: float,
    amplitude: float = 120.0,
) -> Array:
    """Eye blinks: a 0.3 s bump, largest at the forehead, of opposite sign below the eye."""
    bump = np.hanning(int(0.3 * fs))
    course = np.zeros(samples + len(bump))
    for at in rng.integers(0, samples, rng.poisson(per_minute * samples / fs / 60)):
        course[at : at + len(bump)] += bump * rng.uniform(0.6, 1.3)
    weights = topography(names, "Fpz", 0.45)
    for row, name in enumerate(names):
        weights[row] = {"VEOU": 1.2, "VEOL": -0.8, "ECG": 0.0}.get(name.upper(), weights[row])
    return amplitude * (weights[:, None] * course[:samples])


def quantise(data: NDArray[Any], step: float = 1 / 32) -> NDArray[np.float32]:
    """Round to the amplifier's step. Also hides the last bits in which processors differ: same recipe, same bytes."""
    return (np.round(data / step) * step).astype(np.float32)


def _unit(rows: Array) -> Array:
    scaled: Array = rows / np.maximum(rows.std(axis=1, keepdims=True), 1e-12)
    return scaled


def fast_length(samples: int) -> int:
    """A length at least `samples` that the Fourier transform likes: 2^a · {1, 3, 5}."""
    best = 1 << max(samples - 1, 1).bit_length()
    for factor in (3, 5):
        size = factor << max(-(-samples // factor) - 1, 1).bit_length()
        best = min(best, size) if size >= samples else best
    return best
