"""The declaration of ssvep-async against the official document's tables (SSVEP-1 to SSVEP-4)."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from bcisub.model import resources
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth
from bcisub.tracks.ssvep_async import generator as simulated
from bcisub.tracks.ssvep_async.track import TRACK, check_truth, mask

TABLE_1 = {  # label: frequency in Hz, phase in π, as the document prints them
    1: (8, 0), 2: (8.2, 0.5), 3: (8.4, 1), 4: (8.6, 1.5), 5: (8.8, 0), 10: (9.8, 0.5), 11: (10, 1), 12: (10.2, 1.5),
    20: (11.8, 1.5), 21: (12, 0), 30: (13.8, 0.5), 31: (14, 1), 39: (15.6, 1), 40: (15.8, 1.5),
}  # fmt: skip


def test_ssvep_1_rows_rate_and_packets():
    assert (len(TRACK.channels), TRACK.rows, TRACK.fs, TRACK.packet) == (64, 65, 250, 10)
    assert TRACK.packet / TRACK.fs == 0.04
    assert len(set(TRACK.channels)) == 64
    # Numbers of table 2, counted from 1.
    for number, name in {
        1: "Fpz",
        8: "FZ",
        17: "FCz",
        24: "FT7",
        43: "Pz",
        50: "POz",
        57: "Oz",
        60: "ECG",
        64: "VEOL",
    }.items():
        assert TRACK.channels[number - 1] == name
    assert TRACK.channels == simulated.CHANNELS


def test_ssvep_2_every_code_a_trial_or_control_or_refused():
    for code in range(1, 256):
        truth = BlockTruth("S01", "block_1", 1000, ((0, 242), (77, code)))
        if code <= 40 or 101 <= code <= 141 or code >= 241:
            check_truth(truth)
        else:
            with pytest.raises(BcisubError, match=f"Trigger {code} ") as caught:
                check_truth(truth)
            assert caught.value.where == "S01/block_1, sample 77"


@pytest.mark.parametrize("code", [-1, 256, 1000])
def test_ssvep_2_codes_the_recorder_does_not_have_are_refused(code):
    with pytest.raises(BcisubError):
        check_truth(BlockTruth("S01", "block_1", 1000, ((77, code),)))


def test_ssvep_3_every_trigger_but_242_and_243_reads_0():
    row = np.arange(256, dtype=np.float64)
    shown = mask(row)
    assert {int(at): shown[at] for at in np.flatnonzero(shown)} == {242: 242, 243: 243}
    assert (row == np.arange(256)).all(), "the stored row stays"


def test_ssvep_4_frequencies_and_phases_of_table_1():
    place = resources.folder("templates") / "ssvep-async" / "AlgorithmImplement" / "SSVEP" / "Settings.py"
    spec = importlib.util.spec_from_file_location("baseline_settings", place)
    settings = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(settings)
    for label, (frequency, phase) in TABLE_1.items():
        assert simulated.frequency(label) == pytest.approx(frequency)
        assert simulated.phase(label) == pytest.approx(phase * np.pi)
        assert settings.FREQUENCIES[label - 1] == pytest.approx(frequency)
    assert len(settings.FREQUENCIES) == 40


def test_the_target_is_the_documents():
    assert TRACK.python == "3.8"
    layout = TRACK.layouts[0]
    assert layout.packed == ("AlgorithmImplement", "config.toml")
    assert (layout.class_name, layout.config_keys) == ("AlgorithmImplementSSVEP", ("unitImage", "command"))
