"""Tests lie where what they test lies, so that whoever changes a room knows where its tests are."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "bcisub"
NO_ROOM = {
    "assets": "miniature submissions and recorded runs",
    "chain": "random recordings and reports through the whole chain",
    "faults": "what strangers' code, the machine, the data and a bundle may do",
    "templates": "the code of templates/, which is no part of the package",
}


def folders() -> list[str]:
    found = (path.relative_to(TESTS) for path in TESTS.rglob("*") if path.is_dir() and path.name != "__pycache__")
    return sorted(path.as_posix() for path in found if path.parts[0] not in NO_ROOM)


def test_every_folder_of_tests_mirrors_a_room_of_the_package():
    assert [name for name in folders() if not (PACKAGE / name).is_dir()] == []


def test_every_exception_is_still_there_and_no_room():
    assert [name for name in NO_ROOM if not (TESTS / name).is_dir() or (PACKAGE / name).is_dir()] == []


def test_every_track_has_its_tests_in_its_own_folder():
    tracks = {path.parent.name for path in PACKAGE.glob("tracks/*/track.py")}
    assert tracks == {path.parent.name for path in TESTS.glob("tracks/*/test_scorer.py")}


def test_no_module_is_longer_than_300_lines():
    modules = [path for place in (PACKAGE, TESTS) for path in place.rglob("*.py") if "assets" not in path.parts]
    lengths = {path.as_posix(): path.read_text(encoding="utf-8").count("\n") for path in modules}
    assert {name: length for name, length in lengths.items() if length > 300} == {}
