"""The turing sample sets: triggers as TURING-2 to TURING-4 say, same people everywhere, same bytes every time."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bcisub.simulate import eeg
from bcisub.tracks.turing import generator as turing
from bcisub.tracks.turing.tables import CHANNELS, TASKS

SIGNAL = {"noise": 9.0, "spill": 0.1, "shift": 0.02, "mains": 2.0, "drift": 15.0, "blinks": 10.0}
TIMES = {"prompt": 3.0, "task": 5.0, "after": 5.0}


def recipe(kind: str, **session: Any) -> dict[str, Any]:
    return {
        "seed": 3,
        "people": {"seed": 8, "count": 1},
        "session": {"kind": kind, "blocks": 2, **TIMES, **session},
        "signal": SIGNAL,
    }


GAME = recipe("game", rounds=[1, 1], trials=[4, 4])
TRAINING = recipe("training", trials=4)


def make(folder: Path, content: dict[str, Any]) -> list[np.ndarray]:
    turing.generate(content, folder, lambda share: None)
    return [pickle.loads((folder / f"S01/block_{k}.pkl").read_bytes())["data"] for k in (1, 2)]


def events(data: np.ndarray) -> list[tuple[int, int]]:
    return [(int(at), int(data[-1, at])) for at in np.flatnonzero(data[-1])]


def test_turing_1_shape(tmp_path: Path) -> None:
    data = make(tmp_path, GAME)[0]
    assert data.shape[0] == 65
    assert data.dtype == np.float32
    record = pickle.loads((tmp_path / "S01/block_1.pkl").read_bytes())
    assert record["ch_names"] == [*CHANNELS, "trigger"]
    assert record["srate"] == 250


def test_turing_2_game_triggers_in_order_and_time(tmp_path: Path) -> None:
    first, last = (events(data) for data in make(tmp_path, GAME))
    assert [code for _, code in first][:3] == [250, 242, 240]
    assert [code for _, code in last][-2:] == [243, 251]
    trials = [e for e in first if e[1] not in (250, 242, 243)]
    assert len(trials) == 12
    for start, task, end in zip(trials[::3], trials[1::3], trials[2::3], strict=True):
        assert (start[1], end[1]) == (240, 241)
        assert (task[0] - start[0], end[0] - task[0]) == (750, 2500)
        assert task[1] & 7 in TASKS[task[1] >> 3]
    assert trials[-2][1] >> 3 in (6, 7, 8, 9), "a round ends with a shot"


def test_training_triggers(tmp_path: Path) -> None:
    found = events(make(tmp_path, TRAINING)[0])
    assert sorted(code for _, code in found if code < 128) == [1, 1, 2, 2]
    trials = [e for e in found if e[1] not in (250, 242, 243)]
    assert [(b[0] - a[0], c[0] - b[0]) for a, b, c in zip(trials[::3], trials[1::3], trials[2::3], strict=True)] == [
        (750, 1250)
    ] * 4


def test_same_recipe_same_bytes(tmp_path: Path) -> None:
    digests = []
    for name in ("one", "two"):
        make(tmp_path / name, GAME)
        digests.append(hashlib.sha256((tmp_path / name / "S01/block_2.pkl").read_bytes()).hexdigest())
    assert digests[0] == digests[1]


def test_people_are_shared_by_their_own_seed() -> None:
    assert turing.Person.draw(eeg.stream(8, "S01")) == turing.Person.draw(eeg.stream(8, "S01"))
    assert turing.Person.draw(eeg.stream(8, "S01")) != turing.Person.draw(eeg.stream(8, "S02"))


@pytest.fixture(scope="module")
def person() -> turing.Person:
    return turing.Person.draw(eeg.stream(8, "S01"))


def power(rows: np.ndarray, low: float, high: float) -> np.ndarray:
    spectrum = np.abs(np.fft.rfft(rows - rows.mean(axis=-1, keepdims=True), axis=-1)) ** 2
    frequency = np.fft.rfftfreq(rows.shape[-1], 1 / 250)
    return spectrum[..., (frequency >= low) & (frequency < high)].mean(axis=-1)


def test_imagery_takes_power_from_the_opposite_hand_area(person: turing.Person) -> None:
    onsets = [1000 + 2500 * k for k in range(12)]
    script = turing.Script(32_000, (), tuple((at, turing.LEFT) for at in onsets))
    data = turing.record(eeg.stream(1, "x"), person, script, SIGNAL, 5.0)
    near, opposite = CHANNELS.index("C3"), CHANNELS.index("C4")
    mu = np.array([power(data[[near, opposite], at + 200 : at + 1200], person.mu - 1, person.mu + 1) for at in onsets])
    assert mu[:, 1].mean() < 0.6 * mu[:, 0].mean()


@pytest.mark.parametrize("task", turing.FLICKER)
def test_flicker_has_its_frequency_and_starts_at_phase_0(person: turing.Person, task: int) -> None:
    script = turing.Script(3000, (), ((1000, task),))
    course = turing._response(eeg.stream(1, "x"), person, script, 0.0, 5.0)
    assert not course[:1000].any()
    time = np.arange(1250) / 250
    best = max(
        np.arange(15.0, 16.1, 0.05), key=lambda hertz: abs(course[1000:2250] @ np.exp(-2j * np.pi * hertz * time))
    )
    assert best == pytest.approx(turing.FLICKER[task], abs=0.051)
    phase = np.angle(course[1000:2250] @ np.exp(-2j * np.pi * turing.FLICKER[task] * (time - person.lag)))
    assert phase == pytest.approx(-np.pi / 2, abs=0.6)


def test_idle_changes_nothing(person: turing.Person) -> None:
    script = turing.Script(3000, (), ((1000, 7),))
    assert not turing._response(eeg.stream(1, "x"), person, script, 0.1, 5.0).any()
    assert (turing._imagery(eeg.stream(1, "x"), person, script, turing.LEFT, 5.0) == 1).all()
