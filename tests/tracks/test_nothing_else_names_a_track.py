"""Nothing outside a track's folder names it or one of its readings: a search over the package, comments included."""

import io
import re
import tokenize
from pathlib import Path

import pytest

from bcisub.scoring.stream_rules import WINDOW_READINGS
from bcisub.tracks import TRACKS

PACKAGE = Path(__file__).resolve().parents[2] / "bcisub"
EXEMPT = ("tracks/", "worker/provided/")
SHARED = {reading.name for reading in WINDOW_READINGS}
"""Readings several tracks have; scoring/ declares them, and there alone their names stand."""
RULE = re.compile(r"\b[A-Z]+-[0-9]+\b")
"""Ids such as TURING-2: whoever enforces a rule names it, wherever it stands."""
FIELD = re.compile(r"\bsubject_id\b|\bTRIAL_END\b")
"""A field of the official packets and the trigger 241, which readings are named after."""
KINDS = {tokenize.NAME: "identifier", tokenize.COMMENT: "comment", tokenize.STRING: "literal"}
KINDS[getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)] = "literal"


def forbidden() -> set[str]:
    """Names of tracks, of readings and of such values as can be nothing else, e.g. `engine-2022`."""
    readings = [reading for track in TRACKS.values() for reading in track.readings]
    values = {value for reading in readings for value in reading.choices if re.fullmatch(r"[a-z]+(-[a-z0-9]+)+", value)}
    return {*TRACKS, *(reading.name for reading in readings), *values}


def words_of(token: tokenize.TokenInfo) -> str:
    """What a token says, with every identifier in it split and hyphened: `GazeTrack` is `gaze-track`."""
    text = FIELD.sub("", RULE.sub("", token.string))
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", text).lower().replace("_", "-")


def named(token: tokenize.TokenInfo, names: set[str]) -> set[str]:
    """The names a token holds. A plain word of English (`edges`) is a name where it stands alone, or takes a value."""
    text = words_of(token)
    found = {name for name in names if re.search(rf"(?<![a-z0-9-]){name}(?![a-z0-9-])", text)}
    if token.type == tokenize.NAME:
        found = {name for name in names if "-" in name and text == name} | (found & set(TRACKS))
        found |= set(TRACKS) & set(text.split("-"))
    plain = {name for name in found if "-" not in name and name not in TRACKS}
    return found - {name for name in plain if text.strip("'\"rbf") != name and f"{name}=" not in text}


def hits() -> dict[str, list[str]]:
    """Every name found, and where."""
    names, found = forbidden(), {}
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if place.startswith(EXEMPT):
            continue
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            for name in named(token, names) if token.type in KINDS else ():
                found.setdefault(name, []).append(f"{place}:{token.start[0]} {KINDS[token.type]}")
    return found


def test_nothing_outside_a_tracks_folder_names_it_or_a_reading_of_its_own():
    shared = SHARED | {value for reading in WINDOW_READINGS for value in reading.choices}
    assert {name: places for name, places in hits().items() if name not in shared} == {}
    outside = {name: [place for place in places if not place.startswith("scoring/")] for name, places in hits().items()}
    assert {name: places for name, places in outside.items() if places} == {}


def flow_codes() -> set[int]:
    """What marks the flow of a recording in some track. A number of samples or Hz may be 250 as well: left out."""
    declared = [track.triggers for track in TRACKS.values() if track.triggers]
    codes = {code for one in declared for code in (one.end, one.hidden, *(code for pair in one.marks for code in pair))}
    return {code for code in codes if code is not None} - {250}


def numbers_in(source: str) -> list[tuple[int, int]]:
    """Every whole number in the code, and its line."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    numbers = (token for token in tokens if token.type == tokenize.NUMBER)
    return [(int(token.string, 0), token.start[0]) for token in numbers if token.string.isdigit()]


def test_an_importer_knows_no_tracks_triggers():
    """What of a public recording becomes which trigger, the track declares (`Track.imports`)."""
    assert flow_codes() == {240, 241, 242, 243, 251}
    found = [
        f"{path.name}:{line} {number}"
        for path in sorted((PACKAGE / "data" / "importers").glob("*.py"))
        for number, line in numbers_in(path.read_text(encoding="utf-8"))
        if number in flow_codes()
    ]
    assert found == []


@pytest.mark.parametrize("name", sorted(SHARED))
def test_a_reading_of_several_tracks_is_named_once_in_scoring(name):
    assert len([place for place in hits()[name] if place.endswith("literal")]) == 1


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('x = "gaze"', {"gaze"}), ("gaze_settings = 1", {"gaze"}), ("class GazeTable: ...", {"gaze"}),
        ('if r == "edges": ...', {"edges"}), ('"see edges=overlap"', {"edges"}), ("# of turing alone", {"turing"}),
        ('"ssvep-async"', {"ssvep-async"}), ("from a import ssvep_async", {"ssvep-async"}),
        ('"itr-mean=pooled"', {"itr-mean"}), ("late_time = 3", {"late-time"}), ('f"{x} emotion"', {"emotion"}),
        ('"moist edges of lids"', set()), ("edges = 3", set()), ("# the words GAZE-2 has", set()),
        ('"capturing emotions"', set()), ('"fails-on-empty-packet"', set()), ("capturing = 1", set()),
    ],
)  # fmt: skip
def test_the_search_finds_what_it_should(source, expected):
    """Strings, identifiers and comments; not a rule's id, not a longer word."""
    found = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        found |= named(token, forbidden())
    assert found == expected
