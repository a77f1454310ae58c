"""Packets and the virtual clock inside the worker: C2, C3, C7, C8, SSVEP-15."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bcisub

ROWS, PACKET, FS = 3, 10, 250


class Channel:
    """Serves one block after the other, keeps what is sent."""

    def __init__(self, folder: Path, lengths: list[int]) -> None:
        self.sent: list[dict[str, Any]] = []
        self._answers = []
        for index, samples in enumerate(lengths):
            data = np.arange(ROWS * samples, dtype=float).reshape(ROWS, samples)
            whole = samples - samples % PACKET
            packets = data[:, :whole].reshape(ROWS, -1, PACKET).transpose(1, 0, 2)
            path = folder / f"{index}.bin"
            path.write_bytes(packets.tobytes() + data[:, whole:].tobytes())
            place = {"index": index, "path": str(path), "samples": samples, "subject_id": 7}
            self._answers.append({**place, "packets": -(-samples // PACKET), "last": index == len(lengths) - 1})

    def send(self, event: dict[str, Any]) -> None:
        self.sent.append(event)

    def ask(self, event: dict[str, Any]) -> dict[str, Any]:
        return self._answers.pop(0)


@pytest.fixture
def stream_module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The worker's module under the name it has in a worker."""
    place = Path(bcisub.__file__).parent / "worker"
    spec = importlib.util.spec_from_file_location(
        "bcisub_worker", place / "__init__.py", submodule_search_locations=[str(place)]
    )
    assert spec is not None
    monkeypatch.setitem(sys.modules, "bcisub_worker", importlib.util.module_from_spec(spec))
    yield importlib.import_module("bcisub_worker.stream")
    for name in [name for name in sys.modules if name.startswith("bcisub_worker.")]:
        del sys.modules[name]


def test_packets_of_two_blocks_the_last_shorter(stream_module: Any, tmp_path: Path) -> None:
    """C2: packet k covers k·n to (k+1)·n; the finish flag is on the very last."""
    stream = stream_module.Stream(Channel(tmp_path, [20, 25]), ROWS, PACKET, FS)
    seen = [stream.next() for _ in range(5)]
    assert [(piece.start_pos, piece.data.shape[1], piece.finish_flag) for piece in seen] == [
        (0, 10, False),
        (10, 10, False),
        (0, 10, False),
        (10, 10, False),
        (20, 5, True),
    ]
    assert seen[4].data[1].tolist() == [45.0, 46.0, 47.0, 48.0, 49.0]
    assert (stream.p, stream.k, stream.finished) == (25, 3, True)


def test_reading_on_is_refused_every_time(stream_module: Any, tmp_path: Path) -> None:
    """C8."""
    channel = Channel(tmp_path, [10])
    stream = stream_module.Stream(channel, ROWS, PACKET, FS)
    stream.next()
    for _ in range(2):
        with pytest.raises(stream_module.ReadAfterFinish):
            stream.next()
    assert [event["code"] for event in channel.sent if event["event"] == "note"] == ["read-after-finish"] * 2


def test_a_packet_is_the_algorithms_own(stream_module: Any, tmp_path: Path) -> None:
    """C7: it may write into it and put attributes on it."""
    stream = stream_module.Stream(Channel(tmp_path, [20]), ROWS, PACKET, FS)
    first = stream.next()
    first.data[:] = -1
    first.seen = True
    assert stream.next().data.min() == 10


def test_clock_waits_for_data_and_adds_computing(
    stream_module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SSVEP-15: clock = max(clock + computing, time the packet is there), packet by packet."""
    now = [0.0]
    monkeypatch.setattr(stream_module, "_now", lambda: now[0])
    spent = [0.01, 0.5, 0.0, 0.03, 0.3, 0.01, 0.02]
    stream = stream_module.Stream(Channel(tmp_path, [80]), ROWS, PACKET, FS)
    clock = 0.0
    for number, seconds in enumerate(spent, 1):
        stream.next()
        clock = max(clock, number * PACKET / FS)
        now[0] += seconds
        clock += seconds
        if number in (2, 6, 7):
            assert stream.stamp()[0]["clock"] == pytest.approx(clock)


def test_threads_that_read_at_once_get_every_packet_once(stream_module: Any, tmp_path: Path) -> None:
    lengths = [5000] * 4
    stream = stream_module.Stream(Channel(tmp_path, lengths), ROWS, PACKET, FS)
    got: list[int] = []

    def read() -> None:
        try:
            while True:
                got.append(stream.next().start_pos)
        except stream_module.ReadAfterFinish:
            pass

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert sorted(got) == sorted(list(range(0, 5000, PACKET)) * 4)
