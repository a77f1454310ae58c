"""Blocks cut out of a long recording, and the marks a block must have."""

from __future__ import annotations

from collections.abc import Sequence

from bcisub.model.track import Triggers

Events = Sequence[tuple[int, int]]


def spans(events: Events, samples: int, declared: Triggers) -> list[tuple[int, int]]:
    """First sample of every block and the one after its last, both marks inside.

    A block whose end is not marked runs to the next start, or to the recording's end.
    """
    start, end = declared.marks[-1]
    found: list[tuple[int, int]] = []
    opened: int | None = None
    for sample, code in events:
        if code == start:
            if opened is not None:
                found.append((opened, sample))
            opened = sample
        elif code == end and opened is not None:
            found.append((opened, sample + 1))
            opened = None
    if opened is not None:
        found.append((opened, samples))
    return found


def within(events: Events, first: int, stop: int) -> list[tuple[int, int]]:
    """The events of a span, counted from its first sample."""
    return [(sample - first, code) for sample, code in events if first <= sample < stop]


def with_marks(events: Events, samples: int, declared: Triggers) -> tuple[list[tuple[int, int]], list[int]]:
    """The events with the track's marks at both ends, and which codes were put there.

    A pair is added only where neither of the two is there, and only where its sample is free.
    """
    found, added = list(events), []
    for depth, pair in enumerate(declared.marks):
        if any(code in pair for _, code in events):
            continue
        for code, sample in ((pair[0], depth), (pair[1], samples - 1 - depth)):
            taken = {at for at, _ in found}
            step = 1 if code == pair[0] else -1
            while sample in taken and 0 <= sample < samples:
                sample += step
            if 0 <= sample < samples:
                found.append((sample, code))
                added.append(code)
    return sorted(found), added
