"""The version stands in one place, `bcisub/model/version.py`, and everything that tells it says the same."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import bcisub
from bcisub.model.version import __version__

ROOT = Path(__file__).parents[1]


def test_the_newest_section_of_the_changelog_is_this_version():
    page = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = re.findall(r"(?m)^## \[(.+?)\]", page)
    assert next(name for name in sections if name != "Unreleased") == __version__
    assert "Unreleased" not in sections[1:]


def test_the_command_and_the_package_tell_it():
    said = subprocess.run(
        [sys.executable, "-m", "bcisub", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert said.stdout.split() == ["bcisub", __version__]
    assert bcisub.__version__ == __version__


def test_what_is_installed_tells_it():
    """`make setup` installs anew when the version changes: the Makefile's .venv/ready depends on its file."""
    assert version("bcisub") == __version__


def test_the_wheel_is_named_after_it(tmp_path):
    pytest.importorskip("hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    assert [wheel.name for wheel in tmp_path.iterdir()] == [f"bcisub-{__version__}-py3-none-any.whl"]
