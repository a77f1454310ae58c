"""Train the model: what is real from the training sets, who is who from the calibration sets.

    python train.py --train data/cali_train data/eval_train --people data/cali_train data/cali_A data/cali_B

Writes Algorithm/method/impl/model.npz. The people of the sets given with --people are those it will know.
"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import numpy as np
from Algorithm.method.impl import TrialFeatures

WINDOW = 725
"""Samples the algorithm has when it decides: 2.8 to 3 s."""
REAL = 128
SUBJECTS = 23
MODEL = Path(__file__).resolve().parent / "Algorithm" / "method" / "impl" / "model.npz"


def main() -> None:
    """Read the sets, train, write the model file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--train", nargs="+", type=Path, required=True, help="labelled sets, real and generated")
    parser.add_argument("--people", nargs="+", type=Path, required=True, help="calibration sets, real only")
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args()
    print("real or generated ...")
    model = train_judge(*_features(options.train, TrialFeatures.traces))
    print("people ...")
    model.update(learn_people([_features([folder], TrialFeatures.identity) for folder in options.people]))
    np.savez_compressed(options.out, **{name: array.astype(np.float32) for name, array in model.items()})
    print(f"wrote {options.out} ({options.out.stat().st_size / 1000:.0f} kB)")


def windows(folder: Path):
    """Every half-overlapping window of every trial of a set, with the trial's trigger."""
    for path in sorted(folder.rglob("*.pkl")):
        # Only your own files: a pickle can run code.
        with path.open("rb") as file:
            data = pickle.load(file)["data"]
        row = data[-1]
        starts = np.flatnonzero((row > 0) & (row <= 240))
        ends = np.flatnonzero(row == 241)
        for start, end in zip(starts, ends):
            for at in range(start, end - WINDOW + 2, WINDOW // 2):
                yield data[:-1, at : at + WINDOW].astype(np.float64), int(row[start])


def train_judge(features: np.ndarray, codes: np.ndarray, ridge: float = 30.0) -> dict[str, np.ndarray]:
    """Regularised least squares on standardised traces, real and generated weighing the same."""
    if (codes == 240).any():
        raise SystemExit("a training set hides its labels (trigger 240): use cali_train and eval_train")
    real = codes > REAL
    if real.all() or not real.any():
        raise SystemExit("training needs real and generated trials: give eval_train too")
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-9
    standard = np.clip((features - mean) / scale, -4, 4)
    weight = np.where(real, 0.5 / real.mean(), 0.5 / (~real).mean())
    design = np.column_stack([standard, np.ones(len(standard))])
    weighted = (design * weight[:, None]).T
    solution = np.linalg.solve(
        weighted @ design + ridge * np.eye(design.shape[1]), weighted @ np.where(real, 1.0, -1.0)
    )
    return {"trace_mean": mean, "trace_scale": scale, "trace_weights": solution[:-1], "trace_bias": solution[-1:]}


def learn_people(pools: list, shrinkage: float = 0.2) -> dict[str, np.ndarray]:
    """Mean features of everyone, in a space where the scatter of one person's windows is round."""
    faces, rests = [], []
    for features, codes in pools:
        if (codes <= REAL).any() or (codes == 240).any():
            raise SystemExit("people are learnt from real trials: give cali_* sets")
        subjects = codes % 64
        missing = sorted(set(range(1, SUBJECTS + 1)) - set(subjects.tolist()))
        if missing:
            raise SystemExit(f"a calibration set lacks the subjects {missing}")
        means = np.array([features[subjects == number].mean(axis=0) for number in range(1, SUBJECTS + 1)])
        faces.append(means)
        rests.append(features - means[subjects - 1])
    rest = np.vstack(rests)
    scatter = rest.T @ rest / len(rest)
    scatter = (1 - shrinkage) * scatter + shrinkage * np.diag(np.diag(scatter))
    whitening = np.linalg.inv(np.linalg.cholesky(scatter))
    # Only directions in which people differ are kept: fewer numbers, less noise.
    spread = np.vstack([means - means.mean(axis=0) for means in faces]) @ whitening.T
    keep = np.linalg.svd(spread, full_matrices=False)[2][:60]
    whitening = keep @ whitening
    return {"whitening": whitening, "faces": np.array([means @ whitening.T for means in faces])}


def _features(folders, extract):
    rows, codes = [], []
    for folder in folders:
        found = len(rows)
        for window, code in windows(folder):
            rows.append(extract(window))
            codes.append(code)
        if len(rows) == found:
            raise SystemExit(f"no trials in {folder}")
    return np.array(rows), np.array(codes)


if __name__ == "__main__":
    main()
