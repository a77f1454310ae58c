"""The metaverse track: real or generated EEG, and whose? Its declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bcisub.model.stream import join
from bcisub.model.track import Layout, Reading, Rule, Scorer, Track, Triggers
from bcisub.scoring.stream_rules import STREAM_RULES
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
    rules=(
        *STREAM_RULES,
        Rule("META-1", "Five EEG rows and the trigger, 250 Hz, packets of 50 samples."),
        Rule("META-2", "Starts 129-151 real open, 193-215 real closed, 1-23 generated, 240 hidden; 241 ends a trial."),
        Rule("META-3", "The algorithm sees 240 for every trial start."),
        Rule("META-4", "eval_A and eval_B hide their starts: they replay but cannot be scored without the truth."),
        Rule("META-5", "Coroutines: run, get_device, get_data and report are awaited."),
        Rule(
            "META-6",
            "Positions count over the whole stream; a packet over two people carries the new one's id; after the last "
            "comes an object whose data, start_position and subject_id are None.",
        ),
        Rule(
            "META-7", "The device: data_type 'EEG', five channels, the trigger not counted, sample_rate 250.0, a float."
        ),
        Rule(
            "META-8",
            "A result is a string of six binary digits: real or not, then the subject 1-23. A bare int or float and a "
            "list of mixed types raise TypeError, an empty list ValueError.",
        ),
        Rule("META-10", "On time: E(s) < p ≤ E(e). Late: E(e) < p ≤ E(next s)."),
        Rule("META-11", "Between two packets only the first report is effective."),
        Rule("META-12", "The last effective report decides; if it is late the trial is wrong."),
        Rule("META-13", "T = max(3 s, data length); no report: the trial's whole length."),
        Rule("META-14", "Real or generated and the subject are judged apart."),
        Rule("META-15", "Score = 0.9·ITR(real or generated) + 0.1·ITR(subject)."),
    ),
    readings=(
        Reading("itr-mean", {"pooled": "one ITR over all trials", "block": "mean of the blocks' scores"}),
        Reading(
            "late-time",
            {"report": "a late answer takes until its report", "trial": "a late answer takes the whole trial"},
        ),
        Reading(
            "chunking",
            {
                "block": "packets end at block ends",
                "flat": "one run of samples over all blocks, as the public platform",
            },
            changes={"flat": join},
        ),
    ),
    metric="ITR",
    unit="bits/min",
    mask=mask,
    scorer=scorer,
    check_truth=check_truth,
    imports={"eegmmidb": "rest"},
    tiny=tiny,
    triggers=Triggers(fault=trigger_fault, opens=is_start, shortest=3.0, hidden=HIDDEN),
    sample_sets=("cali_train", "cali_A", "cali_B", "eval_train", "eval_A", "eval_B"),
)
