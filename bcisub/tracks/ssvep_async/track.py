"""Asynchronous SSVEP: a 40-target speller without trial triggers (SSVEP-1 to SSVEP-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bcisub.model.errors import BcisubError
from bcisub.model.kits import kit_2023, onsite_2022, pull_classes
from bcisub.model.track import Layout, Scorer, Track, Triggers
from bcisub.scoring.stream_rules import CONSTRAINTS, SUBJECT_ID
from bcisub.tracks.ssvep_async.imports import IMPORTS
from bcisub.tracks.ssvep_async.rules import PRESETS, READINGS, RULES
from bcisub.tracks.ssvep_async.tables import BLOCK_END, BLOCK_START, FLICKER, IDLE, TRIAL_END

if TYPE_CHECKING:
    import numpy as np

    from bcisub.model.record import BlockTruth
    from bcisub.model.stream import TriggerRow
    from bcisub.model.track import Matrix

_TABLE_2 = """
Fpz Fp1 Fp2 AF3 AF4 AF7 AF8 FZ F1 F2 F3 F4 F5 F6 F7 F8 FCz FC1 FC2 FC3 FC4 FC5 FC6 FT7 FT8 Cz C1 C2
C3 C4 C5 C6 T7 T8 CP1 CP2 CP3 CP4 CP5 CP6 TP7 TP8 Pz P3 P4 P5 P6 P7 P8 POz PO3 PO4 PO5 PO6 PO7 PO8
Oz O1 O2 ECG HEOR HEOL VEOU VEOL
"""
CHANNELS = tuple(_TABLE_2.split())
"""Names of the rows, from table 2 of the document (SSVEP-1)."""


def mask(row: TriggerRow) -> TriggerRow:
    """SSVEP-3: only the marks of the block are shown."""
    shown: TriggerRow = row.copy()
    shown[(row != BLOCK_START) & (row != BLOCK_END)] = 0
    return shown


def trigger_fault(code: int) -> str | None:
    """SSVEP-2: what a stored code cannot be."""
    if code in FLICKER or code in IDLE or TRIAL_END <= code <= 255:
        return None
    return f"Trigger {code} is neither a target (1–40) nor an idle trial (101–141)."


def check_truth(truth: BlockTruth) -> None:
    """SSVEP-2: a trial start that is neither a target nor an idle label cannot be scored."""
    for sample, code in truth.events:
        fault = trigger_fault(code)
        if fault is not None:
            raise BcisubError(
                fault,
                where=f"{truth.subject}/{truth.block}, sample {sample}",
                hint="Correct the trigger row, or leave the block out.",
                code="bad-trigger",
            )


def tiny(last: int, numbers: np.random.Generator) -> Matrix:
    """One target looked at, then one idle trial, 6 s; the response is strong enough for any speller."""
    import numpy as np

    from bcisub.simulate.tiny import flicker, noise

    samples = 1490 + last
    label = int(numbers.integers(FLICKER.start, FLICKER.stop))
    marks = {3: BLOCK_START, 128: label, 884: 101, 1400: TRIAL_END, samples - 1: BLOCK_END}
    data = noise(len(CHANNELS) + 1, samples, marks, numbers)
    back = [row for row, name in enumerate(CHANNELS) if name.startswith(("O", "PO"))]
    data[np.ix_(back, range(128, 884))] += flicker(756, 8 + 0.2 * (label - 1), 0.5 * np.pi * (label - 1), 250)
    return data


def scorer() -> Scorer:
    """SSVEP-10 to SSVEP-16."""
    from bcisub.tracks.ssvep_async.scorer import SCORER

    return SCORER


TRACK = Track(
    name="ssvep-async",
    title="Asynchronous SSVEP speller",
    summary="which of 40 flickering keys the person looks at, and when nobody looks",
    document="SSVEP 数据集 (异步)",
    python="3.8",
    channels=CHANNELS,
    packet=10,
    adapter="pull",
    report_fields=("resultType", "result"),
    constraints=CONSTRAINTS,
    layouts=(
        Layout(
            name="algorithm-implement",
            summary="AlgorithmImplement/ and config.toml, as the document asks",
            entry="AlgorithmImplement/SSVEP/AlgorithmImplementSSVEP.py",
            class_name="AlgorithmImplementSSVEP",
            module="AlgorithmImplement.SSVEP.AlgorithmImplementSSVEP",
            packed=("AlgorithmImplement", "config.toml"),
            config="config.toml",
            classes=pull_classes("AlgorithmImplement.Interface", "ProblemInterface"),
        ),
        Layout(
            name="algorithm-2021",
            summary="Algorithm/ with camelCase names, as in the kit of 2021",
            entry="Algorithm/AlgorithmImplement_SSVEP.py",
            class_name="AlgorithmImplement_SSVEP",
            module="Algorithm.AlgorithmImplement_SSVEP",
            packed=("Algorithm",),
            optional=("config.json", "requirements.txt"),
            archive="tar.gz",
            provided="ssvep-2021",
            readings={SUBJECT_ID: "number"},
            classes=pull_classes("Algorithm.Interface", "ProblemInterface"),
            framework=("Algorithm/Interface",),
        ),
        onsite_2022("SSVEP", {SUBJECT_ID: "text-order"}),
        kit_2023({SUBJECT_ID: "text-order"}),
    ),
    rules=RULES,
    readings=READINGS,
    presets=PRESETS,
    metric="ITR",
    unit="bits/min",
    mask=mask,
    scorer=scorer,
    check_truth=check_truth,
    imports=IMPORTS,
    tiny=tiny,
    compute_limit=5.0,
    triggers=Triggers(fault=trigger_fault, opens=lambda code: 0 < code < TRIAL_END, shortest=1.0),
)
