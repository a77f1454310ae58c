"""Ctrl-C ends every command with 130 and one sentence; nothing and nobody is blamed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def pressed(*_: Any, **__: Any) -> Any:
    """The user presses Ctrl-C here."""
    raise KeyboardInterrupt


def quietly(said: Any) -> None:
    """One sentence, no blame."""
    assert said.code == 130, said.err
    assert "You stopped" in said.err
    assert not [word for word in ("Traceback", "Aborted", "error:", "Mend", "failed") if word in said.err], said.err


def test_while_it_is_imported():
    code = (
        "import sys\n"
        "class Pressed:\n"
        "    def find_spec(self, name, *more):\n"
        "        if name == 'typer': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Pressed())\n"
        "from bcisub.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr.strip()) == (130, "You stopped it.")


def test_the_installed_command_is_the_guarded_one():
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    assert 'bcisub = "bcisub.__main__:main"' in text


def test_generating(bcisub, monkeypatch):
    monkeypatch.setattr("bcisub.data.samples.make", pressed)
    quietly(bcisub("data", "make", "cali_A", "--track", "ssvep-async", "--out", "made"))


def test_reading_a_set(bcisub, good_set, monkeypatch):
    monkeypatch.setattr("bcisub.data.validation.check.read", pressed)
    quietly(bcisub("data", "check", good_set, "--track", "ssvep-async"))


def test_making_an_environment(bcisub, project, good_set, monkeypatch):
    monkeypatch.setattr("bcisub.targets.environments.ensure", pressed)
    quietly(bcisub("eval", project, "--data", good_set, "--python", sys.executable))


@pytest.mark.parametrize("command", ["eval", "check", "pack"])
def test_while_the_submission_runs(bcisub, project, good_set, monkeypatch, command):
    monkeypatch.setattr("bcisub.replay.session.Session.serve", pressed)
    words = ["--data", good_set, "--python", "current"] if command == "eval" else ["--python", sys.executable]
    quietly(bcisub(command, project, *words))
