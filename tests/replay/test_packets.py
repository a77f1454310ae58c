"""Packets on their way to the worker (C2, C7, SSVEP-3): laid out one after the other, triggers masked."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bcisub.model.stream import Stream
from bcisub.replay.packets import packet_count, write_packets
from bcisub.tracks.ssvep_async.track import mask


def packets_of(path, rows, samples, packet):
    """What a reader finds, cut by hand from the file's numbers."""
    values = np.fromfile(path, dtype=np.float64)
    assert values.size == rows * samples
    found, at = [], 0
    for start in range(0, samples, packet):
        width = min(packet, samples - start)
        found.append(values[at : at + rows * width].reshape(rows, width))
        at += rows * width
    return found


@pytest.mark.parametrize(
    ("samples", "packets", "with_empty"),
    # empty-packet=none has no packet of 0 samples; empty-packet=engine-2022 adds one to a multiple of n.
    [(0, 0, 1), (1, 1, 1), (9, 1, 1), (10, 1, 2), (11, 2, 2), (100, 10, 11), (105, 11, 11)],
)
def test_c2_packets_of_a_block_under_both_readings_of_empty_packet(samples, packets, with_empty):
    assert packet_count(samples, 10) == packets
    assert packet_count(samples, 10, ends_empty=True) == with_empty


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(2, 6), samples=st.integers(0, 90), packet=st.integers(1, 20))
def test_c2_packet_k_covers_its_samples_and_the_last_may_be_short(tmp_path_factory, rows, samples, packet):
    data = np.arange(rows * samples, dtype=np.float64).reshape(rows, samples) + 1000
    path = tmp_path_factory.mktemp("block") / "b.bin"
    write_packets(path, data, packet, Stream(lambda row: row))
    for k, found in enumerate(packets_of(path, rows, samples, packet)):
        np.testing.assert_array_equal(found, data[:, k * packet : (k + 1) * packet])


def test_blocks_larger_than_a_piece_are_written_whole(tmp_path):
    """2 000 000 numbers are written at a time: 65 rows × 40 003 samples need two pieces and a short end."""
    data = np.zeros((65, 40_003), dtype=np.float32)
    data[0] = np.arange(40_003)
    data[-1, [0, 30_765, 40_002]] = 242, 243, 243
    write_packets(tmp_path / "b.bin", data, 10, Stream(mask))
    found = np.concatenate(packets_of(tmp_path / "b.bin", 65, 40_003, 10), axis=1)
    np.testing.assert_array_equal(found, data)


def test_ssvep_3_c7_only_the_marks_of_the_block_leave_the_host(tmp_path):
    data = np.random.default_rng(1).normal(size=(3, 65))
    data[-1] = 0
    data[-1, [0, 7, 20, 33, 40, 50, 60, 64]] = 242, 12, 241, 101, 240, 244, 255, 243
    before = data.copy()
    write_packets(tmp_path / "b.bin", data, 10, Stream(mask))
    found = np.concatenate(packets_of(tmp_path / "b.bin", 3, 65, 10), axis=1)
    np.testing.assert_array_equal(found[:2], data[:2])
    assert {(int(at), int(found[-1, at])) for at in np.flatnonzero(found[-1])} == {(0, 242), (64, 243)}
    np.testing.assert_array_equal(data, before, "masking must not write into the recording")


@pytest.mark.parametrize("dtype", [np.float32, np.int16, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_any_stored_kind_of_number_becomes_float64(tmp_path, dtype, order):
    data = np.asarray(np.arange(3 * 25).reshape(3, 25), dtype=dtype, order=order)
    data.flags.writeable = False
    write_packets(tmp_path / "b.bin", data, 10, Stream(lambda row: row))
    found = np.concatenate(packets_of(tmp_path / "b.bin", 3, 25, 10), axis=1)
    np.testing.assert_array_equal(found, data)


@settings(max_examples=60, deadline=None)
@given(hidden=st.lists(st.booleans(), min_size=1, max_size=60), packet=st.integers(1, 20))
def test_what_is_hidden_reads_0_and_nothing_else_does(tmp_path_factory, hidden, packet):
    """A cue the server blanks: the data rows read 0 in those samples, by the stored triggers."""
    data = np.arange(3.0 * len(hidden)).reshape(3, -1) + 1
    data[-1] = hidden
    path = tmp_path_factory.mktemp("block") / "b.bin"
    write_packets(path, data, packet, Stream(lambda row: row + 5, blank=lambda row: row == 1))
    found = np.concatenate(packets_of(path, 3, len(hidden), packet), axis=1)
    np.testing.assert_array_equal(found[:2], np.where(hidden, 0, data[:2]))
    np.testing.assert_array_equal(found[-1], data[-1] + 5)
