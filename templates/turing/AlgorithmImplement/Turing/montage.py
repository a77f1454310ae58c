"""Rows of a packet and the game's tables, as the official document numbers them."""

FS = 250
TRIGGER_ROW = 64

NAMES = (
    *("Fpz", "Fp1", "Fp2", "AF3", "AF4", "AF7", "AF8", "FZ", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"),
    *("FCz", "FC1", "FC2", "FC3", "FC4", "FC5", "FC6", "FT7", "FT8", "Cz", "C1", "C2", "C3", "C4", "C5", "C6"),
    *("T7", "T8", "CP1", "CP2", "CP3", "CP4", "CP5", "CP6", "TP7", "TP8", "Pz", "P3", "P4", "P5", "P6", "P7"),
    *("P8", "POz", "PO3", "PO4", "PO5", "PO6", "PO7", "PO8", "Oz", "O1", "O2", "ECG", "HEOR", "HEOL", "VEOU", "VEOL"),
)

HANDS = [row for row, name in enumerate(NAMES) if name[:-1] in ("FC", "C", "CP")]
"""Rows over the hand areas, for motor imagery."""

OCCIPUT = [NAMES.index(name) for name in ("POz", "PO3", "PO4", "PO5", "PO6", "PO7", "PO8", "Oz", "O1", "O2")]
"""Rows over the visual cortex, for flicker."""

LEFT, RIGHT, IDLE = 1, 2, 7
FLICKER = {3: 15.4, 4: 15.5, 5: 15.6, 6: 15.7}
"""Hertz of the four flickering options, by task number."""

CANDIDATES = {
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
"""Tasks that may stand behind a robot behaviour (table 2)."""
