"""What a trial's EEG says about its person, and about whether a person made it at all."""

from __future__ import annotations

import numpy as np
from scipy import signal, stats

FS = 250
PAIRS = np.triu_indices(5, 1)
BANDS = ((2, 7), (7, 13), (13, 30), (30, 48), (52, 95))
_FILTERS = [signal.butter(3, band, "band", fs=FS, output="sos") for band in (*BANDS, (8, 13), (16, 26))]
_EDGE = FS // 10
"""Samples at either end that the filters spoil."""


def identity(window: np.ndarray) -> np.ndarray:
    """Log spectra of the channels and, band by band, how the channels agree."""
    spectrum = _segments(window)
    power = np.log(np.mean(np.abs(spectrum) ** 2, axis=0) + 1e-3)[:, 2:46]
    parts = [power.ravel()]
    for low, high in ((2, 7), (8, 13), (14, 30), (30, 46)):
        band = spectrum[:, :, low:high]
        cross = np.einsum("sif,sjf->ij", band, band.conj()).real
        scale = np.sqrt(np.diag(cross)) + 1e-9
        parts.append(np.arctanh(np.clip((cross / np.outer(scale, scale))[PAIRS], -0.99, 0.99)))
    return np.concatenate(parts)


def traces(window: np.ndarray) -> np.ndarray:
    """What generators miss: bursts, arches, lags between electrodes, lines and edges of the spectrum."""
    centred = window - window.mean(axis=1, keepdims=True)
    power = np.log(signal.welch(centred, FS, nperseg=FS, noverlap=FS // 2)[1] + 1e-6)
    parts = [
        power[:, 50] - power[:, [46, 47, 53, 54]].mean(axis=1),  # the mains line
        power[:, 110:124].mean(axis=1) - power[:, 80:90].mean(axis=1),  # the amplifier's low-pass
        [power[:, 100:110].mean() - power[:, 85:95].mean(), power[:, 116:124].mean() - power[:, 104:110].mean()],
        np.abs(np.diff(power[:, 2:45], 2, axis=1)).mean(axis=1),  # how smooth the spectrum is
        np.abs(stats.skew(centred, axis=1)),
        _log_kurtosis(centred),
        _log_kurtosis(np.diff(centred, axis=1)),
    ]
    *bands, alpha, double = [_analytic(centred, sos) for sos in _FILTERS]
    for band in bands:
        envelope = np.abs(band)
        parts.append(_log_kurtosis(band.real))
        parts.append(np.log(envelope.std(axis=1) / (envelope.mean(axis=1) + 1e-9) + 1e-9))
        parts.append([np.corrcoef(envelope)[PAIRS].mean()])  # a burst is seen by every electrode
        cross = band @ band.conj().T
        scale = np.sqrt(np.diag(cross).real) + 1e-9
        parts.append(np.log(1e-3 + np.abs((cross / np.outer(scale, scale)).imag[PAIRS])))
    # Arched mu: the octave is tied to the rhythm's phase.
    tied = np.mean(alpha**2 * double.conj(), axis=1)
    size = np.sqrt(np.mean(np.abs(alpha) ** 4, axis=1) * np.mean(np.abs(double) ** 2, axis=1)) + 1e-9
    parts.append(np.log(np.abs(tied) / size + 0.01))
    return np.nan_to_num(np.concatenate(parts))


def _segments(window: np.ndarray) -> np.ndarray:
    """Spectra of one-second pieces, segments × channels × frequencies; a shorter window is padded."""
    centred = window - window.mean(axis=1, keepdims=True)
    if centred.shape[1] < FS:
        centred = np.pad(centred, ((0, 0), (0, FS - centred.shape[1])))
    taper = np.hanning(FS)
    starts = range(0, centred.shape[1] - FS + 1, 75)
    return np.stack([np.fft.rfft(centred[:, at : at + FS] * taper, axis=1) for at in starts])


def _analytic(window: np.ndarray, sos: np.ndarray) -> np.ndarray:
    return signal.hilbert(signal.sosfiltfilt(sos, window, axis=1), axis=1)[:, _EDGE:-_EDGE]


def _log_kurtosis(rows: np.ndarray) -> np.ndarray:
    return np.log(stats.kurtosis(rows, axis=1, fisher=False))
