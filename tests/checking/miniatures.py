"""Texts of miniature submissions, and a check of one with the Python the tests run on, which needs no environment."""

from __future__ import annotations

from pathlib import Path

from bcisub.checking.check import Checked, check
from bcisub.project.project import open_project
from bcisub.targets import interpreters

CODE = "AlgorithmImplement/SSVEP"
ENTRY = f"{CODE}/AlgorithmImplementSSVEP.py"
HEAD = """
import os


class Answer:
    def __init__(self, value):
        self.resultType = value


class AlgorithmImplementSSVEP:
    runs = 0

    def setProblemInterface(self, problem):
        self.problem = problem
        type(self).runs += 1

    def say(self, value):
        self.problem.report(Answer(value))

    def packets(self):
        while True:
            packet = self.problem.getData()
            yield packet
            if packet.finishedFlag:
                return

"""
CONFIG = 'unitImage = "python:3.8"\ncommand = ["python", "main.py"]\n'


def checked(root: Path, python: str = "current", **told: str) -> Checked:
    project = open_project(root, **told)
    return check(project, interpreters.choose(python, project.python), lambda text: None)


def codes(result: Checked) -> set[str]:
    """What was found, but for the other Python that these tests use on purpose."""
    return {finding.code for finding in result.findings} - {"other-python"}
