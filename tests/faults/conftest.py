"""Runs bcisub as its entry point does, and looks for what it leaves behind."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from bcisub.cli import app
from tests.contest_python import require


@dataclass(frozen=True)
class Told:
    """What a command did."""

    exit: int
    out: str
    err: str

    @property
    def screen(self) -> str:
        """Everything on the screen, unwrapped."""
        return " ".join((self.out + " " + self.err).split())


@pytest.fixture(params=["3.8", "3.10"])
def python(request: pytest.FixtureRequest) -> str:
    """A version of the contest's Python."""
    require(request.param)
    return str(request.param)


@pytest.fixture
def bcisub(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    """Type a command; its exit code and its screen."""

    def run(*words: object) -> Told:
        monkeypatch.setattr(sys, "argv", ["bcisub", *map(str, words)])
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                app.main()
                code = 0
            except SystemExit as leaving:
                code = int(leaving.code or 0)
        return Told(code, out.getvalue(), err.getvalue())

    return run


@pytest.fixture(autouse=True)
def _nothing_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Whatever happened, no process and no temporary file of ours is left."""
    marker = str(tmp_path)
    monkeypatch.setenv("BCISUB_FAULT", marker)
    yield
    left = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid != os.getpid() and process.environ().get("BCISUB_FAULT") == marker:
                left.append(process.cmdline())
    assert not left
    assert not list(Path(tempfile.gettempdir()).glob(f"bcisub-*-{os.getpid()}-*"))


@pytest.fixture
def result_of() -> Callable[[Path], dict[str, Any]]:
    """The newest result of a project."""

    def read(project: Path) -> dict[str, Any]:
        (run,) = (project / ".bcisub" / "runs").iterdir()
        return dict(json.loads((run / "result.json").read_text(encoding="utf-8")))

    return read
