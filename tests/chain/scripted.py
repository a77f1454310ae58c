"""Submissions that report what a script says, packet by packet, and what must come of it, worked out by itself.

A recording's first row holds the number of each sample, so that the submission sees whether a packet is the next one.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from bcisub.model.record import BlockRecord, BlockTruth, Report, RunRecord
from bcisub.model.recording import Block, DataSet, Subject
from bcisub.model.track import Track
from bcisub.replay.job import Job
from bcisub.replay.options import RunOptions
from bcisub.replay.run import replay
from bcisub.targets import environments, interpreters
from bcisub.tracks import TRACKS

PULL = """
import json, os
import numpy as np


class Answer:
    def __init__(self, value):
        self.result = self.resultType = value


class CLASS:
    def set_task(self, task):
        self.task = task

    def run(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "script.json")) as file:
            script = json.load(file)
        turn = 0
        while True:
            packet = self.task.get_data()
            turn += 1
            expected = packet.start_pos + np.arange(packet.data.shape[1])
            assert (packet.data[0] == expected).all(), (turn, packet.data[0], expected)
            for value in script.get(str(turn), ()):
                self.task.report(Answer(value))
            if packet.finish_flag:
                return
"""
PUSH = """
import json, os
import numpy as np


class CLASS:
    def __init__(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "script.json")) as file:
            self.answers = json.load(file)
        self.asked = 0

    def get_data(self, packet):
        if (packet[-1] == 250).any():
            self.at = packet[0, 0]
        assert (packet[0] == self.at + np.arange(packet.shape[1])).all(), (self.at, packet[0])
        self.at += packet.shape[1]

    def algorithm(self):
        value, kind = self.answers[self.asked % len(self.answers)]
        self.asked += 1
        return np.int64(value) if kind == "numpy.int64" else value
"""
COROUTINE = """
import json, os
import numpy as np
from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject


class CLASS(AlgorithmInterface):
    async def run(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "script.json")) as file:
            script = json.load(file)
        source = self._proxy.get_source("eeg_1")
        turn = 0
        while True:
            packet = await source.get_data()
            turn += 1
            if packet.data is not None:
                expected = packet.start_position + np.arange(packet.data.shape[1])
                assert (packet.data[0] == expected).all(), (turn, packet.data[0], expected)
            for value in script.get(str(turn), ()):
                await self._proxy.report(AlgorithmResultObject(result=value))
            if packet.finish_flag:
                return
"""


@dataclass(frozen=True)
class Recorded:
    """A block: where it belongs, how long it is, its triggers."""

    subject: str
    name: str
    samples: int
    events: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Played:
    """A run of samples that the algorithm receives from its first packet to its last: a block, or all of them."""

    samples: int
    packets: int


@functools.cache
def python_for(name: str) -> Path:
    """The contest's Python with what its image has; this one where the machine lacks it."""
    track = TRACKS[name]
    found = interpreters.find(track.python)
    return Path(sys.executable) if found is None else environments.ensure(found, track.requirements, track.constraints)


def narrow(track: Track) -> Track:
    """The track with two channels: quicker, and nothing here looks at the others."""
    return replace(track, channels=track.channels[:2])


def play(
    track: Track, text: str, blocks: Sequence[Recorded], script: Any, folder: Path, readings: Mapping[str, str]
) -> RunRecord:
    """Run a scripted submission over the blocks, in a worker."""
    layout = track.layouts[0]
    root = folder / "project"
    entry = root / layout.entry
    entry.parent.mkdir(parents=True, exist_ok=True)
    entry.write_text(text.replace("CLASS", layout.class_name), encoding="utf-8")
    entry.with_name("script.json").write_text(json.dumps(script), encoding="utf-8")
    run = folder / "run"
    run.mkdir(exist_ok=True)
    for file in run.iterdir():
        file.unlink()
    # `start_position` of the coroutine interface counts over the whole stream, the others' within a block.
    before = 0
    subjects: dict[str, list[Block]] = {}
    for block in blocks:
        data = np.zeros((track.rows, block.samples))
        data[0] = np.arange(block.samples) + (before if track.adapter == "coroutine" else 0)
        for sample, code in block.events:
            data[-1, sample] = code
        before += block.samples
        subjects.setdefault(block.subject, []).append(Block(block.name, Path(), functools.partial(np.copy, data)))
    dataset = DataSet("random", Path(), [Subject(name, part) for name, part in subjects.items()])
    options = RunOptions(ignore_compute=True, readings=readings)
    return replay(Job(root, layout, track, python_for(track.name), run, options), dataset)


def expected_reports(played: Sequence[Played], packet: int, script: Mapping[str, Sequence[Any]]) -> list[list[Report]]:
    """Where the script's reports must stand, counted packet by packet (C2, C3)."""
    dealt: list[list[Report]] = [[] for _ in played]
    turn = 0
    for unit, reports in zip(played, dealt, strict=True):
        delivered = 0
        for k in range(1, unit.packets + 1):
            turn += 1
            for _ in range(packet):
                delivered += delivered < unit.samples
            reports += [_report(delivered, k, value) for value in script.get(str(turn), ())]
    # After the last packet the stream stands where it stood.
    dealt[-1] += [_report(played[-1].samples, played[-1].packets, value) for value in script.get(str(turn + 1), ())]
    return dealt


def record_of(blocks: Sequence[Recorded], played: Sequence[Played], packet: int, dealt: Any) -> list[BlockRecord]:
    """The record the product should have made of the run."""
    return [
        BlockRecord(BlockTruth(b.subject, b.name, b.samples, b.events), packet, unit.packets, b.samples, reports)
        for b, unit, reports in zip(blocks, played, dealt, strict=True)
    ]


@st.composite
def scripts(draw: Any, played: Sequence[Played], near: Sequence[int], values: Any, extra: int = 0) -> dict[str, Any]:
    """Reports at any packets, half of them at `near`, turns of packets that matter; several on one packet too."""
    total = sum(unit.packets for unit in played) + extra
    anywhere = st.integers(1, total)
    aimed = st.sampled_from([turn for turn in near if 1 <= turn <= total] or [1])
    script: dict[str, Any] = {}
    for turn in sorted(draw(st.lists(st.one_of(aimed, aimed, anywhere), max_size=24))):
        script.setdefault(str(turn), []).append(draw(values))
    return script


def turns_near(blocks: Sequence[Recorded], played: Sequence[Played], packet: int, more: Sequence[int]) -> list[int]:
    """Turns at and after the packets that hold triggers, and the last ones of every block."""
    turns, before = [], 0
    for block, unit in zip(blocks, played, strict=True):
        turns += [before + sample // packet + 1 + add for sample, _ in block.events for add in more]
        before += unit.packets
        turns += [before - 1, before]
    return turns


def _report(p: int, k: int, value: Any) -> Report:
    return Report(p, k, value, type(value).__name__, repr(value))
