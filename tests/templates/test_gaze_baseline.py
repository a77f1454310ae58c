"""The gaze baseline: finds pupil and glints, is shifted by calibration, beats the mean of the calibration targets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from bcisub.data.pictures import decoded
from bcisub.model.frames import FrameSet, read_index
from bcisub.tracks.gaze import generator as gaze
from bcisub.tracks.gaze.error import angle, gaze_vector, prediction_error

TEMPLATE = Path(__file__).parents[2] / "templates" / "gaze"
DISTANCE = 1000.0


@pytest.fixture(scope="module")
def predictor() -> Iterator[ModuleType]:
    sys.path.insert(0, str(TEMPLATE))
    try:
        import predictor

        yield predictor
    finally:
        sys.path.remove(str(TEMPLATE))
        for name in ("predictor", "eye_features"):
            sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> FrameSet:
    """Two of the people of cali_B in groups of their own, one with glasses."""
    folder = tmp_path_factory.mktemp("people")
    recipe = {
        "seed": 20220501,
        "people": {"subjects": ["S09", "S10"], "groups": ["g7"]},
        "frames": {"per_group": 17, "calibration": 5},
        "plane": {"distance": DISTANCE, "half_width": 340, "half_height": 250},
    }
    gaze.generate(recipe, folder, lambda share: None)
    return read_index(folder)


def errors(predictor: ModuleType, people: FrameSet, *, calibrate: bool) -> tuple[list[float], list[float]]:
    """Errors of the baseline, and of answering the mean of the calibration targets."""
    model, own, plain = predictor.Predictor(), [], []
    for (subject, group), frames in people.groups.items():
        known = [frame for frame in frames if frame.calibration]
        if calibrate:
            told = [
                {"left": pair[0], "right": pair[1], "x": frame.label[0], "y": frame.label[1]}
                for frame, pair in decoded(people.folder, known)
                if frame.label
            ]
            model.calibrate(subject, group, told)
        mean = np.mean([frame.label for frame in known], axis=0)
        for frame, pair in decoded(people.folder, [frame for frame in frames if not frame.calibration]):
            answer = model.predict(subject, group, pair[0], pair[1])
            for found, point in ((own, answer), (plain, mean)):
                assert frame.label
                miss = angle(gaze_vector(point, "plane", DISTANCE), gaze_vector(frame.label, "plane", DISTANCE))
                assert miss is not None
                found.append(miss)
    return own, plain


@pytest.mark.slow
def test_pe_is_at_most_half_of_answering_the_mean(predictor: ModuleType, people: FrameSet) -> None:
    own, plain = errors(predictor, people, calibrate=True)
    assert prediction_error(own)[0] <= prediction_error(plain)[0] / 2


def test_calibration_helps_a_new_person(predictor: ModuleType, people: FrameSet) -> None:
    calibrated, _ = errors(predictor, people, calibrate=True)
    raw, _ = errors(predictor, people, calibrate=False)
    assert np.median(calibrated) < np.median(raw)


def test_gaze_13_answers_without_calibration_and_without_an_eye(predictor: ModuleType) -> None:
    shut = np.full((400, 640), 150, dtype=np.uint8)
    answer = predictor.Predictor().predict("nobody", "g1", shut, shut)
    assert len(answer) == 2
    assert np.isfinite(answer).all()


def test_calibration_with_eyes_shut_changes_nothing(predictor: ModuleType, people: FrameSet) -> None:
    shut = np.full((400, 640), 150, dtype=np.uint8)
    frame, pair = next(decoded(people.folder, people.asked))
    model = predictor.Predictor()
    before = model.predict(frame.subject, frame.group, *pair)
    model.calibrate(frame.subject, frame.group, [{"left": shut, "right": shut, "x": 1.0, "y": 2.0}])
    assert model.predict(frame.subject, frame.group, *pair) == before


def test_a_shift_of_all_targets_is_learned(predictor: ModuleType) -> None:
    rng = np.random.default_rng(3)
    guesses = rng.uniform(-200, 200, (5, 2))
    shift = predictor.fit_shift(guesses, guesses + np.array([30.0, -12.0]))
    assert np.allclose(np.append([50.0, 60.0], 1.0) @ shift, [80.0, 48.0])
