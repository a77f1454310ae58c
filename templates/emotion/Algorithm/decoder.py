"""A linear model of nine emotions and rest, and a filter that lets emotions last."""

import numpy as np

EMOTIONS = 9
REST = 9
"""A tenth state: between two videos nobody feels what the video before made them feel."""


class LinearModel:
    """Linear discriminant analysis with shrinkage: one row of weights and one offset a state."""

    def __init__(self, weights, offsets):
        self.weights = weights
        self.offsets = offsets

    @classmethod
    def fit(cls, rows, states, shrinkage=0.4):
        """Learn from rows of features and the state (0-8, or REST) of each."""
        means = np.array([rows[states == state].mean(axis=0) for state in range(EMOTIONS + 1)])
        rest = rows - means[states]
        scatter = rest.T @ rest / len(rest)
        size = len(scatter)
        scatter = (1 - shrinkage) * scatter + shrinkage * np.trace(scatter) / size * np.eye(size)
        weights = np.linalg.solve(scatter, means.T).T
        return cls(weights, -0.5 * np.sum(weights * means, axis=1))

    def evidence(self, features):
        """Log likelihood of every state, up to a constant."""
        return self.weights @ features + self.offsets


class Smoother:
    """Average of the features over the last seconds; it looks back only."""

    KEEP = 0.5

    def __init__(self):
        self._average = None

    def follow(self, features):
        """Blend a new second into the average."""
        if self._average is None:
            self._average = np.array(features)
        else:
            self._average = self.KEEP * self._average + (1 - self.KEEP) * features
        return self._average


class EmotionFilter:
    """Forward filter of a chain of states: an emotion lasts, then comes rest, then any emotion."""

    STAY = 0.97
    """Chance that an emotion goes on for another second."""

    CALM = 0.9
    """Chance that a rest goes on for another second."""

    TRUST = 0.4
    """Neighbouring seconds tell much the same; counting each in full would be too sure."""

    def __init__(self):
        self._step = np.zeros((EMOTIONS + 1, EMOTIONS + 1))
        self._step[:REST, :REST] = self.STAY * np.eye(EMOTIONS)
        self._step[:REST, REST] = 1 - self.STAY
        self._step[REST, :REST] = (1 - self.CALM) / EMOTIONS
        self._step[REST, REST] = self.CALM
        self._belief = np.full(EMOTIONS + 1, 1.0 / (EMOTIONS + 1))

    def update(self, evidence):
        """Take a second's evidence and return how probable every state is now."""
        likelihood = np.exp(self.TRUST * (evidence - evidence.max()))
        belief = (self._belief @ self._step) * likelihood
        self._belief = belief / belief.sum()
        return self._belief
