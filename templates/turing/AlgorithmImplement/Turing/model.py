"""The trained models of all people in one file, `model.npz` beside this one."""

from pathlib import Path

import numpy as np
from AlgorithmImplement.Turing.imagery import Imagery

PATH = Path(__file__).resolve().parent / "model.npz"
PARTS = ("patterns", "rest", "weights", "offsets", "quiet")


class Model:
    """What is known of one person: the imagery model, and flicker scores where nothing flickers."""

    def __init__(self, parts):
        self.imagery = Imagery(parts["patterns"], parts["rest"], parts["weights"], parts["offsets"])
        self.quiet = parts["quiet"]
        """Mean and deviation of the flicker score without flicker, a row for each look at a trial."""


def save(path, people):
    """Write the parts of every person, keyed by subject id."""
    arrays = {}
    for subject, parts in people.items():
        for name in PARTS:
            arrays[f"{subject}/{name}"] = np.asarray(parts[name], dtype=np.float32)
    np.savez_compressed(path, **arrays)


def load(path=PATH):
    """Models by subject id."""
    with np.load(path) as arrays:
        subjects = sorted({int(key.split("/")[0]) for key in arrays.files})
        return {
            subject: Model({name: arrays[f"{subject}/{name}"].astype(float) for name in PARTS}) for subject in subjects
        }
