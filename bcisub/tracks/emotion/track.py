"""Nine emotions, every second: the emotion track and its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bcisub.model.channel_order import row_order
from bcisub.model.track import Layout, Scorer, Track, Triggers
from bcisub.tracks.emotion.imports import IMPORTS
from bcisub.tracks.emotion.rules import READINGS, RULES
from bcisub.tracks.emotion.session import (
    BLOCK_END,
    BLOCK_START,
    EXPERIMENT_END,
    EXPERIMENT_START,
    PACKET,
    VIDEO_END,
    VIDEO_START,
    VIDEOS,
    VISIBLE,
    read_session,
)

if TYPE_CHECKING:
    import numpy as np

    from bcisub.model.record import BlockTruth
    from bcisub.model.stream import TriggerRow
    from bcisub.model.track import Matrix

CHANNELS = (
    *("Fp1", "Fp2", "Fz", "F3", "F4", "F7", "F8", "FC1", "FC2", "FC5", "FC6", "Cz", "C3", "C4", "T7", "T8"),
    *("CP1", "CP2", "CP5", "CP6", "Pz", "P3", "P4", "P7", "P8", "PO3", "PO4", "Oz", "O1", "O2", "A2", "A1"),
)
"""The second batch's order, which the test data has (EMO-8)."""

FIRST_BATCH = (
    *("Fp1", "Fp2", "Fz", "F3", "F4", "F7", "F8", "FC1", "FC2", "FC5", "FC6", "Cz", "C3", "C4", "T3", "T4"),
    *("A1", "A2", "CP1", "CP2", "CP5", "CP6", "Pz", "P3", "P4", "T5", "T6", "PO3", "PO4", "Oz", "O1", "O2"),
)
"""The first batch's order, subjects 1 to 54 (EMO-8)."""

RENAMED = {"T3": "T7", "T4": "T8", "T5": "P7", "T6": "P8"}
"""The same places on the scalp under their old and their new names (EMO-8)."""


def mask(trigger: TriggerRow) -> TriggerRow:
    """Videos and their times stay with the host (EMO-3)."""
    import numpy as np

    return np.where(np.isin(trigger, VISIBLE), trigger, 0.0)


def trigger_fault(code: int) -> str | None:
    """What a stored code cannot be (EMO-2)."""
    if 1 <= code <= VIDEOS or code in (*VISIBLE, VIDEO_START, VIDEO_END):
        return None
    return f"The trigger {code} means nothing: videos are 1-{VIDEOS}, flow marks 240-243, 250 and 251."


def span(truth: BlockTruth) -> tuple[int, int]:
    """What is sent starts at the sample of 250 and ends with the packet that holds 251 (EMO-4)."""
    session = read_session(truth)
    return session.start, session.stream_end(PACKET, truth.samples)


def check_truth(truth: BlockTruth) -> None:
    """Refuse a recording whose triggers do not tell its videos (EMO-2)."""
    read_session(truth)


def tiny(last: int, numbers: np.random.Generator) -> Matrix:
    """One block with one video of 6 s; the recording stops so many samples into the packet that holds 251."""
    from bcisub.simulate.tiny import noise

    start = 17
    samples = start + 45 * PACKET + last
    marks = {start: EXPERIMENT_START, 110: BLOCK_START, 160: int(numbers.integers(1, VIDEOS + 1)), 185: VIDEO_START}
    marks |= {1690: VIDEO_END, 1800: BLOCK_END, samples - 1: EXPERIMENT_END}
    return noise(len(CHANNELS) + 1, samples, marks, numbers)


def scorer() -> Scorer:
    """EMO-10 to EMO-12."""
    from bcisub.tracks.emotion.scorer import SCORER

    return SCORER


def _layout(name: str, config: str, archive: str) -> Layout:
    return Layout(
        name=name,
        summary=f"Algorithm/MyAlgorithm.py with {config}",
        entry="Algorithm/MyAlgorithm.py",
        class_name="MyAlgorithm",
        module="Algorithm.MyAlgorithm",
        packed=("Algorithm", config),
        config=config,
        archive=archive,
        optional=("requirements.txt",),
    )


TRACK = Track(
    name="emotion",
    title="Emotion",
    summary="nine emotions, a judgement every second, across people",
    document="情绪脑机接口赛道",
    python="3.8",
    channels=CHANNELS,
    packet=PACKET,
    adapter="push",
    layouts=(_layout("my-algorithm", "config.toml", "zip"), _layout("my-algorithm-json", "config.json", "tar.gz")),
    rules=RULES,
    readings=READINGS,
    metric="accuracy",
    unit="accuracy",
    decimals=4,
    mask=mask,
    scorer=scorer,
    check_truth=check_truth,
    imports=IMPORTS,
    tiny=tiny,
    span=span,
    triggers=Triggers(
        fault=trigger_fault,
        opens=lambda code: code == VIDEO_START,
        shortest=3.0,
        marks=((EXPERIMENT_START, EXPERIMENT_END), (BLOCK_START, BLOCK_END)),
    ),
    one_file=True,
    batches={
        "first": row_order(FIRST_BATCH, CHANNELS, RENAMED),
        "second": row_order(CHANNELS, CHANNELS, {}),
    },
)
