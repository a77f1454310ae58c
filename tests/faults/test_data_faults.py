"""Recordings as they should not be: refused with their place, or run as they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bcisub.model.writing import pickled
from tests.faults.fault_submissions import STYLES
from tests.faults.fault_surroundings import DATA

STYLE = STYLES["ssvep-async"]
ANSWERS = "def packet(k, data, report):\n    if k % 40 == 0:\n        report(GOOD)\n"


def matrix(samples, triggers, seed=1):
    data = np.random.default_rng(seed).integers(-100, 100, size=(65, samples)).astype(float)
    data[-1] = 0
    for sample, code in triggers.items():
        data[-1, sample] = code
    return data


USUAL = matrix(STYLE.samples, STYLE.triggers)


def with_nan(row):
    data = USUAL.copy()
    data[row, 700] = np.nan
    return data


def many_trials():
    row = np.zeros(200_002)
    row[0], row[-1] = 242, 243
    row[1:-1:2] = 7
    return np.concatenate([np.zeros((64, row.size)), row[None]]).astype(np.uint8)


MADE = {
    "empty-set": lambda: None,
    "empty-block": lambda: USUAL[:, :0],
    "one-sample": lambda: matrix(1, {0: 7}),
    "short-block": lambda: matrix(7, {2: 7}),
    "no-trials": lambda: matrix(1500, {0: 242, 1499: 243}),
    "edges": lambda: matrix(1500, {0: 7, 1499: 8}),
    "one-packet": lambda: matrix(1500, {21: 7, 24: 9, 1400: 241}),
    "back-to-back": lambda: matrix(1500, dict.fromkeys(range(10, 1490, 2), 7)),
    "nan": lambda: with_nan(3),
    "nan-trigger": lambda: with_nan(-1),
    "objects": lambda: USUAL.astype(object),
    "integers": lambda: USUAL.astype(np.int16),
    "big-endian": lambda: USUAL.astype(">f8"),
    "fortran": lambda: np.asfortranarray(USUAL),
    "wrong-rows": lambda: USUAL[1:],
    "kills-reader": (Path(__file__).parents[1] / "assets" / "fuzz" / "block-mat.kills-loadmat").read_bytes,
    "many-trials": many_trials,
}
SAME_AS_USUAL = {"integers", "big-endian", "fortran", "nan"}


@pytest.fixture
def verdicts(bcisub, python, result_of, tmp_path):
    def run(data, name):
        project, folder = tmp_path / name, tmp_path / f"set-{name}" / "S01"
        STYLE.write(project, ANSWERS)
        folder.mkdir(parents=True)
        if isinstance(data, bytes):
            (folder / "block_1.mat").write_bytes(data)
        elif data is not None:
            (folder / "block_1.pkl").write_bytes(pickled({"data": data}))
        told = bcisub("eval", project, "--track", STYLE.track, "--data", folder.parent, "--python", python)
        trials = result_of(project)["trials"] if told.exit != 2 else None
        return told, trials

    return run


@pytest.mark.parametrize("case", DATA, ids=lambda case: case.name)
def test_a_fault_of_the_data(case, verdicts):
    told, trials = verdicts(MADE[case.name](), "faulty")
    assert told.exit == case.exit, told.screen
    assert case.says in told.screen
    if case.name in SAME_AS_USUAL:
        assert trials == verdicts(USUAL, "usual")[1]
    if case.name == "many-trials":
        assert len(trials) == 100_000
