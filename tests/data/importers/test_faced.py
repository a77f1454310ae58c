"""FACED: files of the published shape become emotion recordings that can be scored (EMO-2, EMO-8, EMO-10)."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from bcisub.cli.data import app
from bcisub.data.importers import faced
from bcisub.data.sets import open_set
from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth
from bcisub.model.recording import trigger_events
from bcisub.tracks import TRACKS
from bcisub.tracks.emotion.session import read_session

TRACK = TRACKS["emotion"]


def videos(samples: int = 7500) -> Any:
    return np.random.default_rng(2).normal(0, 10, (28, 32, samples)).astype(np.float32)


def run(*arguments: object) -> None:
    result = CliRunner().invoke(app, ["import", "faced", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception


def session_of(data: Any) -> Any:
    return read_session(BlockTruth("s", "b", data.shape[1], trigger_events(data[-1])))


def test_processed_data(tmp_path: Path) -> None:
    data = videos()
    (tmp_path / "Processed_data").mkdir()
    (tmp_path / "Processed_data" / "sub000.pkl").write_bytes(pickle.dumps(data))
    run(tmp_path, "-o", tmp_path / "set")
    dataset = open_set(str(tmp_path / "set"), TRACK)
    stored = dataset.subjects[0].blocks[0].load()
    session = session_of(stored)
    assert sorted(video.number for video in session.videos) == list(range(1, 29))
    assert [video.number for video in session.videos] != list(range(1, 29))
    assert len(session.blocks) == 7
    for video in session.videos:
        assert video.end - video.start == 7500
        whole = data[video.number - 1].astype(float)
        whole -= whole.mean(axis=1, keepdims=True)
        # EMO-10: from one second in to one second before the end every sample is the recording's own.
        kept = stored[:-1, video.start + 250 : video.end - 250]
        np.testing.assert_allclose(kept, whole[:, 250:-250], atol=1e-4)
    events = trigger_events(stored[-1])
    numbers = {code: at for at, code in events if code <= 28}
    assert all(video.start - numbers[video.number] == 25 for video in session.videos)
    assert "10.1038/s41597-023-02650-w" in dataset.info["origin"]
    assert dataset.info["subjects"] == ["sub000"]
    assert "mirrored" in dataset.info["joined"]
    assert CliRunner().invoke(app, ["check", str(tmp_path / "set")]).exit_code == 0


@pytest.mark.parametrize("form", ["list", "dict"])
def test_videos_of_their_own_lengths_in_volts(tmp_path: Path, form: str) -> None:
    data = [video[:, : 1250 + 50 * number] * 1e-6 for number, video in enumerate(videos(3000))]
    content: Any = data if form == "list" else {f"video{number}": video for number, video in enumerate(data, 1)}
    (tmp_path / "sub001.pkl").write_bytes(pickle.dumps(content))
    run(tmp_path / "sub001.pkl", "-o", tmp_path / "set")
    dataset = open_set(str(tmp_path / "set"), TRACK)
    stored = dataset.subjects[0].blocks[0].load()
    for video in session_of(stored).videos:
        assert video.end - video.start == 1250 + 50 * (video.number - 1)
        assert stored[:-1, video.start : video.end].std() == pytest.approx(10, rel=0.05)
    assert any("volts" in note for note in dataset.info["notes"])


def test_the_first_batch_is_put_in_order(tmp_path: Path) -> None:
    data = videos(1500)
    (tmp_path / "sub000.pkl").write_bytes(pickle.dumps(data))
    for batch in ("first", "second"):
        run(tmp_path / "sub000.pkl", "--batch", batch, "-o", tmp_path / batch)
    first, second = (open_set(str(tmp_path / b), TRACK).subjects[0].blocks[0].load() for b in ("first", "second"))
    np.testing.assert_array_equal(first, second[list(TRACK.batches["first"])])
    with pytest.raises(BcisubError, match="no batch"):
        run(tmp_path / "sub000.pkl", "--batch", "third", "-o", tmp_path / "x")


def test_other_shapes_are_refused(tmp_path: Path) -> None:
    nested: list[Any] = [0.0, 1.0]
    for _ in range(40):
        nested = [nested, nested]
    arrays = (np.zeros((27, 32, 500)), np.zeros((28, 30, 500)), np.zeros((28, 32)), np.zeros(28), np.zeros(()))
    for content in (*arrays, 7, "text", nested, [nested] * 28, {"1": nested}, [np.array([["a"]])] * 28):
        (tmp_path / "sub000.pkl").write_bytes(pickle.dumps(content))
        with pytest.raises(BcisubError, match="28 videos"):
            faced.read_videos(tmp_path / "sub000.pkl", 32)
