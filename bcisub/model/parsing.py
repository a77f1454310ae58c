"""Texts of strangers as plain data: JSON, TOML and YAML; whatever is wrong with one is a ValueError."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

MAX_DEPTH = 64
"""Lists and tables in each other; whoever walks through them later calls itself once a level."""


def parse_json(text: str | bytes) -> Any:
    """The content of a JSON text."""
    return _parsed(json.loads, text)


def parse_toml(text: str) -> Any:
    """The content of a TOML text."""
    import tomlkit

    return _parsed(lambda content: tomlkit.parse(content).unwrap(), text)


def parse_yaml(text: str) -> Any:
    """The content of a YAML text."""
    import yaml

    return _parsed(yaml.safe_load, text)


def _parsed(parser: Callable[[Any], Any], text: str | bytes) -> Any:
    try:
        content = parser(text)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except Exception as error:  # the parsers have errors of their own, and meet some they do not expect
        raise ValueError(str(error) or type(error).__name__) from error
    level = [content]
    for _ in range(MAX_DEPTH):
        level = _inner(level)
        if not level:
            return content
    raise ValueError(_TOO_DEEP)


_TOO_DEEP = f"its lists and tables lie more than {MAX_DEPTH} deep in each other"


def _inner(level: list[Any]) -> list[Any]:
    """What the lists and tables of a level hold, each once: YAML can name one a million times, and inside itself."""
    holders = {id(one): one for one in level if isinstance(one, (dict, list))}
    values = (value for one in holders.values() for value in (one.values() if isinstance(one, dict) else one))
    return [value for value in values if isinstance(value, (dict, list))]
