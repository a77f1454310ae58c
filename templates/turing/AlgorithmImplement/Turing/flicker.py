"""Is a flicker looked at, and which: filter-bank CCA, measured against what it gives where nothing flickers."""

import numpy as np
from AlgorithmImplement.Turing.montage import FLICKER, FS, OCCIPUT
from scipy.signal import butter, sosfilt

HARMONICS = 3
SKIP = 40
"""Samples after the trigger before the response reaches the occiput."""
WARM_UP = 250
"""Samples before the trigger that settle the filters."""

_SUB_BANDS = [butter(4, band, "bandpass", fs=FS, output="sos") for band in ((13.0, 49.0), (28.0, 49.0))]
_BAND_WEIGHTS = (1.0, 0.4)
_THIN = 2
"""Every second sample is enough for what lies below 49 Hz."""
_REFERENCES = {}
"""Orthonormal references by task and length: the same few are asked for again and again."""


def scores(samples, tasks):
    """Filter-bank CCA score of each task; `samples` are all rows from WARM_UP before the trigger on."""
    rows = samples[OCCIPUT] - samples[OCCIPUT].mean(axis=1, keepdims=True)
    total = dict.fromkeys(tasks, 0.0)
    for sos, weight in zip(_SUB_BANDS, _BAND_WEIGHTS):
        response = sosfilt(sos, rows, axis=1)[:, WARM_UP + SKIP :: _THIN]
        basis, _ = np.linalg.qr((response - response.mean(axis=1, keepdims=True)).T)
        for task in tasks:
            correlation = np.linalg.norm(basis.T @ _reference(task, len(basis)), 2)
            total[task] += weight * correlation**2
    return total


def log_odds(height, seconds):
    """Log odds of flicker against none, from the best score in deviations above the score without flicker.

    Without flicker the height is a standard normal. With flicker it grows with the data; the growth differs
    from person to person, so the spread allowed for it is wide.
    """
    mean, spread = 2.2 * seconds, 1.0 + 0.8 * seconds
    return 0.5 * height**2 - 0.5 * ((height - mean) / spread) ** 2 - np.log(spread)


def _reference(task, length):
    key = (task, length)
    if key not in _REFERENCES:
        time = np.arange(length)[:, None] * _THIN / FS * np.arange(1, HARMONICS + 1) * FLICKER[task]
        _REFERENCES[key], _ = np.linalg.qr(np.hstack([np.sin(2 * np.pi * time), np.cos(2 * np.pi * time)]))
    return _REFERENCES[key]
