"""From packets of any length to labels: buffer, filter, score, decide."""

import numpy as np
from AlgorithmImplement.SSVEP.FilterBank import FilterBank
from AlgorithmImplement.SSVEP.IdleGate import IdleGate, RunningNorm
from AlgorithmImplement.SSVEP.Settings import CHANNELS, CHOSEN, FREQUENCIES, FS
from AlgorithmImplement.SSVEP.SlidingCCA import SlidingCCA


class Detector:
    """One block's worth of listening; `reset` before each block."""

    def __init__(self, settings=CHOSEN, makeGate=IdleGate):
        self._settings = settings
        self._makeGate = makeGate
        self._rows = list(CHANNELS.values())
        bands = len(settings.lowEdges)
        self._weights = np.arange(1, bands + 1) ** -1.25 + 0.25
        self._filters = FilterBank(FS, settings.lowEdges, settings.highEdge, settings.order)
        self._correlation = SlidingCCA(
            FS, FREQUENCIES, settings.harmonics, bands, len(self._rows), settings.step, settings.windows
        )
        self.reset()

    def reset(self):
        """Forget everything: a new block begins, perhaps of another person."""
        self._filters.reset()
        self._correlation.reset()
        self._norm = RunningNorm(len(self._settings.windows), len(FREQUENCIES))
        self._gate = self._makeGate(self._settings)
        self._waiting = np.empty((len(self._rows), 0))
        self._steps = 0

    def push(self, data):
        """Take a packet (rows × samples, none is fine) and return the label to report now, or None."""
        samples = np.nan_to_num(np.asarray(data, dtype=float)[self._rows], posinf=0.0, neginf=0.0)
        self._waiting = np.hstack([self._waiting, samples])
        label = None
        while self._waiting.shape[1] >= self._settings.step:
            step, self._waiting = np.split(self._waiting, [self._settings.step], axis=1)
            label = self._look(step) or label
        return label

    def _look(self, samples):
        self._correlation.push(self._filters.push(samples))
        self._steps += 1
        if self._steps < min(self._settings.windows):
            return None
        squared = np.minimum(self._correlation.scores(), 0.999)
        if self._settings.normalised:
            # -log(1 - ρ²) adds up over bands as evidence does.
            fused = np.tensordot(-np.log1p(-squared), self._weights, axes=([1], [0]))
            return self._gate.push(self._norm.push(fused), self._steps)
        return self._gate.push(np.sqrt(squared).mean(axis=1), self._steps)
