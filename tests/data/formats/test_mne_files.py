"""BDF, EDF and BrainVision: signals in microvolts, triggers from a channel, from annotations, from evt.bdf."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bcisub.data.formats import mne_files
from bcisub.data.formats.mne_files import code_in
from bcisub.data.reading import read
from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import trigger_events
from bcisub.model.track import Track
from tests.data.formats.amplifier_files import write_brainvision, write_edf

FS = 200
NAMES = ("O1", "O2")
DATA = np.round(np.random.default_rng(1).normal(0, 160, (2, 3 * FS))) / 8
MARKS = [(0.5, "T1"), (1.255, "T2"), (2.0, "rest")]


@pytest.mark.parametrize("suffix", [".edf", ".bdf"])
def test_edf_and_bdf_with_annotations(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("mne")
    path = tmp_path / f"run{suffix}"
    write_edf(path, DATA, FS, NAMES, MARKS)
    recording = read(path)
    np.testing.assert_allclose(recording.data[:-1], DATA, atol=1e-3)
    assert (recording.electrodes, recording.fs) == (NAMES, FS)
    assert recording.marks == ((100, "T1"), (251, "T2"), (400, "rest"))
    assert trigger_events(recording.data[-1]) == ((100, 1), (251, 2))


def test_biosemi_status_channel(tmp_path: Path) -> None:
    pytest.importorskip("mne")
    status = np.full(3 * FS, 1 << 16)  # a bit of the amplifier's own, above the triggers
    status[50:60] += 7
    status[60:70] += 9
    status[200] += 255
    write_edf(tmp_path / "run.bdf", DATA, FS, NAMES, status=status)
    assert trigger_events(read(tmp_path / "run.bdf").data[-1]) == ((50, 7), (60, 9), (200, 255))
    assert read(tmp_path / "run.bdf").data.shape[0] == 3


def test_neuracle_events_lie_beside_the_data(tmp_path: Path, track: Track) -> None:
    pytest.importorskip("mne")
    folder = tmp_path / "set" / "S01"
    folder.mkdir(parents=True)
    write_edf(folder / "data.bdf", DATA, FS, NAMES, [])
    write_edf(folder / "evt.bdf", DATA[:1], FS, ("x",), [(0.25, "242"), (1.0, "12")])
    assert trigger_events(read(folder / "data.bdf").data[-1]) == ((50, 242), (200, 12))
    assert [block.name for block in open_set(str(tmp_path / "set"), track).subjects[0].blocks] == ["data"]


def test_brainvision(tmp_path: Path) -> None:
    pytest.importorskip("mne")
    write_brainvision(tmp_path / "run.vhdr", DATA, FS, NAMES, [(10, "S  1"), (300, "S241")])
    recording = read(tmp_path / "run.vhdr")
    np.testing.assert_allclose(recording.data[:-1], DATA, atol=1e-3)
    assert trigger_events(recording.data[-1]) == ((10, 1), (300, 241))


def test_without_mne_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "mne", None)
    for name in ("a.edf", "a.bdf", "a.vhdr"):
        (tmp_path / name).write_bytes(b"x")
        with pytest.raises(BcisubError) as caught:
            mne_files.read(tmp_path / name)
        assert caught.value.code == "needs-formats"
        assert "pip install 'bcisub[formats]'" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["a.edf", "a.bdf", "a.vhdr"])
def test_damaged_files_are_named(tmp_path: Path, name: str) -> None:
    pytest.importorskip("mne")
    (tmp_path / name).write_bytes(b"nonsense" * 40)
    with pytest.raises(BcisubError) as caught:
        read(tmp_path / name)
    assert caught.value.where == str(tmp_path / name)


@pytest.mark.parametrize("suffix", [".edf", ".bdf"])
@pytest.mark.parametrize("marks", [None, MARKS])
def test_a_file_cut_short_is_refused(tmp_path: Path, suffix: str, marks: list[tuple[float, str]] | None) -> None:
    pytest.importorskip("mne")
    path = tmp_path / f"run{suffix}"
    write_edf(path, DATA, FS, NAMES, marks)
    whole = path.read_bytes()
    for lost in (1, 1000, 2000):
        path.write_bytes(whole[:-lost])
        with pytest.raises(BcisubError, match=f"announces {len(whole)} bytes, and {len(whole) - lost} are") as caught:
            read(path)
        assert caught.value.where == str(path)
    # An amplifier that never came to its end writes -1 records.
    path.write_bytes(whole[:236] + b"-1".ljust(8) + whole[244:])
    assert read(path).data.shape == (3, 3 * FS)


def test_a_brainvision_file_cut_short_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("mne")
    path = tmp_path / "run.vhdr"
    write_brainvision(path, DATA, FS, NAMES, [])
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("NumberOfChannels", f"DataPoints={3 * FS}\nNumberOfChannels"), encoding="utf-8")
    assert read(path).data.shape == (3, 3 * FS)
    signals = path.with_suffix(".eeg")
    signals.write_bytes(signals.read_bytes()[:-400])
    with pytest.raises(BcisubError, match="announces 600 samples, and 500 are there"):
        read(path)


@pytest.mark.parametrize(
    ("text", "code"), [("T1", 1), ("Stimulus/S  1", 1), ("33", 33), ("256", 0), ("T0", 0), ("rest", 0), ("1 rest", 0)]
)
def test_codes_in_annotations(text: str, code: int) -> None:
    assert code_in(text) == code
