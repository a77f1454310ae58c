"""Packets are instances of the classes the submission imports: SSVEP-5, TURING-5, META-6, META-7."""

from __future__ import annotations

import json

import pytest

from bcisub.worker.classes import joined

MODEL = "AlgorithmImplement/Interface/Model/DataModel.py"
TASK = "AlgorithmImplement/Interface/ProblemInterface.py"
USE = """
    def run(self):
        from AlgorithmImplement.Interface.Model.DataModel import DataModel
        from AlgorithmImplement.Interface.ProblemInterface import ProblemInterface
        import copy, pickle
        assert isinstance(self._problemInterface, ProblemInterface)
        for packet in self.packets():
            twins = [copy.deepcopy(packet), pickle.loads(pickle.dumps(packet))]
            same = [type(twin) is DataModel and twin.startPosition == packet.startPosition
                    and np.array_equal(twin.data, packet.data) for twin in twins]
            packet.startPosition += 1
            self.say(json.dumps([isinstance(packet, DataModel), type(packet).__name__, packet.rate,
                                 packet.samples(), packet.start_pos, packet.finishedFlag, same]))
"""
THEIRS = """
class DataModel:
    def __init__(self):
        self.data = None
        self.finishedFlag = None
        self.rate = 250

    def samples(self):
        return self.data.shape[1]
"""
PROBLEM = """
from abc import ABC, abstractmethod

class ProblemInterface(ABC):
    @abstractmethod
    def getData(self):
        ...

    @abstractmethod
    def report(self, model):
        ...
"""


def test_ssvep_5_packets_and_the_problem_are_of_the_classes_the_submission_brings(runner, block_of):
    """With what their constructor sets and their own methods, and copied and pickled as such."""
    runner.write(USE)
    runner.write("", THEIRS, MODEL)
    runner.write("", PROBLEM, TASK)
    record = runner.run({"S1": [block_of(15)]})
    assert record.end.complete, record.end
    told = [json.loads(report.value) for report in record.blocks[0].reports]
    assert told == [
        [True, "DataModel", 250, 10, 1, False, [True, True]],
        [True, "DataModel", 250, 5, 11, True, [True, True]],
    ]


@pytest.mark.parametrize(
    "model",
    [
        "from dataclasses import dataclass\nimport numpy\n\n@dataclass(frozen=True)\nclass DataModel:\n"
        "    data: numpy.ndarray\n    start_pos: int\n",
        "class DataModel:\n    def __init__(self, data):\n        raise AssertionError\n",
        "class DataModel:\n    @property\n    def data(self):\n        raise AssertionError\n",
        "from abc import ABC, abstractmethod\n\nclass DataModel(ABC):\n    @abstractmethod\n    def more(self): ...\n",
    ],
)
def test_ssvep_5_whatever_their_class_does_with_its_fields(runner, block_of, model):
    runner.write(
        "    def run(self):\n        from AlgorithmImplement.Interface.Model.DataModel import DataModel\n"
        "        for packet in self.packets():\n            "
        "self.say(isinstance(packet, DataModel) * packet.data.size)\n"
    )
    runner.write("", model, MODEL)
    record = runner.run({"S1": [block_of(15)]})
    assert record.end.complete, record.end
    assert [report.value for report in record.blocks[0].reports] == [30, 15]


@pytest.mark.parametrize("model", ["raise ValueError", "DataModel = 3", "class DataModel(tuple):\n    pass"])
def test_ssvep_5_a_class_that_cannot_be_had_ends_nothing(runner, block_of, model):
    runner.write("    def run(self):\n        for packet in self.packets():\n            self.say(packet.data.size)\n")
    runner.write("", model, MODEL)
    record = runner.run({"S1": [block_of(15)]})
    assert record.end.complete, record.end
    assert [report.value for report in record.blocks[0].reports] == [30, 15]


def test_a_class_named_twice_is_joined_once():
    job = {"classes": {"packet": ("argparse:Namespace", "argparse:Namespace", "argparse:_AttributeHolder")}}
    kind = joined(type("Ours", (), {}), job, "packet")
    assert [one.__name__ for one in kind.__bases__] == ["Ours", "Namespace"]
    assert joined(dict, {}, "packet") is dict
