"""Running normalisation: what is usual for this person, learnt while the person watches."""

import numpy as np


class Person:
    """Mean and spread of every feature so far, starting from what is usual for people in general.

    Heads, caps and skulls differ far more than emotions do. Every new second is compared with the
    seconds the same person has already given; nothing of the future is used.
    """

    PRIOR = 20.0
    """So many seconds of the person weigh as much as what is known about people in general."""

    MEMORY = 600.0
    """Seconds the average reaches back, so that it follows slow drift."""

    def __init__(self, mean, spread):
        self._weight = self.PRIOR
        self._mean = np.array(mean, dtype=float)
        self._square = np.array(spread, dtype=float) ** 2 + self._mean**2

    def compare(self, features):
        """Take a new second into account and return it as distances from the usual."""
        self._weight = min(self._weight + 1.0, self.MEMORY)
        share = 1.0 / self._weight
        self._mean += share * (features - self._mean)
        self._square += share * (features**2 - self._square)
        spread = np.sqrt(np.maximum(self._square - self._mean**2, 1e-4))
        return np.clip((features - self._mean) / spread, -4.0, 4.0)
