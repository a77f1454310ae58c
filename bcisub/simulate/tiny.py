"""Short labelled noise in memory, for trying a submission without a recording."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

MICROVOLTS = 10.0
"""Standard deviation of the noise."""


def noise(rows: int, samples: int, triggers: Mapping[int, int], numbers: np.random.Generator) -> NDArray[np.float64]:
    """White noise in all rows but the last, which holds the triggers, by their sample."""
    data = numbers.normal(0.0, MICROVOLTS, (rows, samples))
    data[-1] = 0.0
    data[-1, list(triggers)] = list(triggers.values())
    return data


def flicker(samples: int, frequency: float, phase: float, fs: int) -> NDArray[np.float64]:
    """What a flickering target leaves in the visual rows: its frequency and the one an octave higher."""
    angle = 2 * np.pi * frequency * np.arange(samples) / fs + phase
    return np.asarray(MICROVOLTS * (np.sin(angle) + 0.5 * np.sin(2 * angle)))
