"""Frames on their way to the worker: decoded ahead on threads, put into slots of a file both sides map."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Collection, Generator, Iterator
from itertools import tee
from pathlib import Path
from typing import Any

import numpy as np

from bcisub.data.pictures import HEIGHT, WIDTH, decoded
from bcisub.model.frames import Frame, FrameSet
from bcisub.model.record import BlockTruth
from bcisub.model.serving import FrameSettings

SLOTS = 2
"""Pairs of pictures in the shared file: the one being looked at and the one after."""

Keep = Callable[[dict[str, Any]], None]


def frame_truth(frames: FrameSet, settings: FrameSettings) -> list[BlockTruth]:
    """What the scorer needs of every group; calibration frames are no part of it."""
    blocks = []
    for (subject, group), members in frames.groups.items():
        asked = [frame for frame in members if not frame.calibration]
        extra = {
            "frames": [frame.frame for frame in asked],
            "files": [[frame.left, frame.right] for frame in asked],
            "labels": [None if frame.label is None else list(frame.label) for frame in asked],
            **settings.extra,
            "known": subject in settings.known,
            "calibration": len(members) - len(asked),
            "depth": frames.depth,
        }
        blocks.append(BlockTruth(subject, group, len(asked), (), extra))
    return blocks


class FrameFeed:
    """Orders for the worker, one at a time: a group's calibration frames first, then the frames to be predicted.

    `answered` holds what an interrupted run has predicted already, as (block, p): it is not predicted again, and a
    group that is complete is passed over with its calibration. `begun` are the blocks whose begin is on record.
    """

    def __init__(
        self,
        frames: FrameSet,
        slots: Path,
        keep: Keep,
        answered: Collection[tuple[int, int]] = (),
        begun: Collection[int] = (),
    ) -> None:
        self._frames, self._path, self._keep = frames, slots, keep
        self._answered, self._begun = set(answered), set(begun)
        with slots.open("wb") as file:
            file.truncate(SLOTS * 2 * HEIGHT * WIDTH)
        with slots.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)
        self._pairs = np.frombuffer(self._map, dtype=np.uint8).reshape(SLOTS, 2, HEIGHT, WIDTH)
        self._orders = self._lay_out()

    def next(self) -> dict[str, Any]:
        """The next order, its pictures in place; `{"end": True}` after the last."""
        return next(self._orders, {"end": True})

    def close(self) -> None:
        """Stop decoding and let go of the file."""
        self._orders.close()
        del self._pairs
        self._map.close()

    def _lay_out(self) -> Generator[dict[str, Any], None, None]:
        # The second of the two runs behind the first by the pictures decoded ahead, however long the plan is.
        ahead, plan = tee(self._plan())
        pictures = decoded(self._frames.folder, (frame for frame, _ in ahead))
        common = {"path": str(self._path), "shape": list(self._pairs.shape)}
        try:
            for count, ((frame, pair), (_, order)) in enumerate(zip(pictures, plan, strict=True)):
                if order["block"] not in self._begun:
                    self._begun.add(order["block"])
                    self._keep(self._begin(frame, order["block"]))
                slot = count % SLOTS
                self._pairs[slot] = pair
                yield {**common, **order, "subject": frame.subject, "group": frame.group, "slot": slot}
        finally:
            pictures.close()

    def _plan(self) -> Iterator[tuple[Frame, dict[str, Any]]]:
        for block, members in enumerate(self._frames.groups.values()):
            asked = [frame for frame in members if not frame.calibration]
            open_ = [(p, frame) for p, frame in enumerate(asked, 1) if (block, p) not in self._answered]
            if not open_:
                continue
            labelled = [(frame, frame.label) for frame in members if frame.calibration and frame.label is not None]
            for number, (frame, label) in enumerate(labelled, 1):
                complete = number == len(labelled)
                yield frame, {"kind": "calibrate", "block": block, "label": list(label), "complete": complete}
            # An order to predict carries no label: truth never enters the worker (C7).
            for p, frame in open_:
                yield frame, {"kind": "predict", "block": block, "p": p}

    def _begin(self, frame: Frame, block: int) -> dict[str, Any]:
        count = sum(not other.calibration for other in self._frames.groups[frame.subject, frame.group])
        return {
            "event": "block",
            "index": block,
            "subject": frame.subject,
            "block": frame.group,
            "samples": count,
            "packet": 1,
            "packets": count,
        }
