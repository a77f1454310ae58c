"""The tree holds nothing of the machine somebody worked on: no absolute path of theirs, no address of a mirror."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MADE_HERE = {".git", ".hypothesis", ".cache", ".bcisub", "build", "dist", "demo", "__pycache__", ".coverage"}
TEXT = {"", ".cff", ".cfg", ".csv", ".editorconfig", ".in", ".ini", ".json", ".jsonl", ".md", ".py", ".toml", ".txt"}
TEXT |= {".svg", ".html", ".yaml", ".yml"}
THEIRS = re.compile(
    r"(?<![\w.*])/(?:root|work|farm|opt|Users|home/(?!me/))[\w.-]*/"  # /home/me stands for anybody's
    r"|[A-Z]:\\+Users\\+(?!me\b)\w+"
    r"|pyenv[/]versions/"
    r"|https?://(?:localhost|127\.|10\.|192\.168\.|[\w.-]+\.(?:local|internal|lan)\b)"
)


def files() -> list[Path]:
    """Every text file of the tree, whether git is there or not."""
    found = []
    places = [ROOT]
    while places:
        for path in places.pop().iterdir():
            if path.name in MADE_HERE or path.name.startswith(".venv") or path.name.endswith("_cache"):
                continue
            if path.is_dir():
                places.append(path)
            elif path.suffix in TEXT:
                found.append(path)
    return sorted(found)


def test_no_file_names_a_place_of_one_machine():
    told = []
    for path in files():
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        told += [f"{path.relative_to(ROOT).as_posix()}:{n}: {line}" for n, line in enumerate(lines, 1) if one(line)]
    assert told == []


def one(line: str) -> bool:
    return THEIRS.search(line) is not None


HOME = "home"  # put together here, for this file is searched too


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (f"/{HOME}/li/data", True), (f"/{HOME}/me/data", False), ("see /" + "root/x", True), ("docs/work/x", False),
        ("C:" + r"\Users\li", True), ("http://" + "127.0.0.1:8080/simple", True), ("https://example.org", False),
    ],
)  # fmt: skip
def test_what_counts_as_a_place_of_one_machine(line, found):
    assert one(line) is found
