"""The baseline of ssvep-async: what it hears, what it leaves unsaid, and streams that are not tidy."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bcisub.simulate import eeg

TEMPLATE = Path(__file__).parents[2] / "templates" / "ssvep-async"


def _forget() -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "AlgorithmImplement"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def baseline() -> Iterator[SimpleNamespace]:
    """The template's modules, imported as the contest imports them and forgotten afterwards."""
    _forget()
    sys.path.insert(0, str(TEMPLATE))
    try:
        from AlgorithmImplement.Interface.Model.DataModel import DataModel
        from AlgorithmImplement.SSVEP.AlgorithmImplementSSVEP import AlgorithmImplementSSVEP
        from AlgorithmImplement.SSVEP.Detector import Detector
        from AlgorithmImplement.SSVEP.Settings import CHANNELS
        from AlgorithmImplement.SSVEP.SlidingCCA import SlidingCCA, largestEigenvalue

        yield SimpleNamespace(
            DataModel=DataModel,
            Algorithm=AlgorithmImplementSSVEP,
            Detector=Detector,
            CHANNELS=CHANNELS,
            SlidingCCA=SlidingCCA,
            largestEigenvalue=largestEigenvalue,
        )
    finally:
        sys.path.remove(str(TEMPLATE))
        _forget()


def noise(baseline: SimpleNamespace, seconds: float, seed: int = 0) -> np.ndarray:
    """65 rows of background at the nine channels, with the offset of a real electrode."""
    samples = round(seconds * 250)
    rows = np.zeros((65, samples))
    rows[list(baseline.CHANNELS.values())] = 2000 + eeg.background(
        eeg.stream(seed), list(baseline.CHANNELS), samples, 250
    )
    return rows


def flicker(rows: np.ndarray, baseline: SimpleNamespace, label: int, start: float, seconds: float = 4.0) -> None:
    first, count = round(start * 250), round(seconds * 250)
    time = np.arange(count) / 250
    wave = sum(np.sin(2 * np.pi * h * (8 + 0.2 * (label - 1)) * time) / h for h in (1, 2, 3))
    rows[list(baseline.CHANNELS.values()), first : first + count] += 4 * np.outer(np.linspace(0.3, 1, 9), wave)


class Stream:
    """Serves blocks in packets of given lengths, as the contest's problem would."""

    def __init__(self, baseline: SimpleNamespace, blocks: list[np.ndarray], cuts: list[int], people: list[int]) -> None:
        self.reports: list[tuple[int, int, Any]] = []
        self._packets = []
        for number, block in enumerate(blocks):
            start, turn = 0, 0
            while start < block.shape[1]:
                size = cuts[turn % len(cuts)]
                packet = baseline.DataModel()
                packet.data = block[:, start : start + size].copy()
                packet.startPosition, packet.personID = start, people[number]
                self._packets.append((number, packet))
                start, turn = start + size, turn + 1
        self._packets[-1][1].finishedFlag = True
        self._read = 0

    def getData(self) -> Any:  # noqa: N802
        self._read += 1
        return self._packets[self._read - 1][1]

    def report(self, model: Any) -> None:
        number, packet = self._packets[self._read - 1]
        self.reports.append((number, packet.startPosition + packet.data.shape[1], model.resultType))


def run(
    baseline: SimpleNamespace, blocks: list[np.ndarray], cuts: tuple[int, ...] = (10,), people: tuple[int, ...] = (1, 1)
) -> list[tuple[int, int, Any]]:
    stream = Stream(baseline, blocks, list(cuts), list(people))
    algorithm = baseline.Algorithm()
    algorithm.setProblemInterface(stream)
    algorithm.run()
    return stream.reports


@pytest.mark.slow
def test_ssvep_6_a_gaze_is_reported_once_with_its_label_and_in_time(baseline: SimpleNamespace) -> None:
    rows = noise(baseline, 40)
    flicker(rows, baseline, 17, 12)
    flicker(rows, baseline, 33, 24)
    reports = run(baseline, [rows])
    assert [label for _, _, label in reports] == [17, 33]
    assert all(type(label) is int for _, _, label in reports)
    assert all(0 < at / 250 - start <= 4.2 for (_, at, _), start in zip(reports, (12, 24), strict=True))


@pytest.mark.slow
def test_ssvep_13_pure_background_is_met_with_silence(baseline: SimpleNamespace) -> None:
    assert run(baseline, [noise(baseline, 60, seed=5)]) == []


@pytest.mark.parametrize("cuts", [(10, 0), (7,), (1000,), (10, 3, 29)])
@pytest.mark.slow
def test_c2_the_answer_does_not_hang_on_how_packets_are_cut(baseline: SimpleNamespace, cuts: tuple[int, ...]) -> None:
    rows = noise(baseline, 20.012)
    flicker(rows, baseline, 5, 10)
    assert [label for _, _, label in run(baseline, [rows], cuts)] == [5]


def test_ssvep_5_a_new_block_and_a_new_person_start_afresh(baseline: SimpleNamespace) -> None:
    rows = noise(baseline, 20.012)
    flicker(rows, baseline, 9, 10)
    alone = run(baseline, [rows])
    for people in ((1, 1), (1, 2)):
        both = run(baseline, [rows, rows], people=people)
        assert [report[1:] for report in both if report[0] == 0] == [report[1:] for report in alone]
        assert [report[1:] for report in both if report[0] == 1] == [report[1:] for report in alone]


@pytest.mark.filterwarnings("error")
def test_flat_copied_and_missing_channels_do_no_harm(baseline: SimpleNamespace) -> None:
    assert run(baseline, [np.zeros((65, 2505))]) == []
    rows = noise(baseline, 20)
    flicker(rows, baseline, 26, 10)
    named = baseline.CHANNELS
    rows[named["Pz"]] = 0.0
    rows[named["PO5"]] = rows[named["PO3"]]
    rows[named["PO6"], 100:120] = np.nan
    assert [label for _, _, label in run(baseline, [rows])] == [26]


def test_the_unit_of_the_data_does_not_matter(baseline: SimpleNamespace) -> None:
    rows = noise(baseline, 20)
    flicker(rows, baseline, 26, 10)
    found = run(baseline, [rows])
    assert [label for _, _, label in found] == [26]
    assert run(baseline, [rows * 1e-6]) == found  # volts, as the platform records


@pytest.mark.filterwarnings("error")
def test_an_artefact_of_any_size_does_not_end_the_run(baseline: SimpleNamespace) -> None:
    rows = noise(baseline, 40)
    flicker(rows, baseline, 26, 30)
    rows[list(baseline.CHANNELS.values()), 1000:1100:2] = 3e9
    rows[baseline.CHANNELS["Oz"], 1200:1210] = np.inf
    assert 26 in [label for _, _, label in run(baseline, [rows])]


def test_running_sums_agree_with_canonical_correlation_by_the_book(baseline: SimpleNamespace) -> None:
    rng = np.random.default_rng(3)
    frequencies = np.array([8.0, 10.0, 12.4])
    sliding = baseline.SlidingCCA(250, frequencies, 5, 1, 4, 30, [12, 20])
    samples = rng.standard_normal((4, 1500))
    samples[1] += 0.3 * np.sin(2 * np.pi * 12.4 * np.arange(1500) / 250 + 1)
    for start in range(0, 1500, 30):
        sliding.push(samples[np.newaxis, :, start : start + 30])
    scores = sliding.scores()[:, 0]
    for row, length in enumerate((360, 600)):
        data = np.linalg.qr(samples[:, -length:].T)[0]
        for column, hertz in enumerate(frequencies):
            usable = [h * hertz for h in range(1, 6) if abs(h * hertz - 50) >= 1.5]
            angle = 2 * np.pi * np.outer(np.arange(length) / 250, usable)
            reference = np.linalg.qr(np.hstack([np.sin(angle), np.cos(angle)]))[0]
            expected = np.linalg.svd(data.T @ reference, compute_uv=False)[0] ** 2
            assert scores[row, column] == pytest.approx(expected, rel=0.06)


def test_the_largest_eigenvalue_is_close_and_never_above(baseline: SimpleNamespace) -> None:
    half = np.random.default_rng(0).standard_normal((50, 9, 10))
    matrices = half @ half.transpose(0, 2, 1)
    true = np.linalg.eigvalsh(matrices)[:, -1]
    found = baseline.largestEigenvalue(matrices)
    assert np.all(found <= true * (1 + 1e-9))
    assert np.all(found >= 0.94 * true)
    assert np.all(baseline.largestEigenvalue(np.zeros((2, 9, 9))) == 0)
