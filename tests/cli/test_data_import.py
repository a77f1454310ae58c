"""From a downloaded recording to a score, as a user types it; and what a failed command says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.cli.typed import bcisub
from tests.data.importers.test_platform import write_dat

ROOT = Path(__file__).parents[2]
SUBMISSION = ROOT / "tests" / "assets" / "mini-ssvep"


def test_import_check_and_evaluate(tmp_path: Path) -> None:
    """C1: an imported set is evaluated like any other, and its missing channels are said on the screen."""
    write_dat(tmp_path / "download" / "S1" / "data1", 30 * 250)
    home = tmp_path / "home"
    shutil.copytree(SUBMISSION, home)
    made = bcisub("data", "import", "platform", tmp_path / "download", "--track", "ssvep-async", at=home)
    assert made.returncode == 0, made.stderr
    assert made.stdout.strip() == str(Path("data") / "platform-ssvep-async")
    assert "platform-ssvep-async" in bcisub("data", "list", at=home).stdout
    assert bcisub("data", "check", "platform-ssvep-async", at=home).returncode == 0
    done = bcisub("eval", "--data", "platform-ssvep-async", "--python", "current", "--json", "-", at=home)
    assert "Only 8 of 64 channels were recorded" in done.stderr
    result = json.loads(done.stdout)
    assert [trial["kind"] for trial in result["trials"]].count("flicker") == 3
    assert [trial["kind"] for trial in result["trials"]].count("idle") == 4


def test_errors_are_usage_errors(tmp_path: Path) -> None:
    for words in (
        ("data", "import", "nothing", tmp_path),
        ("data", "import", "platform", tmp_path / "gone"),
        ("data", "import", "eegmmidb", tmp_path),
        ("data", "convert", tmp_path / "gone", tmp_path / "new", "--track", "turing"),
        ("data", "check", "no-such-set", "--track", "turing"),
    ):
        done = bcisub(*words, at=tmp_path)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
        assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []
