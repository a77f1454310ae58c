"""The BCI Turing test: who steered the robot, and how did the person mean to (TURING-1 to TURING-15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bcisub.model.errors import BcisubError
from bcisub.model.kits import kit_2023, pull_classes
from bcisub.model.track import Layout, Scorer, Track, Triggers
from bcisub.scoring.stream_rules import CONSTRAINTS, SUBJECT_ID
from bcisub.tracks.turing.imports import IMPORTS
from bcisub.tracks.turing.rules import PRESETS, READINGS, RULES
from bcisub.tracks.turing.tables import (
    BLOCK_END,
    BLOCK_START,
    CHANNELS,
    TASK_NAMES,
    TASKS,
    TRIAL_END,
    TRIAL_START,
    behaviour_of,
    is_reserved,
    is_task,
    task_of,
)

if TYPE_CHECKING:
    import numpy as np

    from bcisub.model.record import BlockTruth
    from bcisub.model.stream import TriggerRow
    from bcisub.model.track import Matrix


_BAD = "bad-trigger"


def mask(row: TriggerRow) -> TriggerRow:
    """TURING-3: the trial start is hidden, and the task taken out of its trigger; the rest is shown."""
    shown: TriggerRow = row.copy()
    shown[row == TRIAL_START] = 0
    tasks = (row > 0) & (row < 128)
    shown[tasks] = row[tasks].astype(int) & ~0b111
    return shown


def trigger_fault(code: int) -> str | None:
    """What a stored code cannot be (TURING-4); a reserved one is warned of, not refused (TURING-2)."""
    fault = _fault(code)
    return fault and fault[0]


def check_truth(truth: BlockTruth) -> None:
    """Refuse a block that cannot be scored honestly, naming the first sample at fault (TURING-4)."""
    place = f"{truth.subject}/{truth.block}"
    for sample, code in truth.events:
        fault = _fault(code)
        if fault is not None:
            raise BcisubError(fault[0], where=f"{place}, sample {sample}", hint=fault[1], code=fault[2])
    tasks = [sample for sample, code in truth.events if is_task(code)]
    if not tasks:
        raise BcisubError("The block has no task trigger.", where=place, hint="Leave it out.", code="empty-block")
    _check_marks(truth, tasks[-1])


def _check_marks(truth: BlockTruth, last: int) -> None:
    """Every task between a block start and a block end, and on one sample alone (TURING-2)."""
    started = ended = False
    before = (-1, 0)
    for sample, code in truth.events:
        if code == BLOCK_START:
            started, ended = True, False
        elif code == BLOCK_END:
            ended = True
        elif is_task(code) and not started:
            raise _cut(truth, sample, f"The block has no start: no trigger {BLOCK_START} precedes this task.")
        elif is_task(code) and ended:
            raise BcisubError(
                f"Task trigger {code} comes after the block's end ({BLOCK_END}) before a new start ({BLOCK_START}).",
                where=f"{truth.subject}/{truth.block}, sample {sample}",
                hint="It is no trial of the block: take it out of the trigger row, or leave the file out.",
                code=_BAD,
            )
        elif is_task(code) and before == (sample - 1, code):
            raise BcisubError(
                f"Task trigger {code} is held over several samples; each of them would be a trial.",
                where=f"{truth.subject}/{truth.block}, sample {before[0]}",
                hint="Leave it on its first sample only: `bcisub data convert` does that.",
                code=_BAD,
            )
        before = (sample, code)
    if not ended:
        raise _cut(truth, last, f"The block has no end: no trigger {BLOCK_END} follows this task.")


def _cut(truth: BlockTruth, sample: int, what: str) -> BcisubError:
    return BcisubError(
        what,
        where=f"{truth.subject}/{truth.block}, sample {sample}",
        hint="Is the file cut off? Record or copy it again, or leave it out.",
        code="cut-block",
    )


def _fault(code: int) -> tuple[str, str, str] | None:
    """What is wrong with a code, what to do, and the fault's name."""
    if not is_task(code):
        return None
    behaviour, task = behaviour_of(code), task_of(code)
    if behaviour == 0:
        return (
            f"Task trigger {code} names no robot behaviour: this looks like imagery training data.",
            "Train on it with the project's train.py, and evaluate on recordings of the game.",
            "training-data",
        )
    if behaviour not in TASKS:
        return (
            f"Task trigger {code} names robot behaviour {behaviour}; there are 1 to {max(TASKS)}.",
            "TURING-4 lists the behaviours.",
            _BAD,
        )
    if task not in TASKS[behaviour]:
        return (
            f"Task trigger {code}: behaviour {behaviour} does not allow task {task} ({TASK_NAMES.get(task, 'none')}).",
            f"By TURING-4 it allows {', '.join(str(choice) for choice in TASKS[behaviour])}.",
            _BAD,
        )
    return None


def tiny(last: int, numbers: np.random.Generator) -> Matrix:
    """Two tasks of two behaviours, one answered in time and one cut off by the block's end, 9 s."""
    from bcisub.simulate.tiny import noise

    samples = 2290 + last
    behaviours = numbers.permutation(sorted(TASKS))[:2]
    codes = [int(one) << 3 | int(numbers.choice(TASKS[int(one)])) for one in behaviours]
    marks = {3: BLOCK_START, 120: TRIAL_START, 245: codes[0], 1520: TRIAL_END, 1600: codes[1], samples - 1: BLOCK_END}
    return noise(len(CHANNELS) + 1, samples, marks, numbers)


def scorer() -> Scorer:
    """TURING-10 to TURING-15."""
    from bcisub.tracks.turing.scorer import SCORER

    return SCORER


TRACK = Track(
    name="turing",
    title="BCI Turing test",
    summary="which of seven tasks lies behind a robot's move",
    document="脑机图灵测试赛题说明",
    python="3.8",
    channels=CHANNELS,
    packet=10,
    adapter="pull",
    constraints=CONSTRAINTS,
    layouts=(
        Layout(
            name="algorithm-implement",
            summary="AlgorithmImplement/ and config.toml, as the document asks",
            entry="AlgorithmImplement/Turing/AlgorithmImplementTuring.py",
            class_name="AlgorithmImplementTuring",
            module="AlgorithmImplement.Turing.AlgorithmImplementTuring",
            packed=("AlgorithmImplement", "config.toml"),
            config="config.toml",
            classes=pull_classes("AlgorithmImplement.Interface", "TaskInterface"),
        ),
        Layout(
            name="algorithm-2022",
            summary="Algorithm/, config.json and requirements.txt in a tar.gz, as uploaded in 2022",
            entry="Algorithm/AlgorithmImplementTuring.py",
            class_name="AlgorithmImplementTuring",
            module="Algorithm.AlgorithmImplementTuring",
            packed=("Algorithm", "config.json", "requirements.txt"),
            config="config.json",
            archive="tar.gz",
            provided="turing-2022",
            readings={SUBJECT_ID: "text-order"},
            classes=pull_classes("Algorithm.Interface", "TaskInterface"),
            framework=("Algorithm/Interface", "main.py"),
            python="3.10",
            moved=(("AlgorithmImplement/Turing", "Algorithm"), ("AlgorithmImplement", "Algorithm")),
            start={"unitImage": "python:2022-py3.10-gpu", "command": ["/bin/sh", "-c", "python main.py"]},
        ),
        kit_2023({SUBJECT_ID: "text-order"}),
    ),
    rules=RULES,
    readings=READINGS,
    presets=PRESETS,
    metric="score",
    unit="points",
    mask=mask,
    scorer=scorer,
    check_truth=check_truth,
    imports=IMPORTS,
    tiny=tiny,
    triggers=Triggers(fault=trigger_fault, opens=is_task, shortest=1.0, reserved=is_reserved),
)
