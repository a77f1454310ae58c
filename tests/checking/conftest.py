"""A project of ssvep-async with any fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checking.miniatures import CONFIG, ENTRY, HEAD


@pytest.fixture
def submission(tmp_path: Path) -> Callable[..., Path]:
    """A project of ssvep-async: the body of `run`, and whatever files else."""

    def write(body: str = "for packet in self.packets(): pass", files: dict[str, str] | None = None) -> Path:
        root = tmp_path / "project"
        lines = "\n".join("        " + line for line in body.strip().splitlines())
        for name, text in {
            "config.toml": CONFIG, ENTRY: f"{HEAD}    def run(self):\n{lines}\n", **(files or {})
        }.items():  # fmt: skip
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return root

    return write
