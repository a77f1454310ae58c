"""Every rule and every value of every reading is named by a test, so that one can walk from the rulebook to its proof.

A rule counts as named by its id in a test's name or text (`C4`, `test_c4_…`, `SSVEP-12`, `test_ssvep_12_…`), or by a
range that spans it (`META-5 to META-8`). A reading's value counts where it stands on one line behind the reading's
name: `block-tail=engine`, `{"block-tail": "engine"}`, `parametrize("block_tail", ["keep", "engine"])`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from bcisub.tracks import TRACKS

TESTS = Path(__file__).parent


@cache
def sources() -> str:
    files = [file for file in sorted(TESTS.rglob("test_*.py")) if file != Path(__file__)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def names_rule(text: str, rule: str) -> bool:
    word, number = re.fullmatch(r"([A-Za-z]+)-?(\d+)", rule).groups()
    if re.search(rf"(?<![A-Za-z]){word}[-_]?{number}(?!\d)", text, re.IGNORECASE):
        return True
    spans = re.findall(rf"(?<![A-Za-z]){word}[-_]?(\d+)(?:_to_| to |–)(?:{word}[-_]?)?(\d+)", text, re.IGNORECASE)
    return any(int(first) <= int(number) <= int(last) for first, last in spans)


def names_value(text: str, reading: str, value: str) -> bool:
    name = re.escape(reading).replace(r"\-", "[-_]")
    word = rf"(?:[=_]|[\"']){re.escape(value)}(?![\w-]|\.\d)"
    return re.search(rf"(?<![\w-]){name}(?![\w-]).*?{word}", text) is not None or (
        re.search(rf"(?<![A-Za-z]){name}_{re.escape(value)}(?![A-Za-z0-9])", text) is not None
    )


@pytest.mark.parametrize("track", TRACKS)
def test_every_rule_has_a_test_that_names_it(track):
    missing = [rule.id for rule in TRACKS[track].rules if not names_rule(sources(), rule.id)]
    assert missing == []


@pytest.mark.parametrize("track", TRACKS)
def test_every_value_of_every_reading_has_a_test_that_names_it(track):
    values = [(reading.name, value) for reading in TRACKS[track].readings for value in reading.choices]
    assert [f"{name}={value}" for name, value in values if not names_value(sources(), name, value)] == []


@pytest.mark.parametrize(
    ("text", "rule", "named"),
    [
        ("SSVEP-12", "SSVEP-1", False), ("SSVEP-12", "SSVEP-12", True), ("def test_ssvep_1_rows", "SSVEP-1", True),
        ("def test_c10_x", "C1", False), ("def test_c2_to_c5_x", "C4", True), ("META-5 to META-8", "META-7", True),
        ("META-5 to META-8", "META-9", False), ("abc4", "C4", False),
    ],
)  # fmt: skip
def test_what_counts_as_naming_a_rule(text, rule, named):
    assert names_rule(text, rule) is named


@pytest.mark.parametrize(
    ("text", "value", "named"),
    [("missing-time=5.004", "5", False), ("missing-time=5.", "5", True), ('("missing-time", "5")', "5", True),
     ('{"missing-time": "5.004"}', "5.004", True), ("missing-time 5", "5", False), ('missing_time="5"', "5", True),
     ('"missing_time", ["5", "5.004"]', "5.004", True), ("my-missing-time=5", "5", False)],
)  # fmt: skip
def test_what_counts_as_naming_a_value(text, value, named):
    assert names_value(text, "missing-time", value) is named
