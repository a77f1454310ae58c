"""The trained model: one linear judge of real or generated, and a face for every calibrated person."""

from __future__ import annotations

import numpy as np
from Algorithm.method.impl import TrialFeatures

SHORTEST = 2 * TrialFeatures.FS
"""A shorter window is repeated up to here, so that every feature exists."""


class TrialModel:
    """Decides about windows, one after the other.

    People of several calibration sets may be in the model, each set numbered 1–23. Which set is being played is
    not told, so every trial adds to the evidence for the set whose people fit best.
    """

    def __init__(self, arrays: dict[str, np.ndarray]) -> None:
        self._arrays = arrays
        self._evidence = np.zeros(len(arrays["faces"]))

    @classmethod
    def load(cls, path) -> TrialModel:
        """The model that `train.py` wrote."""
        with np.load(path) as stored:
            return cls({name: stored[name].astype(np.float64) for name in stored.files})

    def decide(self, window: np.ndarray) -> tuple[bool, int]:
        """Real or not, and the subject's number, from channels × samples."""
        window = np.asarray(window, dtype=np.float64)
        if window.shape[1] < SHORTEST:
            window = np.pad(window, ((0, 0), (0, SHORTEST - window.shape[1])), mode="wrap")
        return self.realness(TrialFeatures.traces(window)) > 0, self.recognise(TrialFeatures.identity(window))

    def realness(self, traces: np.ndarray) -> float:
        """Above 0 = real."""
        model = self._arrays
        standard = np.clip((traces - model["trace_mean"]) / model["trace_scale"], -4, 4)
        return float(standard @ model["trace_weights"] + model["trace_bias"][0])

    def recognise(self, identity: np.ndarray) -> int:
        """The nearest person of the set that fits best so far."""
        seen = self._arrays["whitening"] @ identity
        distance = np.sum((self._arrays["faces"] - seen) ** 2, axis=2)
        self._evidence -= distance.min(axis=1)
        return int(distance[np.argmax(self._evidence)].argmin()) + 1
