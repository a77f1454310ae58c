"""Three ways to forge a person's EEG from a recording of it, as three teams would build them.

Each keeps what its model knows (spectrum, covariance, amplitudes) and loses what it does not:

- `autoregressive`: a fitted model driven by noise. No bursts, no arches, no blinks; lines blur with the order.
- `surrogate`: the recording's own spectrum under new phases, then its own amplitudes. Nothing is tied to time.
- `oscillators`: one random oscillator a band with learned strength and covariance. No lag between electrodes,
  and nothing between the bands' centres but their skirts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bcisub.simulate import eeg
from bcisub.simulate.eeg import Array
from bcisub.tracks.metaverse.generator.resting import FS

_COARSE = 8
"""Samples to one of an oscillator's envelope."""


def forge(method: Mapping[str, Any], rng: np.random.Generator, source: Array, samples: int) -> Array:
    """`samples` of new EEG after the model of `source` (electrodes × samples, longer than `samples`)."""
    options = dict(method)
    return _METHODS[options.pop("method")](rng, source, samples, **options)


def autoregressive(
    rng: np.random.Generator, source: Array, samples: int, *, order: int = 12, tails: float = 0.0
) -> Array:
    """A vector autoregression by Yule-Walker; `tails` > 0 makes its noise heavier than Gaussian."""
    rows = len(source)
    centred = source - source.mean(axis=1, keepdims=True)
    length = centred.shape[1]
    lagged: list[Array] = [centred[:, lag:] @ centred[:, : length - lag].T / length for lag in range(order + 1)]

    def moment(lag: int) -> Array:
        return lagged[lag] if lag >= 0 else lagged[-lag].T

    system = np.block([[moment(column - row) for column in range(order)] for row in range(order)])
    system += 1e-6 * np.trace(system) / len(system) * np.eye(len(system))
    future = np.hstack([moment(lag + 1) for lag in range(order)])
    weights = np.linalg.solve(system, future.T).T
    innovation = np.linalg.cholesky(lagged[0] - weights @ future.T + 1e-6 * np.eye(rows))
    settle = 2 * FS
    noise = rng.standard_normal((samples + settle, rows))
    noise *= np.exp(tails * rng.standard_normal((samples + settle, 1)) - tails**2)
    noise = noise @ innovation.T
    course: Array = np.zeros((samples + settle + order, rows))
    newest_first = weights.reshape(rows, order, rows).transpose(1, 2, 0)
    oldest_first = newest_first[::-1].reshape(order * rows, rows)
    for at in range(order, len(course)):
        course[at] = course[at - order : at].ravel() @ oldest_first + noise[at - order]
    settled: Array = course[-samples:].T
    return settled


def surrogate(rng: np.random.Generator, source: Array, samples: int, *, iterations: int = 15) -> Array:
    """Phases redrawn, the same turn for every electrode; then spectrum and amplitudes matched in turns."""
    begin = int(rng.integers(0, source.shape[1] - samples + 1))
    original = source[:, begin : begin + samples]
    spectrum = np.fft.rfft(original, axis=1)
    ranked = np.sort(original, axis=1)
    turn = np.exp(2j * np.pi * rng.random(spectrum.shape[1]))
    turn[0] = 1.0
    forged = np.fft.irfft(spectrum * turn, samples, axis=1)
    for _ in range(iterations):
        forged = np.take_along_axis(ranked, np.argsort(np.argsort(forged, axis=1), axis=1), axis=1)
        common = np.sum(np.fft.rfft(forged, axis=1) * spectrum.conj(), axis=0)
        turn = np.exp(1j * np.angle(common))
        forged = np.fft.irfft(spectrum * turn, samples, axis=1)
    return forged


def oscillators(
    rng: np.random.Generator, source: Array, samples: int, *, spacing: float = 1.0, swell: float = 0.3
) -> Array:
    """Bands `spacing` Hz apart; each has the source's covariance there and an envelope that swells by `swell`.

    Envelopes are slow: they are drawn at a coarse rate, and their spectra put in their places around the centres.
    """
    coarse = eeg.fast_length(-(-samples // _COARSE))
    size = coarse * _COARSE
    offsets = np.fft.fftfreq(coarse, 1 / coarse).astype(int)
    together = np.zeros((len(source), size), dtype=complex)
    spectrum = np.fft.rfft(source, axis=1)
    frequency = np.fft.rfftfreq(source.shape[1], 1 / FS)
    for centre in np.arange(spacing / 2, FS / 2, spacing):
        inside = np.abs(frequency - centre) <= spacing / 2
        part = spectrum[:, inside]
        covariance = 2 * np.real(part @ part.conj().T) / source.shape[1] ** 2
        mixing = np.linalg.cholesky(covariance + 1e-9 * (1 + np.trace(covariance)) * np.eye(len(source)))
        envelope = eeg.coloured(rng, 2 * len(source), coarse, FS / _COARSE, slope=5.0, low=spacing / 2)
        envelope *= np.exp(swell * eeg.coloured(rng, 1, coarse, FS / _COARSE, slope=3.0, low=0.5) - swell**2)
        turning = mixing @ (envelope[: len(source)] + 1j * envelope[len(source) :])
        places = (round(centre * size / FS) + offsets) % size
        together[:, places] += np.fft.fft(turning, axis=1) * _COARSE
    forged: Array = np.fft.ifft(together, axis=1).real[:, :samples]
    return forged


_METHODS: dict[str, Callable[..., Array]] = {
    "autoregressive": autoregressive,
    "surrogate": surrogate,
    "oscillators": oscillators,
}
