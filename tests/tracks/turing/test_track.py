"""TURING-1 to TURING-5: declaration, mask, checks of the data."""

from __future__ import annotations

import numpy as np
import pytest

from bcisub.model.errors import BcisubError
from bcisub.model.record import BlockTruth
from bcisub.tracks.turing.tables import TASKS
from bcisub.tracks.turing.track import TRACK, check_truth, mask


def block(*events: tuple[int, int]) -> BlockTruth:
    return BlockTruth("S03", "block_2", 5000, events)


GOOD = ((10, 250), (20, 242), (100, 240), (850, 0b01001110), (3350, 241), (3400, 243), (3450, 251))


def test_turing_1_rows_and_packets() -> None:
    assert TRACK.rows == 65
    assert (TRACK.fs, TRACK.packet) == (250, 10)
    assert TRACK.channels[:3] == ("Fpz", "Fp1", "Fp2")
    assert TRACK.channels[28:30] == ("C3", "C4")
    assert TRACK.channels[-5:] == ("ECG", "HEOR", "HEOL", "VEOU", "VEOL")


def test_turing_3_mask_hides_the_trial_start_and_the_task() -> None:
    """The rulebook's own example: 0b01001101 reads 0b01001000."""
    row = np.array([0, 250, 242, 240, 0b01001101, 0, 241, 243, 251], dtype=float)
    before = row.copy()
    assert mask(row).tolist() == [0, 250, 242, 0, 0b01001000, 0, 241, 243, 251]
    assert (row == before).all()


@pytest.mark.parametrize("behaviour", TASKS)
def test_turing_3_no_task_survives_the_mask(behaviour: int) -> None:
    row = np.array([behaviour << 3 | task for task in TASKS[behaviour]], dtype=float)
    assert set(mask(row).tolist()) == {float(behaviour << 3)}


def test_turing_2_a_good_block_passes() -> None:
    check_truth(block(*GOOD))


@pytest.mark.parametrize(("behaviour", "task"), [(b, t) for b in range(1, 10) for t in range(1, 8)])
def test_turing_4_table_2(behaviour: int, task: int) -> None:
    """The table as the rulebook spells it, apart from the one the code uses."""
    table = {1: "137", 2: "1234", 3: "1234", 4: "247", 5: "57", 6: "1367", 8: "1367", 7: "2467", 9: "2467"}
    truth = block((20, 242), (850, behaviour << 3 | task), (3400, 243))
    if str(task) in table[behaviour]:
        check_truth(truth)
    else:
        with pytest.raises(BcisubError, match=f"does not allow task {task}") as caught:
            check_truth(truth)
        assert caught.value.where == "S03/block_2, sample 850"


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (((20, 242), (850, 0b01001110)), "no end: no trigger 243 follows"),
        (((20, 242), (900, 243), (950, 0b01001110)), "after the block's end"),
        (((20, 242), (900, 243), (950, 0b01001110), (960, 242), (990, 243)), "after the block's end"),
        (((20, 242), (850, 0b01001110), (851, 0b01001110), (900, 243)), "held over several samples"),
        (((850, 0b01001110), (900, 243)), "no start: no trigger 242 precedes"),
        (((850, 0b01001110), (860, 242), (900, 243)), "no start: no trigger 242 precedes"),
        (((20, 242), (850, 0b01010111), (900, 243)), "behaviour 10"),
        (((20, 242), (850, 0b01001000), (900, 243)), "does not allow task 0"),
        (((20, 242), (850, 1), (900, 243)), "training data"),
    ],
)
def test_turing_2_bad_blocks_are_refused_with_their_place(events: tuple[tuple[int, int], ...], said: str) -> None:
    """Subject, block and sample: in each of these the trigger that is neither 242 nor 243 is the one at fault."""
    with pytest.raises(BcisubError, match=said) as caught:
        check_truth(block(*events))
    wanted = next(sample for sample, code in events if code not in (242, 243))
    assert caught.value.where == f"S03/block_2, sample {wanted}"
    assert caught.value.hint


def test_turing_2_a_task_between_two_pairs_of_marks_is_refused() -> None:
    """The trials inside the pairs do not hide the one that belongs to neither."""
    events = ((20, 242), (100, 0b01001110), (900, 243), (950, 0b01001110), (960, 242), (970, 0b01001110), (990, 243))
    with pytest.raises(BcisubError, match="after the block's end") as caught:
        check_truth(block(*events))
    assert caught.value.where == "S03/block_2, sample 950"
    check_truth(block(*events[:3], *events[4:]))


def test_turing_2_the_same_task_a_sample_later_but_one_is_a_trial_of_its_own() -> None:
    check_truth(block((20, 242), (850, 0b01001110), (852, 0b01001110), (900, 243)))


def test_turing_2_a_block_without_a_task_is_refused() -> None:
    with pytest.raises(BcisubError, match="no task trigger") as caught:
        check_truth(block((20, 242), (900, 243)))
    assert caught.value.where == "S03/block_2"


@pytest.mark.parametrize("code", [128, 200, 239, 244, 249, 252, 255])
def test_turing_2_reserved_triggers_are_played_and_shown_as_they_are(code: int) -> None:
    check_truth(block((20, 242), (30, code), (850, 0b01001110), (900, 243)))
    assert mask(np.array([0.0, code, 0.0])).tolist() == [0, code, 0]


def test_readings_and_their_defaults() -> None:
    assert TRACK.defaults() == {
        "five-seconds": "under",
        "repeats": "first",
        "report-window": "next",
        "missing-length": "5",
        "trigger-packet": "written",
        "window-end": "written",
        "block-tail": "keep",
        "time-origin": "trigger",
        "answer-type": "equal",
        "empty-packet": "none",
        "last-packet": "keep",
        "subject-id": "place",
    }
    assert [reading.name for reading in TRACK.readings if reading.stream] == [
        "empty-packet",
        "last-packet",
        "subject-id",
    ]
