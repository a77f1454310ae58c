"""One miniature submission per streaming track that does what the module `fault` beside it tells it to.

`fault` may define `init()`, `packet(k, data, report)` for the k-th packet and `end(report)` after the last one.
`report(value)` reports in the track's way; `GOOD` is a right answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bcisub.model.writing import write_block
from bcisub.tracks import get

_HOOKS = """
import fault


def call(name, *args):
    hook = getattr(fault, name, None)
    if hook is not None:
        hook(*args)
"""

_PULL = (
    _HOOKS
    + """
class Answer:
    def __init__(self, value):
        self.result = value


class {name}:
    def __init__(self):
        call("init")

    def run(self):
        def report(value):
            self.task.report(Answer(value))
        k = 0
        while True:
            packet = self.task.get_data()
            k += 1
            call("packet", k, packet.data, report)
            if packet.finish_flag:
                break
        call("end", report)
"""
)

_COROUTINE = (
    _HOOKS
    + """
from Algorithm.method.interface.AlgorithmInterface import AlgorithmInterface
from Algorithm.method.model.AlgorithmObject import AlgorithmResultObject


class {name}(AlgorithmInterface):
    def __init__(self):
        super().__init__()
        call("init")

    async def run(self):
        source = self._proxy.get_source("eeg_1")
        waiting = []
        k = 0
        while True:
            packet = await source.get_data()
            if packet.finish_flag:
                break
            k += 1
            call("packet", k, packet.data, waiting.append)
            await self.send(waiting)
        call("end", waiting.append)
        await self.send(waiting)

    async def send(self, waiting):
        while waiting:
            answer = AlgorithmResultObject()
            answer.result = waiting.pop(0)
            await self._proxy.report(answer)
"""
)

_PUSH = (
    _HOOKS
    + """
class {name}:
    def __init__(self):
        self.k = 0
        self.answers = []
        call("init")

    def get_data(self, data):
        self.k += 1
        call("packet", self.k, data, self.answers.append)
        if 251 in data[-1]:
            call("end", self.answers.append)

    def algorithm(self):
        return self.answers.pop(0) if self.answers else 0
"""
)


@dataclass(frozen=True)
class Style:
    """How a track's submission is written and what a tiny recording of it looks like."""

    track: str
    source: str
    samples: int
    triggers: dict[int, int]
    good: str
    """A right answer, as Python."""

    def write(self, root: Path, fault: str, whole: str | None = None) -> None:
        """The submission at `root`; `whole` replaces its main file."""
        layout = get(self.track).layouts[0]
        entry = root / layout.entry
        entry.parent.mkdir(parents=True, exist_ok=True)
        entry.write_text(whole or self.source.format(name=layout.class_name), encoding="utf-8")
        for place in {root, entry.parent}:
            (place / "fault.py").write_text(f"GOOD = {self.good}\n" + fault, encoding="utf-8")

    def record(self, folder: Path) -> Path:
        """A set with one short block."""
        track = get(self.track)
        data = np.random.default_rng(1).normal(size=(track.rows, self.samples))
        data[-1] = 0
        for sample, code in self.triggers.items():
            data[-1, sample] = code
        write_block(folder, "S01", "block_1", data, channels=track.channels)
        return folder


STYLES = {
    style.track: style
    for style in (
        Style("ssvep-async", _PULL, 1500, {0: 242, 25: 7, 1100: 241, 1499: 243}, "7"),
        Style("turing", _PULL, 2600, {0: 242, 20: 240, 40: 9, 2100: 241, 2599: 243}, "1"),
        Style("metaverse", _COROUTINE, 1520, {0: 242, 110: 144, 1300: 241, 1519: 243}, '"110000"'),
        Style("emotion", _PUSH, 2040, {0: 250, 120: 242, 200: 4, 225: 240, 1700: 241, 1900: 243, 2030: 251}, "1"),
    )
}
