"""What passes between the competition and the algorithm. The server has its own copy of this file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass
class AlgorithmDeviceObject:
    """What recorded the data."""

    data_type: str = ""
    """'EEG'."""
    channel_number: int = 0
    """Without the trigger."""
    sample_rate: float = 0.0
    """A float, 250.0: make it an int where samples are counted."""
    channel_label: list[str] = field(default_factory=list)
    other_information: dict[str, Any] = field(default_factory=dict)


@dataclass
class AlgorithmDataObject:
    """One packet. After the last comes one with `finish_flag = True`; its data, position and subject are None."""

    data: np.ndarray | None = None
    """Channels × samples, the trigger the last row."""
    start_position: int | None = None
    """Samples of the whole stream before this packet."""
    subject_id: str | None = None
    """Name of the subject's folder; of a packet over two people the second's."""
    finish_flag: bool = False
    personID: int = 0
    """Without meaning in this track."""
    blockID: int = 0
    srate: int = 0
    ch_names: list[str] = field(default_factory=list)
    nchan: int = 0
    dimensions: tuple[int, ...] = ()


AlgorithmContinuousDataObject = AlgorithmDataObject
"""The public platform's name for the packet."""


@dataclass
class AlgorithmResultObject:
    """One answer: six binary digits as a `str`, e.g. "110000" = real, subject 16."""

    result: Any = None
