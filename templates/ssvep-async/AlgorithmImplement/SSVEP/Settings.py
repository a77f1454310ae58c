"""Every number of the baseline that one may want to change. `tune.py` measures what a change does."""

import numpy as np

FS = 250
"""Samples a second."""

CHANNELS = {"Pz": 42, "POz": 49, "PO3": 50, "PO4": 51, "PO5": 52, "PO6": 53, "Oz": 56, "O1": 57, "O2": 58}
"""Rows used, by name; rows count from 0 in the order of the contest's table 2."""

FREQUENCIES = 8.0 + 0.2 * np.arange(40)
"""Hz of labels 1 to 40."""


class FilterBankSettings:
    """The method that is submitted: filter-bank CCA, windows of many lengths, an idle gate."""

    lowEdges = (6.0, 14.0, 22.0, 30.0, 38.0)
    highEdge = 90.0
    order = 3
    harmonics = 5
    step = 30
    """Samples between two looks: 0.12 s."""
    windows = (10, 12, 14, 17, 20, 24, 28, 32)
    """Window lengths in steps: 1.2 s to 3.84 s."""
    normalised = True
    """Judge a score against its own past in this block instead of by its size."""
    height = 4.3
    """The best target must stand this far above its usual score ..."""
    margin = 1.0
    """... and this far above the second best; both in standard deviations."""
    agreeing = 2
    """Looks in a row that must name the same target."""
    hold = 17
    """Steps after a report in which no window may begin. 2 s: from a report, 4 s after onset at the latest, to the
    next onset pass at least 2 s, so nothing is lost. A response that lasts longer is waited for."""


class PlainSettings(FilterBankSettings):
    """The yardstick: one band, one window length, CCA scores as they are; its threshold is tuned the same way."""

    lowEdges = (6.0,)
    windows = (20,)
    normalised = False
    height = 0.0
    margin = 0.12
    agreeing = 3


CHOSEN = FilterBankSettings
"""What is submitted and what `bcisub eval` measures. Put PlainSettings here to see the yardstick's score."""
