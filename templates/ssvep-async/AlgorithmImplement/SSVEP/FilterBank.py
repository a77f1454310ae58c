"""The filter bank: causal filters that carry their state from packet to packet."""

import numpy as np
from scipy import signal


class FilterBank:
    """Splits channels into sub-bands, sample by sample, with no look ahead.

    Every band begins later than the one before and ends at the same upper edge, so that band b holds the
    harmonics from the b-th on. The mains are stopped first: the fifth harmonic of 10 Hz lies on 50 Hz.
    """

    def __init__(self, fs, lowEdges, highEdge, order):
        self._mains = signal.butter(2, [48.0, 52.0], "bandstop", fs=fs, output="sos")
        self._bands = [signal.butter(order, [low, highEdge], "bandpass", fs=fs, output="sos") for low in lowEdges]
        self._states = None

    def reset(self):
        """Forget the past: a new block begins."""
        self._states = None

    def push(self, samples):
        """Filter new samples (channels × samples) and return them as bands × channels × samples."""
        if samples.shape[1] == 0:
            return np.empty((len(self._bands), samples.shape[0], 0))
        if self._states is None:
            self._states = self._settled(samples[:, 0])
        clean, self._states[0] = signal.sosfilt(self._mains, samples, axis=1, zi=self._states[0])
        filtered = np.empty((len(self._bands), *samples.shape))
        for number, band in enumerate(self._bands):
            filtered[number], self._states[number + 1] = signal.sosfilt(
                band, clean, axis=1, zi=self._states[number + 1]
            )
        return filtered

    def _settled(self, first):
        # An electrode's offset can be a thousand times the response: start as if it had been there forever.
        return [
            signal.sosfilt_zi(sos)[:, np.newaxis, :] * first[np.newaxis, :, np.newaxis]
            for sos in [self._mains, *self._bands]
        ]
