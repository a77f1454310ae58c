"""The team's algorithm. The evaluator makes one Predictor, calibrates it per group and asks it frame by frame."""

import json
from pathlib import Path

import numpy as np
from eye_features import look, terms

HERE = Path(__file__).resolve().parent
SIDES = ("left", "right")


class Predictor:
    """Polynomial from pupil and glints to the point of gaze, shifted to the person and the headset's seat."""

    def __init__(self):
        model = json.loads((HERE / "model.json").read_text(encoding="utf-8"))
        self.rings = {side: np.array(model[side]["ring"]) for side in SIDES}
        self.weights = {
            side: {kind: np.array(weights) for kind, weights in model[side]["weights"].items()} for side in SIDES
        }
        self.spread = model["spread"]
        self.middle = np.array(model["middle"])
        self.limit = np.array(model["limit"])
        self.shifts = {}

    def calibrate(self, subject, group, frames):
        """Learn a group from its labelled frames: each has `left`, `right` (uint8, 400 x 640), `x` and `y`."""
        points = np.array([[frame["x"], frame["y"]] for frame in frames], dtype=float).reshape(-1, 2)
        for side in SIDES:
            told = [self.gaze_of_eye(side, frame[side]) for frame in frames]
            seen = [index for index, answer in enumerate(told) if answer is not None]
            if seen:
                guesses = np.array([told[index][0] for index in seen])
                self.shifts[(subject, group, side)] = fit_shift(guesses, points[seen])

    def predict(self, subject, group, left, right):
        """The point (x, y) both eyes look at, in the units of the labels."""
        guesses, trust = [], []
        for side, image in zip(SIDES, (left, right)):
            told = self.gaze_of_eye(side, image)
            if told is not None:
                shift = self.shifts.get((subject, group, side))
                guesses.append(told[0] if shift is None else np.append(told[0], 1.0) @ shift)
                trust.append(1.0 / self.spread[told[1]] ** 2)
        if not guesses:
            return float(self.middle[0]), float(self.middle[1])
        point = np.average(guesses, axis=0, weights=trust)
        point = np.clip(point, self.middle - self.limit, self.middle + self.limit)
        return float(point[0]), float(point[1])

    def gaze_of_eye(self, side, image):
        """What one eye says before calibration, and what it was seen by; None if it is shut."""
        found = look(image, self.rings[side])
        if found is None:
            return None
        kind, values = terms(found)
        return values @ self.weights[side][kind], kind


def fit_shift(guesses, points, stiffness=6.0):
    """Three rows that turn (x, y, 1) into a better (x, y): a shift, and with more frames a little stretching."""
    offset = np.median(points - guesses, axis=0)
    centre, size = guesses.mean(axis=0), 200.0
    design = np.column_stack([(guesses - centre) / size, np.ones(len(guesses))])
    # The stretch is held near none: five frames cannot carry more.
    penalty = np.diag([stiffness, stiffness, 0.5])
    change = np.linalg.solve(design.T @ design + penalty, design.T @ (points - guesses - offset))
    shift = np.vstack([np.eye(2) + change[:2] / size, offset + change[2]])
    shift[2] -= centre @ change[:2] / size
    return shift
