"""The simulated speller: the paradigm of the document, and bytes that repeat."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from bcisub.simulate import eeg
from bcisub.tracks.ssvep_async import generator as speller

RECIPE = {
    "seed": 7,
    "paradigm": {"subjects": 2, "blocks": 1, "trials": 6},
    "response": {"weakest": 0.2, "strongest": 0.4},
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("speller")
    speller.generate(RECIPE, folder, lambda share: None)
    return folder


def read(path: Path) -> dict:
    with path.open("rb") as file:
        return pickle.load(file)


def test_ssvep_1_a_block_has_64_channels_a_trigger_row_and_250_hz(made: Path) -> None:
    block = read(made / "S01" / "block_1.pkl")
    assert block["data"].shape[0] == 65
    assert block["data"].dtype == np.float32
    assert block["srate"] == 250
    names = block["ch_names"]
    assert len(set(names)) == 65
    assert (names[0], names[42], names[56], names[63], names[64]) == ("Fpz", "Pz", "Oz", "VEOL", "trigger")


def test_ssvep_2_triggers_frame_the_block_and_each_trial(made: Path) -> None:
    row = read(made / "S02" / "block_1.pkl")["data"][-1]
    codes = [int(code) for code in row[row != 0]]
    assert codes[0] == 242
    assert codes[-1] == 243
    assert row[0] == 242
    assert row[-1] == 243
    starts, ends = codes[1:-1:2], codes[2:-1:2]
    assert len(starts) == 6
    assert all(1 <= code <= 40 or 101 <= code <= 141 for code in starts)
    assert ends == [241] * 6


@pytest.mark.parametrize(("label", "hertz", "angle"), [(1, 8.0, 0.0), (4, 8.6, 1.5), (11, 10.0, 1.0), (40, 15.8, 1.5)])
def test_ssvep_4_frequency_and_phase_of_a_label(label: int, hertz: float, angle: float) -> None:
    assert speller.frequency(label) == pytest.approx(hertz)
    assert speller.phase(label) == pytest.approx(angle * np.pi)


def test_a_full_block_follows_the_documents_paradigm() -> None:
    gaps, flickering, remainders = [], [], set()
    for seed in range(30):
        trials, samples = speller.plan(eeg.stream(seed), 60)
        assert len(trials) == 60
        flickering.append(sum(trial.label <= 40 for trial in trials))
        assert {trial.label for trial in trials if trial.label <= 40} == set(range(1, 41))
        assert all(101 <= trial.label <= 141 for trial in trials if trial.label > 40)
        gaps += list(np.diff([trial.onset for trial in trials]) / 250 - 6)
        remainders.add(samples % 10)
    assert set(flickering) == set(range(40, 46))
    rests = np.array(gaps)
    assert rests.min() >= -0.01
    assert 4 < rests.max() <= 12.01
    assert 0.87 < np.mean(rests <= 4) < 0.93
    assert len(remainders) > 5  # blocks mostly end on a short packet


def test_the_same_recipe_gives_the_same_bytes_and_another_seed_does_not(made: Path, tmp_path: Path) -> None:
    shares: list[float] = []
    speller.generate(RECIPE, tmp_path / "again", shares.append)
    speller.generate({**RECIPE, "seed": 8}, tmp_path / "other", lambda share: None)
    name = Path("S02") / "block_1.pkl"
    assert (tmp_path / "again" / name).read_bytes() == (made / name).read_bytes()
    assert (tmp_path / "other" / name).read_bytes() != (made / name).read_bytes()
    assert shares == [0.5, 1.0]


def test_the_response_sits_on_the_targets_harmonics_at_the_back_of_the_head() -> None:
    person = speller.draw_person(eeg.stream(1), 1.0)
    response = speller.evoked(eeg.stream(2), person, 21)
    oz, forehead = (speller.CHANNELS.index(name) for name in ("Oz", "Fpz"))
    assert np.abs(response[oz]).max() > 20 * np.abs(response[forehead]).max()
    spectrum = np.abs(np.fft.rfft(response[oz, :1000] * np.hanning(1000)))
    hertz = np.fft.rfftfreq(1000, 1 / 250)
    assert hertz[spectrum.argmax()] == pytest.approx(12.0)
    assert spectrum[hertz == 24.0] > 10 * spectrum[hertz == 18.0]
    assert 0.1 <= person.latency <= 0.2


def test_ssvep_2_still_trials_hold_no_response() -> None:
    person = speller.draw_person(eeg.stream(3), 5.0)
    nothing = speller.record(eeg.stream(4), person, [], 2000)
    still = speller.record(eeg.stream(4), person, [speller.Trial(500, 121)], 2000)
    flicker = speller.record(eeg.stream(4), person, [speller.Trial(500, 21)], 2000)
    assert np.array_equal(still, nothing)
    assert not np.array_equal(flicker, nothing)


def test_subjects_spread_from_the_weakest_to_the_strongest() -> None:
    strengths = [speller._strength(RECIPE["response"], share) for share in (0.0, 0.5, 1.0)]
    assert strengths == pytest.approx([0.2, 0.08**0.5, 0.4])


def test_an_unsteady_person_responds_differently_from_trial_to_trial() -> None:
    spread = []
    for unsteadiness in (0.0, 0.5):
        person = speller.draw_person(eeg.stream(5), 1.0, unsteadiness)
        sizes = [speller.evoked(eeg.stream(6, trial), person, 21).std() for trial in range(40)]
        spread.append(np.log(sizes).std())
    assert spread[0] < 0.2
    assert spread[1] > 0.35


def test_the_flicker_lasts_4_s_and_its_trial_ends_with_1_s_of_feedback() -> None:
    person = speller.draw_person(eeg.stream(1), 1.0)
    size = np.abs(speller.evoked(eeg.stream(2), person, 21)[speller.CHANNELS.index("Oz")])
    assert size[int(3.5 * 250) : 4 * 250].max() > 10 * size[int(4.28 * 250) :].max()
    row = speller.triggers([speller.Trial(500, 7)], 3000)
    assert np.flatnonzero(row == 241).tolist() == [500 + 5 * 250]
