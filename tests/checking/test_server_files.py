"""Files of the framework that an upload holds: whose they are, and what a change of them does."""

from __future__ import annotations

from tests.checking.miniatures import ENTRY, checked, codes

BASE = """
from abc import abstractmethod


class AlgorithmInterface(object):
    PROBLEMNAME = None

    def __init__(self):
        self._problemInterface = None

    @abstractmethod
    def run(self):
        pass

    def setProblemInterface(self, taskManager):
        self._problemInterface = taskManager
"""


KIT_ENTRY = """
from Algorithm.Interface.AlgorithmInterface import AlgorithmInterface


class AlgorithmImplement_SSVEP(AlgorithmInterface):
    def run(self):
        while not self.%s().finishedFlag:
            pass
"""


INTERFACE = "Algorithm/Interface/AlgorithmInterface.py"


def kit(root, base, call):
    for name, text in {INTERFACE: base, "Algorithm/AlgorithmImplement_SSVEP.py": KIT_ENTRY % call}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_the_frameworks_files_are_the_servers_own(tmp_path):
    more = "\n    def more(self):\n        return self._problemInterface.getData()\n"
    result = checked(kit(tmp_path, BASE + more, "more"))
    found = {finding.code: finding for finding in result.findings}
    assert {"framework-file-changed", "framework-needed"} <= codes(result)
    assert found["framework-file-changed"].place == INTERFACE
    assert found["framework-file-changed"].level == "info"
    assert "more" in found["framework-needed"].message
    assert "server's own" not in found["framework-needed"].message
    assert found["framework-needed"].place == "Algorithm/AlgorithmImplement_SSVEP.py:7"


def test_a_kits_own_files_are_no_changes_of_it(tmp_path):
    """The public kit's words differ from ours: another base class, parameter's name and order."""
    result = checked(kit(tmp_path, BASE, "_problemInterface.getData"))
    assert codes(result) == {"no-reports"}


def test_the_folder_the_document_gives_to_the_team_is_run_as_it_is(submission):
    """Everything except AlgorithmImplement/ and config.toml is overwritten, so what is in it is nobody else's."""
    base = "class AlgorithmInterface:\n    def setProblemInterface(self, problem):\n        self.problem = problem\n"
    entry = (
        "from AlgorithmImplement.Interface.AlgorithmInterface import AlgorithmInterface\n"
        "class AlgorithmImplementSSVEP(AlgorithmInterface):\n"
        "    def run(self):\n        while not self.more().finishedFlag:\n            pass\n"
    )
    more = "    def more(self):\n        return self.problem.getData()\n"
    result = checked(
        submission(files={"AlgorithmImplement/Interface/AlgorithmInterface.py": base + more, ENTRY: entry})
    )
    assert codes(result) == {"no-reports"}
