"""The virtual clock (SSVEP-15): packet k is there at (k+1)·n/fs, the algorithm's computing is added, ours is not."""

from __future__ import annotations

import numpy as np
import pytest

from bcisub.model.stream import Stream
from bcisub.replay.packets import packet_count, write_packets
from bcisub.tracks.ssvep_async.track import TRACK
from bcisub.worker import pull, stream


class Clock:
    """A perf_counter that goes only where the test sends it."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now

    def pass_by(self, seconds):
        self.now += seconds


class FakeHost:
    """Serves blocks of zeros as the host would, and takes 7 s of framework time for whatever it is asked."""

    def __init__(self, clock, folder, lengths, rows=3):
        self.clock, self.sent, self.answers = clock, [], []
        for index, samples in enumerate(lengths):
            path = folder / f"{index}.bin"
            write_packets(path, np.zeros((rows, samples)), 10, Stream(lambda row: row))
            self.answers.append(
                {
                    "index": index,
                    "path": str(path),
                    "samples": samples,
                    "packets": packet_count(samples, 10),
                    "subject_id": 1,
                    "last": index == len(lengths) - 1,
                }
            )

    def send(self, event):
        self.clock.pass_by(7)
        self.sent.append(event)

    def ask(self, event):
        self.send(event)
        return self.answers.pop(0)

    def reports(self):
        return [(event["p"], event["clock"]) for event in self.sent if event["event"] == "report"]

    def computing(self):
        return [time / 1e6 for event in self.sent if event["event"] == "tick" for time in packed(event)]


def packed(event):
    return np.frombuffer(bytes.fromhex(event["packed_us"]), "<u4").tolist()


class Heartbeat:
    """Beats only when the test says so."""

    def __init__(self, each):
        self.beat = each

    def slept(self, begin, end):
        return 0.0


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(stream, "_now", made)
    monkeypatch.setattr(stream, "SleepWatch", Heartbeat)
    return made


@pytest.fixture
def serve(clock, tmp_path):
    def make(*lengths):
        host = FakeHost(clock, tmp_path, lengths)
        return pull.Task(host, {"rows": 3, "packet": 10, "fs": 250, "report_fields": ["result"]}), host

    return make


def test_ssvep_15_without_computing_a_report_comes_when_its_packet_does(serve):
    task, host = serve(100)
    for _ in range(3):
        task.get_data()
        task.report(1)
    assert host.reports() == [(10, 0.04), (20, 0.08), (30, 0.12)]


def test_ssvep_15_computing_within_a_packets_time_delays_nothing_but_the_report_itself(serve, clock):
    task, host = serve(100)
    for _ in range(3):
        task.get_data()
        clock.pass_by(0.03)
        task.report(1)
    assert host.reports() == [(10, 0.07), (20, 0.11), (30, 0.15)]


def test_ssvep_15_an_algorithm_that_falls_behind_stays_behind_until_it_has_caught_up(serve, clock):
    task, host = serve(100)
    task.get_data()  # there at 0.04
    clock.pass_by(0.1)  # 0.14
    task.get_data()  # was there at 0.08, taken at 0.14
    task.report(1)
    clock.pass_by(0.01)  # 0.15
    task.get_data()  # was there at 0.12, taken at 0.15
    task.report(1)
    task.get_data()  # there at 0.16: caught up
    task.report(1)
    assert host.reports() == [(20, 0.14), (30, 0.15), (40, 0.16)]


def test_ssvep_15_computing_before_and_after_a_report_both_count_and_the_framework_does_not(serve, clock):
    task, host = serve(100)
    task.get_data()
    clock.pass_by(0.5)
    task.report(1)  # 0.04 + 0.5; the host's 7 s are not the algorithm's
    clock.pass_by(0.25)
    task.report(2)  # 0.79
    task.get_data()
    task.report(3)
    assert host.reports() == [(10, 0.54), (10, 0.79), (20, 0.79)]


def test_ssvep_15_every_block_begins_at_0(serve, clock):
    task, host = serve(10, 20)
    task.get_data()
    clock.pass_by(9)
    task.get_data()
    task.report(1)
    assert host.reports() == [(10, 0.04)]


def test_every_packet_has_its_computing_time_the_last_one_too(serve, clock):
    task, host = serve(20, 15)
    for seconds in (0.001, 0.002, 0.003, 0.004):
        task.get_data()
        clock.pass_by(seconds)
    task.close()
    assert host.computing() == pytest.approx([0.001, 0.002, 0.003, 0.004])
    assert [(e["block"], e["p"]) for e in host.sent if e["event"] == "tick"] == [(0, 20), (1, 15)]


def test_progress_is_sent_with_every_beat_also_while_the_algorithm_hangs(serve):
    task, host = serve(20_000)
    beat = task._stream._watch.beat
    beat()
    task.get_data()
    beat()  # the first packet is in the algorithm's hands
    beat()
    for _ in range(30):
        task.get_data()
    beat()
    ticks = [(e["p"], len(packed(e))) for e in host.sent if e["event"] == "tick"]
    assert ticks == [(10, 0), (310, 30)]


def test_ssvep_15_in_a_real_worker_computing_makes_late_what_data_alone_would_not(runner, block_of):
    """A report after 4.98 s of data and half a second of computing; --ignore-compute leaves the computing out."""
    runner.write("""
    def run(self):
        for packet in self.packets():
            if packet.startPosition == 1240:
                time.sleep(0.5)
                self.say(7)
""")
    record = runner.run({"S1": [block_of(1500, {5: 7})]})
    (counted,) = TRACK.score(record, runner.track.defaults()).trials
    assert (counted.status, counted.rule) == ("late", "SSVEP-15")
    packets = (counted.seconds - 4.98) / 0.04  # SSVEP-12: the clock's time, computing in whole packets
    assert packets == pytest.approx(round(packets), abs=1e-6)
    assert packets >= 12 - 1e-6
    record.options = {**record.options, "ignore_compute": True}
    (ignored,) = TRACK.score(record, runner.track.defaults()).trials
    assert (ignored.status, ignored.seconds) == ("correct", 4.98)
