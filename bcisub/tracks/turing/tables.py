"""The tables of the turing track's official document: rows, triggers, behaviours, tasks (TURING-1, 2, 4)."""

from __future__ import annotations

from bcisub.model.record import Report
from bcisub.model.track import Readings
from bcisub.scoring.answers import integer

CHANNELS = (
    *("Fpz", "Fp1", "Fp2", "AF3", "AF4", "AF7", "AF8", "FZ", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"),
    *("FCz", "FC1", "FC2", "FC3", "FC4", "FC5", "FC6", "FT7", "FT8", "Cz", "C1", "C2", "C3", "C4", "C5", "C6"),
    *("T7", "T8", "CP1", "CP2", "CP3", "CP4", "CP5", "CP6", "TP7", "TP8", "Pz", "P3", "P4", "P5", "P6", "P7"),
    *("P8", "POz", "PO3", "PO4", "PO5", "PO6", "PO7", "PO8", "Oz", "O1", "O2", "ECG", "HEOR", "HEOL", "VEOU", "VEOL"),
)
"""The 64 rows above the trigger, table 4 (TURING-1)."""

EXPERIMENT_START, EXPERIMENT_END = 250, 251
BLOCK_START, BLOCK_END = 242, 243
TRIAL_START, TRIAL_END = 240, 241
"""Triggers of the flow, table 1 (TURING-2)."""

FLOW = frozenset({EXPERIMENT_START, EXPERIMENT_END, BLOCK_START, BLOCK_END, TRIAL_START, TRIAL_END})

TASK_NAMES = {
    1: "left imagery",
    2: "right imagery",
    3: "left flicker",
    4: "right flicker",
    5: "pass flicker",
    6: "shoot flicker",
    7: "idle",
}
"""Bits 2 to 0 of a task trigger, table 3 (TURING-2)."""

BEHAVIOUR_NAMES = {
    1: "left, left",
    2: "left, right",
    3: "right, left",
    4: "right, right",
    5: "pass, pass",
    6: "shoot, left",
    7: "shoot, right",
    8: "left, shoot",
    9: "right, shoot",
}
"""Bits 6 to 3 of a task trigger: what robots 1 and 2 do, table 2 (TURING-2)."""

TASKS = {
    1: (1, 3, 7),
    2: (1, 2, 3, 4),
    3: (1, 2, 3, 4),
    4: (2, 4, 7),
    5: (5, 7),
    6: (1, 3, 6, 7),
    7: (2, 4, 6, 7),
    8: (1, 3, 6, 7),
    9: (2, 4, 6, 7),
}
"""Tasks a behaviour may ask of the person, table 2 (TURING-4)."""


def is_reserved(code: int) -> bool:
    """A trigger that means nothing yet: no trial (TURING-2)."""
    return not is_task(code) and code not in FLOW


def is_task(code: int) -> bool:
    """A trigger that starts a task, by its range (TURING-2)."""
    return 0 < code < 128


def behaviour_of(code: int) -> int:
    """Bits 6 to 3 of a task trigger."""
    return code >> 3


def task_of(code: int) -> int:
    """Bits 2 to 0 of a task trigger."""
    return code & 0b111


def answered(report: Report, readings: Readings) -> int | None:
    """TURING-6: the task 1 to 7 that was answered; None where it is none."""
    answer = integer(report, readings["answer-type"])
    return answer if answer in TASK_NAMES else None
