"""The start configuration of a submission: which image, command or class the server starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from bcisub.model.errors import SubmissionError
from bcisub.model.finding import ERROR, NEVER_STARTS, declare
from bcisub.model.parsing import parse_json, parse_toml, parse_yaml
from bcisub.model.track import Layout

NO_ENTRY = declare("no-entry", ERROR, NEVER_STARTS)
CONFIG_UNREADABLE = declare("config-unreadable", ERROR, NEVER_STARTS)
CONFIG_KEY_MISSING = declare("config-key-missing", ERROR, NEVER_STARTS)
CONFIG_VALUE = declare("config-value", ERROR, "The server starts the submission otherwise than the contest describes.")
_PARSERS = {".json": parse_json, ".toml": parse_toml}


def read_config(file: Path) -> Any:
    """TOML, JSON or YAML by the file's ending. One real config.toml is GBK, so that comes after UTF-8."""
    raw = file.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = raw.decode("gbk")
        except UnicodeDecodeError as error:
            raise SubmissionError(
                f"{file.name} is neither UTF-8 nor GBK.",
                where=file,
                hint="Save it as UTF-8.",
                code=CONFIG_UNREADABLE.code,
            ) from error
    try:
        return _PARSERS.get(file.suffix.lower(), parse_yaml)(text)
    except ValueError as error:
        raise SubmissionError(
            f"{file.name} cannot be read: {error}", where=file, hint="Mend its syntax.", code=CONFIG_UNREADABLE.code
        ) from error


def value_at(content: Any, key: str) -> Any:
    """The value under a key such as `method.method_class_file`; None where there is none."""
    for part in key.split("."):
        content = content.get(part) if isinstance(content, Mapping) else None
    return content


def started(root: Path, layout: Layout) -> Layout:
    """The layout with the file and class its configuration names, where the server goes by that."""
    if layout.config is None or layout.config_class is None or not (root / layout.config).is_file():
        return layout
    content = read_config(root / layout.config)
    file_key, name_key = layout.config_class
    file, name = value_at(content, file_key), value_at(content, name_key)
    if not isinstance(file, str) or not isinstance(name, str):
        raise SubmissionError(
            f"{layout.config} does not say which class to start.",
            where=root / layout.config,
            hint=f"It needs the keys {file_key} and {name_key}.",
            code=CONFIG_KEY_MISSING.code,
        )
    entry = PurePosixPath(file.replace("\\", "/"))
    place = root / entry
    if entry.is_absolute() or ".." in entry.parts or not (place.is_file() or place.with_suffix(".pyc").is_file()):
        raise SubmissionError(
            f"{layout.config} starts {file}, which is not in the submission.",
            where=root / layout.config,
            hint=f"Set {file_key} to {layout.entry}.",
            code=NO_ENTRY.code,
        )
    folder = str(entry.parent)
    return replace(layout, entry=str(entry), module=entry.stem, class_name=name, appended_entries=(folder,))
