"""Train the model of predictor.py from a labelled set: python train.py FOLDER, with FOLDER/frames.csv.

Needs numpy, scipy and Pillow. Writes model.json beside this file.
"""

import csv
import json
import sys
from pathlib import Path

import numpy as np
from eye_features import find_pupil, find_spots, look, terms
from PIL import Image

HERE = Path(__file__).resolve().parent
SIDES = ("left", "right")
RIDGE = 1e-3


def main(folder):
    """Read the frames, learn both eyes, write the model."""
    with (folder / "frames.csv").open(encoding="utf-8", newline="") as file:
        frames = [row for row in csv.DictReader(file) if row["x"] and row["y"]]
    points = np.array([[float(row["x"]), float(row["y"])] for row in frames])
    people = np.unique([row["subject"] for row in frames], return_inverse=True)[1]
    model = {"middle": points.mean(axis=0).tolist(), "limit": (1.15 * np.abs(points).max(axis=0)).tolist()}
    residuals = {"glints": [], "pupil": []}
    for side in SIDES:
        images = [read(folder / row[side]) for row in frames]
        ring = learn_ring(images)
        found = [look(image, ring) for image in images]
        model[side] = {"ring": np.round(ring, 3).tolist(), "weights": {}}
        for kind in residuals:
            seen = [index for index, values in enumerate(found) if values is not None and usable(kind, values)]
            design = np.array([terms(as_kind(kind, found[index]))[1] for index in seen])
            weights, left_over = fit(design, points[seen], people[seen])
            model[side]["weights"][kind] = np.round(weights, 4).tolist()
            residuals[kind].append(np.median(np.hypot(*left_over.T)))
            print(f"{side} eye, by {kind}: {len(seen)} frames, median miss {residuals[kind][-1]:.1f}")
    model["spread"] = {kind: round(float(np.mean(values)), 3) for kind, values in residuals.items()}
    with (HERE / "model.json").open("w", encoding="utf-8", newline="\n") as file:
        json.dump(model, file, indent=1)
        file.write("\n")


def read(path):
    """A picture as uint8, 400 x 640."""
    return np.asarray(Image.open(path).convert("L"))


def learn_ring(images):
    """The arrangement of the glints about their middle, from the pictures that show all six and nothing else."""
    rings = []
    for image in images:
        pupil = find_pupil(image)
        spots = find_spots(image, pupil) if pupil is not None else []
        if len(spots) == 6:
            apart = spots - spots.mean(axis=0)
            rings.append(apart[np.argsort(np.arctan2(apart[:, 1], apart[:, 0]))])
    return np.median(rings, axis=0)


def usable(kind, values):
    """Every eye with a pupil teaches the polynomial without glints."""
    return kind == "pupil" or not np.isnan(values[2])


def as_kind(kind, values):
    """The features with the glints left out where they are not used."""
    return values if kind == "glints" else np.append(values[:2], [np.nan, np.nan])


def fit(design, points, people):
    """Ridge regression, robust to a few wrong pupils; every person may be shifted, the model keeps the mean shift.

    A person's kappa is what calibration finds later: the shape of the polynomial should not bend to it.
    """
    own = (people[:, None] == np.unique(people)[None, :]).astype(float)
    wide = np.hstack([design, own])
    penalty = RIDGE * np.eye(wide.shape[1])
    penalty[0, 0] = 0.0
    trust = np.ones(len(points))
    for _ in range(6):
        weights = np.linalg.solve((wide.T * trust) @ wide + penalty, (wide.T * trust) @ points)
        left_over = points - wide @ weights
        miss = np.hypot(*left_over.T)
        trust = 1.0 / np.maximum(1.0, miss / (2.0 * np.median(miss) + 1e-9)) ** 2
    kept = weights[: design.shape[1]].copy()
    kept[0] += weights[design.shape[1] :].mean(axis=0)
    return kept, left_over


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
