"""When to speak: scores become evidence, evidence a report, and most of the time nothing."""

import numpy as np


class RunningNorm:
    """What is usual for each target and window length, learnt from the block as it goes.

    Idle EEG is not the same at all frequencies: alpha lifts the targets around 10 Hz, and in some people only. A score
    counts by how far it lies above its own past. Each target flickers for a few seconds in a block, so its past is
    nearly all idle; outliers are clipped, so that the flicker does not raise the bar for its next time.
    """

    FORGET = 1000
    """Looks the memory reaches back: two minutes."""
    START = 100
    """Looks that the borrowed start weighs."""

    def __init__(self, lengths, targets):
        self._mean = np.zeros((lengths, targets))
        self._variance = np.ones((lengths, targets))
        self._seen = np.zeros(lengths, dtype=int)

    def push(self, scores):
        """Standard scores of the log of `scores` (lengths × targets; the first rows if not all windows are full)."""
        count = len(scores)
        values = np.log(np.maximum(scores, 1e-9))
        fresh = np.flatnonzero(self._seen[:count] == 0)
        # At first a target knows no past of its own: it borrows that of all targets.
        self._mean[fresh] = values[fresh].mean(axis=1, keepdims=True)
        self._variance[fresh] = np.maximum(values[fresh].var(axis=1, keepdims=True), 1e-4)
        mean, variance = self._mean[:count], self._variance[:count]
        standard = (values - neighbourhood(mean)) / np.sqrt(neighbourhood(variance))
        self._seen[:count] += 1
        rate = 1.0 / np.minimum(self._seen[:count] + self.START, self.FORGET)[:, np.newaxis]
        limit = 3 * np.sqrt(variance)
        surprise = np.clip(values - mean, -limit, limit)
        self._mean[:count] += rate * surprise
        self._variance[:count] = np.maximum(variance + rate * (surprise**2 - variance), 1e-4)
        return standard


def neighbourhood(values, reach=2):
    """Mean over targets up to `reach` places away: 0.4 Hz, over which the background hardly changes."""
    padded = np.pad(values, ((0, 0), (reach, reach)), mode="edge")
    width = 2 * reach + 1
    return sum(padded[:, start : start + values.shape[1]] for start in range(width)) / width


class IdleGate:
    """Decides, look by look, whether a target has won. It speaks once for a gaze and is then silent for a while."""

    def __init__(self, settings):
        self._settings = settings
        self._windows = np.asarray(settings.windows)
        self._freeFrom = 0
        self._locked = None
        self._candidate = None
        self._streak = 0

    def push(self, evidence, now):
        """The label to report at step `now`, or None. `evidence`: lengths × targets."""
        windows = self._windows[: len(evidence)]
        if self._locked is not None:
            self._waitUntilGone(evidence[0], now)
        best, second = np.sort(evidence, axis=1)[:, :-3:-1].T
        won = (best > self._settings.height) & (best - second > self._settings.margin)
        won &= now - windows >= self._freeFrom
        if not won.any():
            self._candidate, self._streak = None, 0
            return None
        clearest = np.argmax(np.where(won, best - second, -np.inf))
        target = int(np.argmax(evidence[clearest]))
        self._streak = self._streak + 1 if target == self._candidate else 1
        self._candidate = target
        if self._streak < self._settings.agreeing:
            return None
        self._candidate, self._streak = None, 0
        self._freeFrom = now + self._settings.hold
        self._locked = target
        return target + 1

    def _waitUntilGone(self, shortest, now):
        # A strong responder is reported early and goes on responding: what is left of it must not be heard again.
        locked = self._locked
        if np.argmax(shortest) == locked and shortest[locked] > self._settings.height / 2:
            self._freeFrom = max(self._freeFrom, now)
        elif now >= self._freeFrom:
            self._locked = None
