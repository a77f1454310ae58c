"""Train the imagery models: `python train.py FOLDER [--out MODEL]`.

FOLDER holds one folder per person (S01, S02, ...), each with the blocks of the imagery training data as pickles:
a dict with `data`, 64 rows and the trigger row at 250 Hz. People are numbered from 1 in the order of their
folders' names, which is how the server numbers them too. Put the real training data in such a folder and run this
again; the model beside the algorithm is replaced, and the next `bcisub pack` takes it along.
"""

import argparse
import pickle
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent))

from AlgorithmImplement.Turing import flicker, imagery, model
from AlgorithmImplement.Turing.montage import FLICKER, FS, IDLE, LEFT, RIGHT, TRIGGER_ROW

TASK = 5 * FS
"""Samples of imagery in a training trial."""
RECOVERY = 425
"""Samples after imagery until the rhythms are back: idle is taken from there on."""
ADMITTED = ("_reconstruct", "ndarray", "dtype", "scalar", "_frombuffer")


class DataUnpickler(pickle.Unpickler):
    """Reads numpy arrays and plain containers, and refuses to run anything else found in a file."""

    def find_class(self, module, name):
        """Admit numpy's own array builders only."""
        if module.split(".")[0] == "numpy" and name in ADMITTED:
            # A file written under numpy 2 names numpy._core, which numpy 1 (the newest on 3.8) calls numpy.core.
            old = np.__version__.startswith("1.")
            return super().find_class(module.replace("numpy._core", "numpy.core") if old else module, name)
        raise pickle.UnpicklingError(f"{module}.{name} does not belong in a recording")


def blocks(folder):
    """The recordings of one person, 65 rows each."""
    for path in sorted(folder.glob("*.pkl")):
        with path.open("rb") as file:
            record = DataUnpickler(file).load()
        yield np.asarray(record["data"] if isinstance(record, dict) else record)


def trials(folder):
    """Pairs of class and samples: each imagery, and the idle stretch after it where it is long enough."""
    found = []
    for data in blocks(folder):
        triggers = data[TRIGGER_ROW].astype(int)
        for onset in np.flatnonzero((triggers == LEFT) | (triggers == RIGHT)):
            idle = onset + TASK + RECOVERY
            for label, start in ((triggers[onset], onset), (IDLE, idle)):
                if start >= imagery.WARM_UP and start + imagery.LAST <= data.shape[1]:
                    window = data[:TRIGGER_ROW, start - imagery.WARM_UP : start + imagery.LAST]
                    found.append((int(label), window.astype(float)))
    return found


def quiet_scores(examples):
    """Mean and deviation of the flicker score without flicker, for every look at a trial."""
    table = []
    before = imagery.WARM_UP - flicker.WARM_UP
    for length in range(imagery.STEP, imagery.LAST + 1, imagery.STEP):
        # Shorter than the response's own delay plus the rows of the montage: no score worth having.
        enough = max(length, 3 * imagery.STEP)
        values = [
            max(flicker.scores(samples[:, before : imagery.WARM_UP + enough], list(FLICKER)).values())
            for _, samples in examples[::2]
        ]
        table.append((np.mean(values), np.std(values)))
    return table


def main():
    """Train every person of the folder and write one model file."""
    parser = argparse.ArgumentParser(description="Train the imagery models of the Turing baseline.")
    parser.add_argument("folder", type=Path, help="training data: one folder per person, its blocks as pickles")
    parser.add_argument("--out", default=model.PATH, help="the model file to write")
    options = parser.parse_args()
    people = {}
    folders = sorted(path for path in options.folder.iterdir() if path.is_dir())
    for number, folder in enumerate(folders, start=1):
        examples = trials(folder)
        if {label for label, _ in examples} != set(imagery.CLASSES):
            sys.exit(f"{folder.name}: no left, right and idle trials found; is this training data?")
        people[number] = dict(imagery.fit(examples).arrays(), quiet=quiet_scores(examples))
        print(f"{folder.name}: {len(examples)} trials, subject_id {number}")
    if not people:
        sys.exit(f"{options.folder}: no folder of a person in it")
    model.save(options.out, people)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
