"""The 2024 platform's `.dat`: headerless little-endian float32, sample by sample, described by a `.yaml` beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bcisub.data.formats.content import Recording, sampling_rate
from bcisub.model.errors import BcisubError
from bcisub.model.parsing import parse_yaml


def read(path: Path) -> Recording:
    """The recording, mapped from disk; the trigger comes after the channels."""
    side = next((place for suffix in (".yaml", ".yml") if (place := path.with_suffix(suffix)).is_file()), None)
    if side is None:
        raise BcisubError(
            "The .dat file has no .yaml beside it.",
            where=path,
            hint=f"Put {path.stem}.yaml there, with channel_number, sample_rate and channel_label.",
        )
    channels, fs, labels = _description(side)
    width = channels + 1
    size = path.stat().st_size
    if channels < 1 or size % (4 * width):
        raise BcisubError(
            f"{size} bytes are no whole number of samples of {channels} channels and a trigger.",
            where=path,
            hint=f"Check channel_number in {side.name}.",
        )
    if size == 0:
        return Recording(np.empty((width, 0), "<f4"), labels, fs)
    data = np.memmap(path, "<f4", "r", shape=(size // (4 * width), width))
    return Recording(data.T, labels, fs)


def _description(side: Path) -> tuple[int, float | None, tuple[str, ...]]:
    import yaml

    try:
        text = side.read_text(encoding="utf-8")
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
            raise ValueError("it has aliases (*name), which can unfold without end")
        notes = parse_yaml(text)
        channels, labels, rate = int(notes["channel_number"]), _labels(notes.get("channel_label")), notes["sample_rate"]
    except (
        yaml.YAMLError,
        AttributeError,
        RecursionError,
        KeyError,
        TypeError,
        ValueError,
        OverflowError,
    ) as error:
        detail = f"{error} is missing" if isinstance(error, KeyError) else str(error).rstrip(".")
        raise BcisubError(
            f"The description is not readable: {detail}.",
            where=side,
            hint="It needs channel_number, sample_rate and channel_label.",
        ) from None
    return channels, sampling_rate(rate, side), labels


def _labels(written: Any) -> tuple[str, ...]:
    """Names of the channels: a list of them, or a mapping with the names as keys."""
    labels = [] if written is None else written
    if not isinstance(labels, (list, dict)) or not all(isinstance(label, (str, int, float)) for label in labels):
        raise ValueError("channel_label is no list of names")
    return tuple(map(str, labels))
