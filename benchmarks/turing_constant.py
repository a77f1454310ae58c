"""`python benchmarks/turing_constant.py SET`: what the turing score gives to strategies that look at no EEG.

Each answers on the first packet that counts (C4), so none can be quicker. "hindsight" knows of every robot behaviour
which of its tasks is the most frequent in this very set: no constant answer by behaviour can be right more often.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bcisub.data.sets import open_set
from bcisub.model.record import BlockRecord, BlockTruth, Report, RunEnd, RunRecord
from bcisub.model.recording import trigger_events
from bcisub.model.result import Result
from bcisub.scoring.windows import packet_end
from bcisub.tracks.turing.tables import TASK_NAMES, behaviour_of, is_task, task_of
from bcisub.tracks.turing.track import TRACK

Strategy = Callable[[int], int]
"""Robot behaviour to answer."""


def main(name: str) -> None:
    """Score every constant strategy on the set and print a line for each."""
    dataset = open_set(name, TRACK)
    truths = []
    for subject in dataset.subjects:
        for block in subject.blocks:
            data = block.load()
            truths.append(BlockTruth(subject.name, block.name, data.shape[1], trigger_events(data[-1])))
    print(f"{'strategy':24} {'score':>6}  {'right':>6}  blocks that reached their target")
    for title, strategy in strategies(truths).items():
        result = played(truths, strategy)
        accuracy, reached = result.metrics["accuracy"], result.metrics["blocks_reached"]
        print(f"{title:24} {result.score:6.2f}  {accuracy:6.1%}  {reached} of {len(truths)}")


def strategies(truths: list[BlockTruth]) -> dict[str, Strategy]:
    """One answer throughout, each in turn; and one for each behaviour, the best there is in hindsight."""
    seen: dict[int, Counter[int]] = {}
    for truth in truths:
        for _, code in truth.events:
            if is_task(code):
                seen.setdefault(behaviour_of(code), Counter())[task_of(code)] += 1
    best = {behaviour: tasks.most_common(1)[0][0] for behaviour, tasks in seen.items()}
    always: dict[str, Strategy] = {
        f"always {task} ({name})": lambda _, task=task: task for task, name in TASK_NAMES.items()
    }
    return {**always, "hindsight by behaviour": best.__getitem__}


def played(truths: list[BlockTruth], strategy: Strategy) -> Result:
    """The result of answering every task trigger one packet after its own."""
    blocks = []
    for truth in truths:
        block = BlockRecord(truth, TRACK.packet, -(-truth.samples // TRACK.packet), truth.samples)
        for sample, code in truth.events:
            if is_task(code):
                p = packet_end(sample, TRACK.packet, truth.samples) + TRACK.packet
                answer = strategy(behaviour_of(code))
                block.reports.append(Report(p, p // TRACK.packet, answer, "int", str(answer)))
        blocks.append(block)
    return TRACK.score(RunRecord(blocks, RunEnd("finished"), TRACK.fs), TRACK.defaults())


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "cali_B")
