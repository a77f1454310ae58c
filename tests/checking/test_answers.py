"""Answers that computing makes late, wherever they are made."""

from __future__ import annotations

import pytest

from bcisub.checking.answers import first_late
from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.tracks import get


def run_of(*reports):
    truth = BlockTruth("S1", "b", 1500, ((3, 242), (128, 7), (884, 101), (1400, 241), (1499, 243)))
    block = BlockRecord(truth, 10, 150, 1500, list(reports))
    return RunRecord([block], RunEnd("finished"), options={"ignore_compute": True})


def said(value, p, clock=0.0):
    return Report(p, p // 10, value, type(value).__name__, repr(value), clock)


@pytest.mark.parametrize(
    ("p", "behind", "told"),
    [
        (800, 2.2, None),
        (800, 2.4, "S1/b: the report at sample 800 came in time, but for computing"),  # 2.688 s of data + 2.4 s
        (1500, 2.4, None),
        (1500, 5.1, "S1/b: the report at sample 1500 came 5.1 s after its data"),
    ],
)
def test_ssvep_15_in_a_trial_its_data_counts_and_elsewhere_computing_alone(p, behind, told):
    track = get("ssvep-async")
    assert first_late(track, track.defaults(), run_of(said(7, p, p / 250 + behind))) == told


def test_computing_costs_nothing_on_other_tracks():
    track = get("turing")
    assert first_late(track, track.defaults(), run_of(said(1, 800, 99.0))) is None
