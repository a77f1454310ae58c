"""The trigger row of a block, against what the track declares of its triggers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bcisub.model.errors import BcisubError
from bcisub.model.finding import ERROR, INFO, WARNING, Finding, declare
from bcisub.model.record import BlockTruth
from bcisub.model.recording import odd_triggers, trigger_events
from bcisub.model.track import Track, Triggers

BAD_TRIGGER_ROW = declare("bad-trigger-row", ERROR)
NO_TRIALS = declare("no-trials", ERROR)
BAD_TRIGGER = declare("bad-trigger", ERROR)
RESERVED_TRIGGER = declare("reserved-trigger", WARNING)
HIDDEN_LABEL = declare("hidden-label", ERROR)
HELD_TRIGGER = declare("held-trigger", WARNING)
END_WITHOUT_START = declare("end-without-start", WARNING)
SHORT_TRIAL = declare("short-trial", WARNING)
START_WITHOUT_END = declare("start-without-end", WARNING)
MISSING_MARK = declare("missing-mark", WARNING)
CROSSED_MARKS = declare("crossed-marks", WARNING)

Events = Sequence[tuple[int, int]]


def check_triggers(
    row: NDArray[np.float64], subject: str, block: str, track: Track, truth_beside: bool = False
) -> tuple[int, list[Finding]]:
    """Trials of a block and what is wrong with its triggers. `told`: a table beside the set has the hidden labels."""
    declared = track.triggers
    if declared is None:
        return 0, []
    odd = odd_triggers(row)
    if odd.size:
        at = int(odd[0])
        return 0, [
            BAD_TRIGGER_ROW.found(
                f"The last row holds {row[at]:g} and is no trigger row: whole numbers from 0 to 255 are.",
                first={"sample": at},
                count=int(odd.size),
            )
        ]
    events = trigger_events(row)
    truth = BlockTruth(subject, block, len(row), events)
    sent = _sent(events, truth, track)
    trials = sum(declared.opens(code) for _, code in sent)
    findings = [
        *_codes(sent, declared, truth_beside),
        *_held(events),
        *_trials(sent, declared, track.fs),
        *_marks(events, declared),
    ]
    if not trials:
        findings.append(NO_TRIALS.found("The block has no trial: there is nothing to score."))
    if not any(finding.level == ERROR for finding in findings):
        findings += _unscorable(truth, track)
    return trials, findings


def _sent(events: Events, truth: BlockTruth, track: Track) -> Events:
    """The triggers in the part of the recording that is sent; the rest cannot matter (EMO-4)."""
    if track.span is None:
        return events
    try:
        first, stop = track.span(truth)
    except BcisubError:
        return events
    return [(sample, code) for sample, code in events if first <= sample < stop]


def _codes(events: Events, declared: Triggers, truth_beside: bool) -> Iterator[Finding]:
    for sample, code in events:
        fault = declared.fault(code)
        if fault is not None:
            yield BAD_TRIGGER.found(fault, first={"sample": sample})
        elif declared.reserved(code):
            yield RESERVED_TRIGGER.found(f"Trigger {code} is reserved: it is no trial.", first={"sample": sample})
        elif code == declared.hidden:
            meaning = (
                "eval --truth takes them from the table beside it" if truth_beside else "it can be replayed, not scored"
            )
            yield HIDDEN_LABEL.found(
                f"The start {code} hides its label: {meaning}.",
                level=INFO if truth_beside else ERROR,
                first={"sample": sample},
            )


def _held(events: Events) -> Iterator[Finding]:
    for (before, code), (sample, again) in pairwise(events):
        if sample == before + 1 and code == again:
            yield HELD_TRIGGER.found(
                f"Trigger {code} is held over several samples; each of them is an event. `bcisub data convert` "
                "leaves the first.",
                first={"sample": before},
            )


def _trials(events: Events, declared: Triggers, fs: int) -> Iterator[Finding]:
    """Starts without ends, ends without starts, trials too short."""
    opened: tuple[int, int] | None = None
    for sample, code in events:
        if code == declared.end:
            if opened is None:
                yield END_WITHOUT_START.found(f"A trial ends ({code}) that never began.", first={"sample": sample})
            elif (sample - opened[0]) / fs < declared.shortest:
                yield _short(opened[0], sample, declared, fs)
            opened = None
        elif declared.opens(code):
            if opened is not None:
                yield _endless(opened, declared)
            opened = (sample, code)
    if opened is not None:
        yield _endless(opened, declared)


def _short(start: int, end: int, declared: Triggers, fs: int) -> Finding:
    return SHORT_TRIAL.found(
        f"The trial lasts {(end - start) / fs:.2f} s; under {declared.shortest:g} s no answer can count.",
        first={"sample": start},
    )


def _endless(opened: tuple[int, int], declared: Triggers) -> Finding:
    return START_WITHOUT_END.found(
        f"A trial begins and no end ({declared.end}) follows before the next one or the end of the block.",
        first={"sample": opened[0]},
    )


def _marks(events: Events, declared: Triggers) -> Iterator[Finding]:
    for start, end in declared.marks:
        for code in (start, end):
            if not any(found == code for _, found in events):
                yield MISSING_MARK.found(
                    f"The mark {code} is missing: an algorithm that waits for it waits for ever.",
                )
        depth = 0
        for sample, code in events:
            depth += (code == start) - (code == end)
            if depth not in (0, 1):
                yield CROSSED_MARKS.found(f"The marks {start} and {end} do not come in turn.", first={"sample": sample})
                break


def _unscorable(truth: BlockTruth, track: Track) -> Iterator[Finding]:
    """What the track itself says when it is asked to score the block."""
    try:
        track.check_truth(truth)
    except BcisubError as error:
        yield Finding(error.code or "bad-block", ERROR, " ".join(filter(None, (error.what, error.hint))))
