"""Sample sets of the gaze track: people who look at points of a plane, seen by two near-eye cameras (GAZE-1).

A person (kappa, iris, lids, skin, glasses) hangs on the recipe's seed and the subject's name alone, so that the same
name in two sets is the same person. A group is one putting-on of the headset: it sits a little differently each time.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.model.whole_files import write_whole
from bcisub.simulate.eeg import stream
from bcisub.simulate.eye import Array, EyeCamera
from bcisub.simulate.eye_person import Eye, Look, Wearing
from bcisub.simulate.png import grey_png

COLUMNS = ("subject", "group", "frame", "left", "right", "x", "y", "calibration")
SIDES = {"left": -1.0, "right": 1.0}
"""Where the eyes are: on the wearer's right is positive."""

_FIXATION = 0.25
"""How far, in degrees, a gaze usually misses the point it is asked for."""


@dataclass(frozen=True)
class _Person:
    eyes: Mapping[str, Eye]
    between: float
    """Distance of the two eyes, millimetres."""
    glasses: bool
    blinks: float


@dataclass(frozen=True)
class _Frame:
    subject: str
    group: str
    number: int
    target: tuple[float, float]
    calibration: bool

    def picture(self, side: str) -> str:
        return f"{self.subject}/{self.group}/{self.number:04d}_{side}.png"


def generate(recipe: Mapping[str, Any], folder: Path, progress: Callable[[float], None]) -> None:
    """Write the pictures and the index `frames.csv` (GAZE-2) of one set."""
    seed = int(recipe["seed"])
    groups = [(subject, group) for subject in recipe["people"]["subjects"] for group in recipe["people"]["groups"]]
    frames: list[_Frame] = []
    with ThreadPoolExecutor() as threads:
        for done, (subject, group) in enumerate(groups):
            members = list(_frames(recipe, subject, group))
            shoot = _Session(seed, subject, group, float(recipe["plane"]["distance"])).shoot
            for frame, pictures in zip(members, threads.map(shoot, members), strict=True):
                for side, content in pictures.items():
                    write_whole(folder / frame.picture(side), content)
            frames += members
            progress((done + 1) / len(groups))
    write_whole(folder / "frames.csv", _index(frames).encode())


class _Session:
    """One group: a person with the headset put on once."""

    def __init__(self, seed: int, subject: str, group: str, distance: float) -> None:
        self._seed, self._distance = seed, distance
        self._person = _person(seed, subject)
        rng = stream(seed, "wearing", subject, group)
        slip, roll = rng.normal(0, (1.3, 1.6, 1.2)), float(rng.normal(0, 1.8))
        gain = float(np.clip(rng.normal(1.0, 0.05), 0.85, 1.15))
        self._centres, self._cameras = {}, {}
        for side, sign in SIDES.items():
            turned = sign * self._person.between / 2 * np.array([1.0, np.sin(np.deg2rad(roll)), 0.0])
            centre = turned + slip
            wearing = Wearing(
                centre=_triple(centre),
                camera=(sign * 37.0, -13.0, 38.0),
                aim=(sign * 31.5, -0.5, 10.0),
                roll=roll,
                gain=gain,
                glasses=self._person.glasses,
            )
            self._centres[side] = centre
            look_of_it = stream(seed, "skin", subject, side, group if self._person.glasses else "")
            self._cameras[side] = EyeCamera(self._person.eyes[side], wearing, look_of_it)

    def shoot(self, frame: _Frame) -> dict[str, bytes]:
        """Both pictures of a frame, as the bytes of their files."""
        rng = stream(self._seed, "frame", frame.subject, frame.group, frame.number)
        miss = rng.normal(0, np.tan(np.deg2rad(_FIXATION)) * self._distance, 2)
        target = np.array([frame.target[0] + miss[0], frame.target[1] + miss[1], self._distance])
        dilation = float(np.clip(rng.normal(1.0, 0.09), 0.75, 1.3))
        closing = float(rng.uniform(0.35, 0.75)) if rng.random() < self._person.blinks else abs(rng.normal(0, 0.05))
        pictures = {}
        for side in SIDES:
            visual = target - self._centres[side]
            axis = _turned(visual / np.linalg.norm(visual), self._person.eyes[side].kappa)
            look = Look(_triple(axis), dilation, float(closing))
            pictures[side] = grey_png(self._cameras[side].render(look, rng))
        return pictures


def _person(seed: int, subject: str) -> _Person:
    rng = stream(seed, "person", subject)
    nasal, up = rng.normal(5.0, 1.3), rng.normal(-1.5, 1.2)
    common = Eye(
        kappa=(0.0, 0.0),
        iris=float(rng.uniform(78, 128)),
        sclera=float(rng.uniform(168, 205)),
        skin=float(rng.uniform(125, 185)),
        pupil=float(rng.uniform(1.6, 2.5)),
        opening=(float(rng.uniform(4.3, 6.2)), float(rng.uniform(4.6, 5.8))),
        tilt=float(rng.uniform(0.0, 2.0)),
        skew=float(rng.uniform(-0.12, 0.12)),
        crease=float(rng.choice([0.0, rng.uniform(26, 48)], p=[0.3, 0.7])),
        lashes=int(rng.integers(50, 120)),
        outer=0.0,
    )
    eyes = {}
    for side, sign in SIDES.items():
        # The visual axis points towards the nose as seen from the optical one: the eyes are turned out by kappa.
        kappa = (sign * (nasal + rng.normal(0, 0.5)), up + rng.normal(0, 0.5))
        eyes[side] = replace(common, kappa=_pair(kappa), outer=sign)
    return _Person(eyes, float(rng.normal(63, 2.5)), bool(rng.random() < 0.35), float(rng.uniform(0, 0.03)))


def _frames(recipe: Mapping[str, Any], subject: str, group: str) -> Iterator[_Frame]:
    """Points spread over the plane without clumping, in no order; some of them for calibration, drawn at random."""
    plane, count = recipe["plane"], int(recipe["frames"]["per_group"])
    rng = stream(int(recipe["seed"]), "targets", subject, group)
    columns = (np.arange(count) + rng.random(count)) / count
    rows = (rng.permutation(count) + rng.random(count)) / count
    order = rng.permutation(count)
    chosen = set(rng.choice(count, int(recipe["frames"]["calibration"]), replace=False).tolist())
    for number, place in enumerate(order.tolist()):
        x = round((2 * float(columns[place]) - 1) * float(plane["half_width"]), 1)
        y = round((2 * float(rows[place]) - 1) * float(plane["half_height"]), 1)
        yield _Frame(subject, group, number, (x, y), number in chosen)


def _index(frames: list[_Frame]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for frame in frames:
        pictures = [frame.picture(side) for side in SIDES]
        name = f"{frame.number:04d}"
        rows.writerow([frame.subject, frame.group, name, *pictures, *frame.target, int(frame.calibration)])
    return text.getvalue()


def _turned(axis: Array, kappa: tuple[float, float]) -> Array:
    """A direction turned to the right and up by so many degrees."""
    yaw = np.arctan2(axis[0], axis[2]) + np.deg2rad(kappa[0])
    pitch = np.arcsin(axis[1]) + np.deg2rad(kappa[1])
    return np.array([np.sin(yaw) * np.cos(pitch), np.sin(pitch), np.cos(yaw) * np.cos(pitch)])


def _triple(values: Array) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def _pair(values: tuple[float, float]) -> tuple[float, float]:
    return float(values[0]), float(values[1])
