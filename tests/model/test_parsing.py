"""Texts that are nested, named or broken without end."""

from __future__ import annotations

import json

import pytest

from bcisub.model.parsing import MAX_DEPTH, parse_json, parse_toml, parse_yaml

TEXTS = [(parse_json, "{}"), (parse_yaml, "{}"), (parse_toml, "a = {}")]


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 300, 30_000])
@pytest.mark.parametrize(("parse", "text"), TEXTS, ids=["json", "yaml", "toml"])
def test_what_is_nested_too_deep_is_refused(parse, text, depth):
    with pytest.raises(ValueError, match="deep"):
        parse(text.format("[" * depth + "]" * depth))


def test_what_is_nested_as_people_do_is_read():
    depth = MAX_DEPTH - 2
    content = parse_json("[" * depth + "]" * depth)
    assert parse_yaml(json.dumps(content)) == content


def test_yaml_that_holds_itself_or_one_list_a_million_times():
    with pytest.raises(ValueError, match="deep in each other"):
        parse_yaml("&a [*a]")
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40))]
    assert len(parse_yaml("\n".join(lines))) == 40


@pytest.mark.parametrize("text", ["a: 1" + ":1" * 400 + ".5", "a: 2020-99-99", "a: " + "1" * 5000, "\0"])
def test_what_the_parser_of_yaml_does_not_expect(text):
    with pytest.raises(ValueError, match=r"."):
        parse_yaml(text)
