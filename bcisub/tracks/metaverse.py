"""The metaverse track: real or generated EEG, and whose? Declaration, triggers and truth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bcisub.errors import BcisubError
from bcisub.tracks.base import Layout, Reading, Readings, Rule, Track, Triggers
from bcisub.tracks.shared import STREAM_RULES

if TYPE_CHECKING:
    import numpy as np

    from bcisub.results.model import Result
    from bcisub.scoring.record import BlockTruth, RunRecord
    from bcisub.tracks.base import Matrix, TriggerRow

HIDDEN, TRIAL_END, BLOCK_START, BLOCK_END = 240, 241, 242, 243
SUBJECTS = 23
KINDS = {0: "generated", 128: "real-open", 192: "real-closed"}
"""What is added to the subject's number in a start trigger, and what it means (META-2)."""


@dataclass(frozen=True)
class Trial:
    """One trial of a block as stored."""

    start: int
    end: int
    """Samples of the start and the end trigger."""
    code: int

    @property
    def kind(self) -> str:
        """`generated`, `real-open`, `real-closed`, or `hidden`."""
        return "hidden" if self.code == HIDDEN else KINDS[self.code - self.code % 64]

    @property
    def truth(self) -> str | None:
        """The right answer in the form of META-8, or None where the set hides it (META-4)."""
        return None if self.code == HIDDEN else f"{int(self.code > 128)}{self.code % 64:05b}"


def is_start(code: int) -> bool:
    """META-2: a trial begins with this trigger."""
    return code == HIDDEN or (1 <= code % 64 <= SUBJECTS and code - code % 64 in KINDS)


def trigger_fault(code: int) -> str | None:
    """What a stored code cannot be (META-2)."""
    if is_start(code) or code in (TRIAL_END, BLOCK_START, BLOCK_END):
        return None
    return f"The trigger {code} means nothing: starts are 1-23, 129-151, 193-215 or 240."


def mask(row: TriggerRow) -> TriggerRow:
    """META-3: every trial start reads 240; 241, 242 and 243 stay."""
    seen: TriggerRow = row.copy()
    seen[(row > 0) & (row < HIDDEN)] = HIDDEN
    return seen


def trials(truth: BlockTruth) -> list[Trial]:
    """The block's trials in order; an error where starts and ends do not pair up.

    A block that was checked whole may be served in part, as for a proof; the trial it is cut in is left out.
    """
    found: list[Trial] = []
    begun: tuple[int, int] | None = None
    for at, code in truth.events:
        if code in (BLOCK_START, BLOCK_END):
            continue
        if code == TRIAL_END:
            if begun is None:
                raise _fault(truth, at, "a trial ends (241) that never began")
            found.append(Trial(begun[0], at, begun[1]))
            begun = None
        elif not is_start(code):
            raise _fault(truth, at, f"the trigger {code} means nothing in this track")
        elif begun is not None:
            raise _fault(truth, at, f"a trial starts before the one of sample {begun[0]} ended (241)")
        else:
            begun = (at, code)
    return found


def check_truth(truth: BlockTruth) -> None:
    """Refuse a whole block whose triggers cannot be scored honestly (META-2)."""
    found = trials(truth)
    starts = [at for at, code in truth.events if is_start(code)]
    if len(starts) > len(found):
        raise _fault(truth, starts[-1], "a trial has no end (241)")


def tiny(last: int, numbers: np.random.Generator) -> Matrix:
    """A real and a generated trial of 4 s and 3.4 s, zeros around them (META-2), 10 s."""
    from bcisub.data.tiny import noise

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


def score(record: RunRecord, readings: Readings) -> Result:
    """META-10 to META-15."""
    from bcisub.scoring import metaverse

    return metaverse.score(record, readings)


def _fault(truth: BlockTruth, at: int, what: str) -> BcisubError:
    return BcisubError(
        f"In {truth.subject}/{truth.block} at sample {at} {what}.",
        where=f"{truth.subject}/{truth.block}, sample {at}",
        hint="Starts are 1-23, 129-151, 193-215 or 240; each is followed by its end, 241.",
        code="bad-trigger",
    )


_CHUNK_SIZE = "sources.eeg_1.source_receiver.configuration.chunk_size"
"""Samples in a packet; the file is uploaded, so a wrong one would change what the server sends (META-1)."""

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
        Rule("META-6", "Positions count over the whole stream; after the last packet comes data = None."),
        Rule("META-7", "The device has five channels, the trigger not counted."),
        Rule("META-8", "A result is a string of six binary digits: real or not, then the subject 1-23."),
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
            stream=True,
        ),
    ),
    metric="ITR",
    unit="bits/min",
    mask=mask,
    score=score,
    check_truth=check_truth,
    tiny=tiny,
    triggers=Triggers(fault=trigger_fault, opens=is_start, shortest=3.0, hidden=HIDDEN),
    sample_sets=("cali_train", "cali_A", "cali_B", "eval_train", "eval_A", "eval_B"),
)
