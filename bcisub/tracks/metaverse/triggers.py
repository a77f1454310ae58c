"""Stored triggers of the metaverse track: what they mean, what is shown, the trials they make (META-2, META-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bcisub.model.errors import BcisubError

if TYPE_CHECKING:
    from bcisub.model.record import BlockTruth
    from bcisub.model.stream import TriggerRow

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


def _fault(truth: BlockTruth, at: int, what: str) -> BcisubError:
    return BcisubError(
        f"In {truth.subject}/{truth.block} at sample {at} {what}.",
        where=f"{truth.subject}/{truth.block}, sample {at}",
        hint="Starts are 1-23, 129-151, 193-215 or 240; each is followed by its end, 241.",
        code="bad-trigger",
    )
