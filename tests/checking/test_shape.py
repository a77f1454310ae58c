"""What counts as a change of a framework's file: names, signatures, defaults, base classes and bodies, not words."""

from __future__ import annotations

import pytest

from bcisub.checking.shape import shape_of

OURS = b"""
from dataclasses import dataclass, field
from abc import ABC, abstractmethod

class Base(ABC):
    def __init__(self) -> None:
        self.task: object = None

    def set_task(self, task, kind=3):
        self.task = task

    @abstractmethod
    async def run(self): ...

@dataclass
class Packet:
    data: object = None
    names: list = field(default_factory=list)
    flag: bool = False

Alias = Packet
"""
THEIRS = b"""
import abc
from Kit.Interface import Base as Other

class Packet:
    def __init__(self):
        self.flag = None  # end
        self.data = None

class Alias:
    data = 0

class Base(metaclass=abc.ABCMeta):
    def set_task(self, manager, kind=3):
        \"\"\"Set.\"\"\"
        self.task = manager

    @abc.abstractmethod
    async def run(self):
        raise NotImplementedError

    def __init__(self):
        super().__init__()
        self.task = None
"""


def adds(theirs: bytes) -> bool:
    return shape_of(theirs, ["Kit.Interface"]).adds_to(shape_of(OURS))


def test_other_words_are_no_change():
    assert not adds(THEIRS)
    assert not adds(OURS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"kind=3", b"kind=4"),
        (b"manager, kind=3", b"manager, kind=3, more=None"),
        (b"self.task = manager", b"self.task = manager.inner"),
        (b"self.flag = None", b"self.flag = True"),
        (b"self.flag = None", b"self.other = None"),
        (b"async def run", b"def run"),
        (b"class Packet:", b"class Packet(dict):"),
        (b"class Alias:", b"class Helper:"),
        (b"import abc", b"import abc\nimport scipy"),
        (b"import abc", b"import abc\nfrom Kit.helpers import boost"),
        (b"import abc", b"import abc\nLIMIT = 5"),
        (b"import abc", b"import abc\ndef boost(x):\n    return x"),
        (b"super().__init__()", b"super().__init__()\n        self.cache = open('x')"),
    ],
)
def test_what_does_something_else_is_a_change(old, new):
    assert old in THEIRS
    assert adds(THEIRS.replace(old, new))
