"""`bcisub data convert`: channels by name, events to the sample, rates, units, blocks; round trips sample by sample."""

from __future__ import annotations

import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.converting import blocks, resample
from bcisub.data.converting.convert import Account, Wishes, converted
from bcisub.data.formats.content import Recording
from bcisub.data.reading import read
from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.recording import trigger_events
from bcisub.model.track import Track
from bcisub.tracks import TRACKS

META = TRACKS["metaverse"]
RATES = (3.0, 7.5, 11.0, 17.0, 23.0)
EVENTS = {0: 242, 100: 129, 1400: 241, 1500: 195, 2990: 241, 2999: 243}


def official(rows: int = 6, samples: int = 3000, dtype: Any = np.float32, events: dict[int, int] = EVENTS) -> Any:
    data = np.random.default_rng(3).normal(0, 15, (rows, samples)).astype(dtype)
    data[-1] = 0
    for at, code in events.items():
        data[-1, at] = code
    return data


def run(recording: Recording, track: Track = META, **wishes: Any) -> tuple[list[Any], Account]:
    account = Account()
    return list(converted(recording, Path("x.pkl"), track, Wishes(**wishes), account)), account


def convert(*arguments: object) -> Any:
    result = CliRunner().invoke(app, ["convert", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("form", ["pkl", "npy", "mat"])
def test_the_official_shape_comes_through_unchanged(tmp_path: Path, dtype: Any, form: str) -> None:
    from scipy.io import savemat

    data = official(dtype=dtype)
    path = tmp_path / "src" / "S01" / f"block_1.{form}"
    path.parent.mkdir(parents=True)
    if form == "pkl":
        path.write_bytes(pickle.dumps({"data": data, "srate": 250}))
    elif form == "npy":
        np.save(path, data)
    else:
        savemat(path, {"data": data})
    convert(tmp_path / "src", tmp_path / "dst", "--track", "metaverse")
    back = read(tmp_path / "dst" / "S01" / "block_1.pkl")
    np.testing.assert_array_equal(back.data, data)
    assert back.data.dtype == dtype
    assert back.channels == (*META.channels, "trigger")
    assert back.fs == 250


def test_shuffled_renamed_channels_come_back_sample_by_sample() -> None:
    track = TRACKS["emotion"]
    data = official(33, events={0: 250, 1: 242, 500: 3, 525: 240, 2525: 241, 2990: 243, 2999: 251})
    order = np.random.default_rng(1).permutation(32)
    old = {"T7": "T3", "T8": "T4", "P7": "T5", "P8": "T6"}
    names = [f"EEG {old.get(track.channels[row], track.channels[row]).upper()}-REF" for row in order]
    stored = np.vstack([data[order], data[:1], data[-1:]])
    (back,), account = run(Recording(stored, (*names, "ECG1")), track)
    np.testing.assert_array_equal(back, data)
    assert account.missing == []
    assert any("ECG1" in note for note in account.notes)


def test_batches_of_emotion_are_put_in_order() -> None:
    """EMO-8: the first batch's rows go where the second batch has them."""
    track = TRACKS["emotion"]
    data = official(33, events={0: 250, 1: 242, 2: 243, 3: 251})
    (back,), _ = run(Recording(data), track, batch="first")
    np.testing.assert_array_equal(back, data[list(track.batches["first"])])
    with pytest.raises(BcisubError, match="does not fit"):
        run(Recording(data), track, batch="third")


@pytest.mark.parametrize("fs", [1000, 500, 200, 160, 128, 512, 256.0])
def test_resampling_and_back_is_the_same_signal_and_the_same_triggers(fs: float) -> None:
    """Band-limited signals at another rate, converted to 250 Hz, are the original; every trigger lies at its sample."""
    time = np.arange(3000) / 250
    data = official()
    data[:-1] = [20 * np.sin(2 * np.pi * hz * time + hz) + 300 for hz in RATES]
    change = Fraction(fs).limit_denominator() / 250
    stored = np.zeros((6, resample.length(3000, change)))
    other = np.arange(stored.shape[1]) / fs
    stored[:-1] = [20 * np.sin(2 * np.pi * hz * other + hz) + 300 for hz in RATES]
    for at, code in EVENTS.items():
        stored[-1, min(round(at * change), stored.shape[1] - 1)] = code
    (back,), account = run(Recording(stored, META.channels, float(fs)))
    assert abs(back.shape[1] - 3000) <= 2
    np.testing.assert_allclose(back[:-1, 200:2800], data[:-1, 200:2800], atol=0.02)
    # To the sample: the nearest sample of another rate is at most half a sample of that rate away.
    for (at, code), (want, known) in zip(trigger_events(back[-1]), EVENTS.items(), strict=True):
        assert code == known
        assert abs(at - want) <= (0 if fs >= 250 else 1)
    assert any("Resampled" in note for note in account.notes)


@given(
    places=st.lists(st.integers(0, 9_999), unique=True, min_size=1, max_size=60),
    fs=st.sampled_from([100, 128, 160, 250, 256, 500, 512, 1000, 2048]),
)
def test_no_trigger_is_lost_or_overtaken(places: list[int], fs: int) -> None:
    change = resample.ratio(fs, 250)
    size = resample.length(10_000, change)
    events = [(at, number) for number, at in enumerate(sorted(places), 1)]
    moved = resample.moved(events, change, size)
    assert [code for _, code in moved] == [code for _, code in events]
    at = [sample for sample, _ in moved]
    assert at == sorted(set(at))
    assert at[0] >= 0
    assert at[-1] < size
    if min(np.diff(sorted(places)), default=100) * change > 2 and places and max(places) * change < size - 2:
        assert all(abs(new - old * change) <= Fraction(1, 2) for (old, _), new in zip(events, at, strict=True))


def test_held_triggers_become_one_event() -> None:
    data = official()
    data[-1, 100:140] = 129
    data[-1, 140:160] = 0
    (back,), _ = run(Recording(data, META.channels, 250.0))
    assert trigger_events(back[-1]) == tuple(EVENTS.items())


def test_volts_are_scaled_by_their_size_or_as_told() -> None:
    data = official()
    volts = data.astype(np.float64)
    volts[:-1] *= 1e-6
    (back,), account = run(Recording(volts, META.channels))
    np.testing.assert_allclose(back, data, rtol=1e-6)
    assert any("volts" in note for note in account.notes)
    (told,), _ = run(Recording(volts, META.channels), unit="V")
    np.testing.assert_array_equal(told, back)
    (kept,), _ = run(Recording(volts, META.channels), unit="uV")
    np.testing.assert_array_equal(kept, volts)


def test_channels_that_are_missing_read_zero_and_are_told() -> None:
    data = official()
    (back,), account = run(Recording(data[[0, 1, 3, 4, 5]], ("Fz", "Cz", "C3", "C4")))
    np.testing.assert_array_equal(back[[0, 1, 3, 4, 5]], data[[0, 1, 3, 4, 5]])
    assert not back[2].any()
    assert account.missing == ["Oz"]


def test_a_recording_without_trigger_row_gets_one() -> None:
    data = official()
    (back,), account = run(Recording(data[:-1], META.channels))
    np.testing.assert_array_equal(back[:-1], data[:-1])
    assert trigger_events(back[-1]) == ((0, 242), (2999, 243))
    assert any("242, 243" in note for note in account.notes)


def test_marks_are_put_only_where_they_lack() -> None:
    declared = META.triggers
    assert declared is not None
    assert blocks.with_marks([(0, 129), (9, 241)], 10, declared) == (
        [(0, 129), (1, 242), (8, 243), (9, 241)],
        [242, 243],
    )
    assert blocks.with_marks([(3, 242)], 10, declared) == ([(3, 242)], [])
    emotion = TRACKS["emotion"].triggers
    assert emotion is not None
    assert blocks.with_marks([], 10, emotion)[0] == [(0, 250), (1, 242), (8, 243), (9, 251)]


def test_splitting_gives_the_blocks_that_were_joined() -> None:
    one, two = official(), official(samples=2000, events={0: 242, 50: 3, 1000: 241, 1999: 243})
    gap = np.zeros((6, 300), np.float32)
    found, _ = run(Recording(np.hstack([gap, one, gap, two, gap]), META.channels), split=True)
    assert len(found) == 2
    np.testing.assert_array_equal(found[0], one)
    np.testing.assert_array_equal(found[1], two)
    with pytest.raises(BcisubError, match="nothing to split"):
        run(Recording(np.ones((6, 500)), META.channels), split=True)


def test_spans_without_ends() -> None:
    declared = META.triggers
    assert declared is not None
    events = [(5, 242), (20, 242), (30, 243), (40, 242)]
    assert blocks.spans(events, 50, declared) == [(5, 20), (20, 31), (40, 50)]


def test_the_command_writes_a_whole_set(tmp_path: Path) -> None:
    data = official(events={50: 7, 100: 33, 1400: 8, 1500: 34})
    source = tmp_path / "own"
    for subject in ("S2", "S10"):
        (source / subject).mkdir(parents=True)
        np.save(source / subject / "run.npy", np.repeat(data, 2, axis=1))
    (tmp_path / "events.csv").write_text("from,to,seconds\n33,129,3\n34,195,3\n", encoding="utf-8")
    asked = ["--track", "metaverse", "--rate", "500", "--events", tmp_path / "events.csv"]
    result = convert(source, tmp_path / "new", *asked)
    assert str(tmp_path / "new") in result.output
    dataset = open_set(str(tmp_path / "new"), META)
    assert [subject.name for subject in dataset.subjects] == ["S2", "S10"]
    found = trigger_events(dataset.subjects[1].blocks[0].load()[-1])
    assert found == ((0, 242), (100, 129), (850, 241), (1500, 195), (2250, 241), (2999, 243))
    about = dataset.info
    assert (about["track"], about["origin"], about["subjects"]) == ("metaverse", "own", ["S2", "S10"])
    assert about["made"] == "bcisub data convert own new --track metaverse --events events.csv --rate 500.0"
    assert any("Resampled" in note for note in about["notes"])
    assert CliRunner().invoke(app, ["check", str(tmp_path / "new")]).exit_code == 0
    with pytest.raises(BcisubError, match="something already"):
        convert(source, tmp_path / "new", *asked)


def test_an_interrupted_conversion_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "src" / "S01").mkdir(parents=True)
    np.save(tmp_path / "src" / "S01" / "a.npy", official())
    (tmp_path / "src" / "S01" / "b.pkl").write_bytes(b"broken")
    with pytest.raises(BcisubError):
        convert(tmp_path / "src", tmp_path / "dst", "--track", "metaverse")
    assert [entry.name for entry in tmp_path.iterdir()] == ["src"]


@pytest.mark.parametrize(
    ("recording", "track", "wishes", "told"),
    [
        (Recording(np.ones((9, 50))), "metaverse", {}, "names no channels"),
        (Recording(np.ones((3, 50)), ("a", "b")), "metaverse", {}, "None of the track's channels"),
        (Recording(np.ones((9, 50)), ("Fz",)), "metaverse", {}, "1 names for 9 rows"),
        (Recording(np.ones((9, 50)), ("Fz",)), "gaze", {}, "no recordings"),
    ],
)
def test_what_cannot_be_converted(recording: Recording, track: str, wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(BcisubError, match=told):
        run(recording, TRACKS[track], **wishes)


def test_one_file_a_subject(tmp_path: Path) -> None:
    """EMO-1: a subject of emotion is a bare matrix in a file of its own name."""
    data = official(33, events={0: 250, 1: 242, 2: 243, 3: 251})
    for name in ("sub1", "sub2"):
        (tmp_path / "src" / name).mkdir(parents=True)
        np.save(tmp_path / "src" / name / "eeg.npy", data)
    convert(tmp_path / "src", tmp_path / "dst", "--track", "emotion")
    np.testing.assert_array_equal(pickle.loads((tmp_path / "dst/sub2/sub2.pkl").read_bytes()), data)
    np.save(tmp_path / "src" / "sub1" / "more.npy", data)
    with pytest.raises(BcisubError, match="one file"):
        convert(tmp_path / "src", tmp_path / "again", "--track", "emotion")


def test_folders_of_one_name_lose_nothing(tmp_path: Path) -> None:
    for batch, scale in (("A", 1), ("B", 2)):
        (tmp_path / "src" / batch / "S1").mkdir(parents=True)
        data = official()
        data[:-1] *= scale
        np.save(tmp_path / "src" / batch / "S1" / "S1.npy", data)
    result = convert(tmp_path / "src", tmp_path / "dst", "--track", "metaverse")
    assert "2 folders are named S1" in result.output
    one, two = (read(tmp_path / "dst" / "S1" / f"block_{number}.pkl").data for number in (1, 2))
    np.testing.assert_array_equal(one[:-1] * 2, two[:-1])


def test_names_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "S1").mkdir()
    np.save(tmp_path / "S1" / "a.npy", official()[[4, 0, 5]])
    convert(tmp_path / "S1", tmp_path / "dst", "--track", "metaverse", "--channels", "c4, Fz")
    back = read(tmp_path / "dst" / "S1" / "block_1.pkl").data
    np.testing.assert_array_equal(back[[4, 0, 5]], official()[[4, 0, 5]])
