"""Left hand, right hand or nothing: band power after common spatial patterns, read by linear discriminants.

Imagining a hand takes power away from the rhythms over the opposite hand area. `BandPower` follows that power
as a trial goes on, `Imagery` turns it into probabilities, with a discriminant for every length of data, because
one second deserves less trust than four. `fit` builds the model from training data; `train.py` calls it.
"""

import numpy as np
from AlgorithmImplement.Turing.montage import FS, HANDS, IDLE, LEFT, RIGHT
from scipy.linalg import eigh
from scipy.signal import butter, sosfilt

BANDS = ((8.0, 11.0), (10.0, 13.5), (17.0, 21.5), (20.5, 26.0))
CLASSES = (LEFT, RIGHT, IDLE)
STEP = 50
"""Samples from one look at a trial to the next."""
SKIP = 100
"""Samples after the trigger in which imagery does not show yet."""
LAST = 1200
"""Samples after which a trial must be decided: 5 s is already too late."""
WARM_UP = 500
"""Samples before the trigger that settle the filters and give the power at rest."""
SETTLE = 125
"""Of these, the first ones are not trusted."""
FIRST = SKIP // STEP + 2
"""The first look with enough samples for a discriminant, in steps."""

_FLOOR = 1e-12
"""Power of a dead channel: its logarithm must stay a number."""
_FILTERS = [butter(4, band, "bandpass", fs=FS, output="sos") for band in BANDS]


class BandPower:
    """Power of every component in one trial, growing as its samples arrive."""

    def __init__(self, patterns, before):
        """Start at the trigger; `before` are the WARM_UP samples of all rows that came before it."""
        self._patterns = patterns
        self._states = [np.zeros((len(sos), patterns.shape[1], 2)) for sos in _FILTERS]
        self._count = 0
        self._sum = np.zeros(patterns.shape[0] * patterns.shape[1])
        self.at_rest = np.log(np.mean(self._filter(before)[:, SETTLE:] ** 2, axis=1) + _FLOOR)

    def add(self, samples):
        """Take in the next samples of all rows and give the log power since imagery could show."""
        filtered = self._filter(samples)
        fresh = filtered[:, max(0, SKIP - self._count) :]
        self._count += samples.shape[1]
        self._sum += np.sum(fresh**2, axis=1)
        return np.log(self._sum / max(self._count - SKIP, 1) + _FLOOR)

    def _filter(self, samples):
        rows = np.asarray(samples)[HANDS]
        rows = rows - rows.mean(axis=0)
        outputs = []
        for band, sos in enumerate(_FILTERS):
            output, self._states[band] = sosfilt(sos, self._patterns[band] @ rows, axis=1, zi=self._states[band])
            outputs.append(output)
        return np.vstack(outputs)


class Imagery:
    """The trained model of one person."""

    def __init__(self, patterns, rest, weights, offsets):
        self.patterns = patterns
        self.rest = rest
        self._weights = weights
        self._offsets = offsets

    def evidence(self, power, length):
        """Log probability, up to a constant, of each of CLASSES; `power` is relative to rest."""
        place = min(max(length // STEP - FIRST, 0), len(self._weights) - 1)
        return self._weights[place] @ power + self._offsets[place]

    def arrays(self):
        """What has to be stored to build this model again."""
        return {
            "patterns": self.patterns,
            "rest": self.rest,
            "weights": self._weights,
            "offsets": self._offsets,
        }


def fit(trials, pairs=2, shrinkage=0.1):
    """Model from training trials: pairs of class and samples, WARM_UP before the onset to LAST after it.

    Spatial patterns come from left against right; one discriminant is fitted for every length of data.
    """
    classes = np.array([label for label, _ in trials])
    patterns = np.stack([_spatial_patterns(trials, sos, pairs) for sos in _FILTERS])
    looks = range(FIRST, LAST // STEP + 1)
    powers, rests = [], []
    for _, samples in trials:
        power = BandPower(patterns, samples[:, :WARM_UP])
        course = [power.add(samples[:, WARM_UP + at : WARM_UP + at + STEP]) for at in range(0, LAST, STEP)]
        powers.append([course[look - 1] for look in looks])
        rests.append(power.at_rest)
    rest = np.mean(rests, axis=0)
    relative = np.array(powers) - rest
    fitted = [_discriminant(relative[:, place], classes, shrinkage) for place in range(len(looks))]
    return Imagery(patterns, rest, np.array([w for w, _ in fitted]), np.array([o for _, o in fitted]))


def _spatial_patterns(trials, sos, pairs):
    """Mixtures of rows with the most power in one hand's imagery and the least in the other's."""
    covariances = {LEFT: [], RIGHT: []}
    for label, samples in trials:
        if label in covariances:
            rows = samples[HANDS] - samples[HANDS].mean(axis=0)
            filtered = sosfilt(sos, rows, axis=1)[:, WARM_UP + SKIP :]
            covariances[label].append(np.cov(filtered))
    left, right = (np.mean(covariances[label], axis=0) for label in (LEFT, RIGHT))
    # The common average has been taken off: one mixture of the rows is nothing but rounding, and must not be chosen.
    values, axes = eigh(left + right)
    axes = axes[:, values > 1e-6 * values[-1]]
    left, right = axes.T @ left @ axes, axes.T @ right @ axes
    both = left + right + 1e-3 * np.trace(left + right) / len(left) * np.eye(len(left))
    _, vectors = eigh(left, both)
    return (axes @ np.hstack([vectors[:, :pairs], vectors[:, -pairs:]])).T


def _discriminant(powers, classes, shrinkage):
    """Linear discriminant of CLASSES with a shrunken common covariance and equal priors."""
    means = np.array([powers[classes == label].mean(axis=0) for label in CLASSES])
    spread = np.concatenate([powers[classes == label] - mean for label, mean in zip(CLASSES, means)])
    covariance = spread.T @ spread / max(len(spread) - len(CLASSES), 1)
    target = np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    inverse = np.linalg.inv((1 - shrinkage) * covariance + shrinkage * target)
    weights = means @ inverse
    return weights, -0.5 * np.sum(weights * means, axis=1)
