"""The metaverse track: real or generated EEG, and whose? Its declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bcisub.model.track import Layout, Scorer, Track, Triggers
from bcisub.tracks.metaverse.imports import IMPORTS
from bcisub.tracks.metaverse.rules import READINGS, RULES
from bcisub.tracks.metaverse.triggers import (
    BLOCK_END,
    BLOCK_START,
    HIDDEN,
    SUBJECTS,
    TRIAL_END,
    check_truth,
    is_start,
    mask,
    trigger_fault,
)

if TYPE_CHECKING:
    import numpy as np

    from bcisub.model.track import Matrix


def tiny(last: int, numbers: np.random.Generator) -> Matrix:
    """A real and a generated trial of 4 s and 3.4 s, zeros around them (META-2), 10 s."""
    from bcisub.simulate.tiny import noise

    samples = 2450 + last
    codes = [int(kind) + int(numbers.integers(1, SUBJECTS + 1)) for kind in (128, 0)]
    spans = ((113, 1113), (1400, 2251))
    marks = {2: BLOCK_START, samples - 1: BLOCK_END}
    for (start, end), code in zip(spans, codes, strict=True):
        marks |= {start: code, end: TRIAL_END}
    data = noise(6, samples, marks, numbers)
    for first, stop in ((0, spans[0][0]), (spans[0][1], spans[1][0]), (spans[1][1], samples)):
        data[:-1, first:stop] = 0.0
    return data


def scorer() -> Scorer:
    """META-10 to META-15."""
    from bcisub.tracks.metaverse.scorer import SCORER

    return SCORER


_CHUNK_SIZE = "sources.eeg_1.source_receiver.configuration.chunk_size"
"""Samples in a packet; the file is uploaded, so a wrong one would change what the server sends (META-1)."""

_OBJECTS, _INTERFACES = "Algorithm.method.model.AlgorithmObject", "Algorithm.method.interface"

TRACK = Track(
    name="metaverse",
    title="Real or generated EEG, and whose?",
    summary="tell real from generated resting EEG and name the person",
    document="面向元宇宙的脑电信号离体生成和检测技术赛题说明",
    python="3.10",
    channels=("Fz", "Cz", "Oz", "C3", "C4"),
    packet=50,
    adapter="coroutine",
    layouts=(
        Layout(
            name="platform",
            summary="the 2024 platform: Algorithm/method/impl and AlgorithmConfig.yml",
            entry="Algorithm/method/impl/AlgorithmImplement.py",
            class_name="AlgorithmImplement",
            module="AlgorithmImplement",
            packed=("Algorithm/method/impl", "Algorithm/config/AlgorithmConfig.yml"),
            config="Algorithm/config/AlgorithmConfig.yml",
            config_keys=(
                "connection.rpc_address",
                "method.method_class_file",
                "method.method_class_name",
                "sources.eeg_1.source_receiver.handler",
                _CHUNK_SIZE,
            ),
            config_values={_CHUNK_SIZE: 50},
            config_class=("method.method_class_file", "method.method_class_name"),
            appended_entries=("Algorithm/method/impl",),
            provided="platform",
            classes={
                "packet": (f"{_OBJECTS}:AlgorithmDataObject", f"{_OBJECTS}:AlgorithmContinuousDataObject"),
                "device": (f"{_OBJECTS}:AlgorithmDeviceObject",),
                "source": (f"{_INTERFACES}.SourceReceiverReaderInterface:SourceReceiverReaderInterface",),
                "proxy": (f"{_INTERFACES}.ProxyInterface:ProxyInterface",),
            },
            framework=("Algorithm/method/interface", "Algorithm/method/model"),
        ),
    ),
    rules=RULES,
    readings=READINGS,
    metric="ITR",
    unit="bits/min",
    mask=mask,
    scorer=scorer,
    check_truth=check_truth,
    imports=IMPORTS,
    tiny=tiny,
    triggers=Triggers(fault=trigger_fault, opens=is_start, shortest=3.0, hidden=HIDDEN),
    sample_sets=("cali_train", "cali_A", "cali_B", "eval_train", "eval_A", "eval_B"),
)
