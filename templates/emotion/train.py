"""Train Algorithm/model.npz across people: `python train.py FOLDER [FOLDER ...]`.

A folder holds `sub1/sub1.pkl`, `sub2/sub2.pkl`, ...: one 33 x N matrix a person. Rows of a folder
named `..._first_batch` are put in the second batch's order, which the test data has. Everybody's
seconds pass the same running normalisation and smoothing as in the contest, so that the model
learns what it will see.
"""

import argparse
import pickle
from pathlib import Path

import numpy as np
from Algorithm.decoder import REST, LinearModel, Smoother
from Algorithm.entropy import FS, SAMPLES, differential_entropy
from Algorithm.person import Person

LABELS = [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3 + [4] * 4 + [5] * 3 + [6] * 3 + [7] * 3 + [8] * 3
"""The emotion of video 1, 2, ... 28."""

FIRST_BATCH = [*range(16), *range(18, 32), 17, 16]
"""Row of the first batch for every row of the second: the mastoids go last, A2 before A1."""

UNCLEAR = -1
"""Seconds at the edge of a video: neither the emotion nor rest."""


def read(path):
    """One person's matrix, bare or as `data` in a dict."""
    try:
        import joblib  # reads plain pickles too

        stored = joblib.load(path)
    except ImportError:
        with path.open("rb") as file:
            stored = pickle.load(file)
    return np.asarray(stored["data"] if isinstance(stored, dict) else stored)


def states_of(trigger, starts):
    """The state of every second that begins at `starts`: an emotion, REST or UNCLEAR."""
    states = np.full(len(starts), REST)
    videos = [(at, int(trigger[at])) for at in np.flatnonzero((trigger >= 1) & (trigger <= 28))]
    ends = np.flatnonzero(trigger == 241)
    for at, video in videos:
        begin, end = at + FS // 10, ends[np.searchsorted(ends, at)]
        touched = (starts + SAMPLES > begin) & (starts < end + FS)
        inside = (starts >= begin + FS) & (starts + SAMPLES <= end)
        states[touched] = UNCLEAR
        states[inside] = LABELS[video - 1]
    return states


def rows_of(path):
    """Which rows of a recording are the 32 electrodes in the second batch's order."""
    first = any(folder.name.lower().endswith("first_batch") for folder in path.absolute().parents)
    return FIRST_BATCH if first else list(range(32))


def seconds_of(data, rows):
    """Features and states of all seconds from experiment start (250) to end (251)."""
    trigger = data[-1]
    first, last = np.flatnonzero(trigger == 250)[0], np.flatnonzero(trigger == 251)[-1]
    starts = np.arange(first, last - SAMPLES + 1, SAMPLES)
    features = np.array([differential_entropy(data[rows, at : at + SAMPLES]) for at in starts])
    return features, states_of(trigger, starts)


def main():
    """Read the folders, fit, store."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, help="training sets")
    options = parser.parse_args()

    paths = sorted(path for folder in options.folders for path in folder.glob("*/*.pkl"))
    if not paths:
        parser.error("no sub*/sub*.pkl below the folders given")
    people = []
    for path in paths:
        people.append(seconds_of(read(path), rows_of(path)))
        print("read", path, flush=True)

    mean = np.mean([features.mean(axis=0) for features, _ in people], axis=0)
    spread = np.sqrt(np.mean([features.var(axis=0) for features, _ in people], axis=0))
    rows, states = [], []
    for features, state in people:
        person, smoother = Person(mean, spread), Smoother()
        followed = np.array([smoother.follow(person.compare(second)) for second in features])
        rows.append(followed[state != UNCLEAR])
        states.append(state[state != UNCLEAR])
    model = LinearModel.fit(np.concatenate(rows), np.concatenate(states))

    target = Path(__file__).parent / "Algorithm" / "model.npz"
    np.savez(
        target,
        mean=mean.astype("float32"),
        spread=spread.astype("float32"),
        weights=model.weights.astype("float32"),
        offsets=model.offsets.astype("float32"),
    )
    print(f"trained on {len(people)} people, {sum(map(len, states))} seconds: {target}")


if __name__ == "__main__":
    main()
