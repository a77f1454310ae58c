"""Differential entropy of one second of EEG, by band and electrode."""

import numpy as np
from scipy import fft

FS = 250
SAMPLES = 250
BANDS = ((1, 4), (4, 8), (8, 14), (14, 30), (30, 46))
"""Delta to gamma in Hz: low edge in, high edge out. Gamma ends below the mains."""

_WINDOW = np.hanning(SAMPLES)
_EDGES = [(low * SAMPLES // FS, high * SAMPLES // FS) for low, high in BANDS]


def differential_entropy(second):
    """Half the log of the power in each band: 32 electrodes x 5 bands as one row.

    For a Gaussian signal this is its differential entropy up to a constant, which the
    normalisation takes away anyway.
    """
    centred = second - second.mean(axis=1, keepdims=True)
    spectrum = fft.rfft(centred * _WINDOW, axis=1)
    power = spectrum.real**2 + spectrum.imag**2
    bands = np.array([power[:, low:high].mean(axis=1) for low, high in _EDGES])
    return 0.5 * np.log(bands + 1e-6).ravel()
