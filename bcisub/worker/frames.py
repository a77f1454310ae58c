"""The interface of tracks that serve pictures: one `Predictor`, calibrated group by group, asked frame by frame.

The host decodes the pictures and puts them into slots of a file both sides map; what the team receives is its
own copy (C7). Labels come with calibration frames alone (GAZE-3).
"""

import mmap
import os
import time
from typing import Any, Dict, List

import numpy as np

from .answers import describe
from .channel import Channel

MOST = 8
"""Numbers of an answer that are looked at."""


class Slots:
    """The pictures the host has put down: slot × eye × row × column."""

    def __init__(self, path: str, shape: List[int]) -> None:
        size = int(np.prod(shape))
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            self._map = mmap.mmap(handle, size, access=mmap.ACCESS_READ)
        finally:
            os.close(handle)
        self._pairs = np.frombuffer(self._map, dtype=np.uint8).reshape(shape)

    def take(self, slot: int) -> Any:
        """A copy of the left and the right picture of a slot."""
        return self._pairs[slot, 0].copy(), self._pairs[slot, 1].copy()


def run(predictor_class: Any, channel: Channel, job: Dict[str, Any]) -> None:
    """Build the predictor and let the host lead it through the frames."""
    predictor = predictor_class()
    channel.send({"event": "begin"})
    slots = None
    calibration: List[Dict[str, Any]] = []
    while True:
        order = channel.ask({"event": "next"})
        if order.get("end"):
            return
        slots = slots or Slots(order["path"], order["shape"])
        left, right = slots.take(order["slot"])
        if order["kind"] == "calibrate":
            label = dict(zip("xyz", order["label"]))
            calibration.append({"left": left, "right": right, **label})
            if order["complete"]:
                predictor.calibrate(order["subject"], order["group"], calibration)
                calibration = []
        else:
            entered = time.perf_counter()
            answer = predictor.predict(order["subject"], order["group"], left, right)
            spent = time.perf_counter() - entered
            place = {"block": order["block"], "p": order["p"], "packet": order["p"]}
            channel.send({"event": "report", **place, **_described(answer), "compute": round(spent, 6)})


def _described(answer: Any) -> Dict[str, Any]:
    """The answer with a tuple, list or flat array as a list of plain numbers; others as they are."""
    description = describe(answer)
    if isinstance(answer, np.ndarray):
        parts = list(answer) if answer.ndim == 1 else None
    else:
        parts = list(answer) if isinstance(answer, (list, tuple)) else None
    if parts is not None:
        description["value"] = [_number(part) for part in parts[:MOST]]
    return description


def _number(part: Any) -> Any:
    """One entry as plain data; a whole number too large to be kept as such is a finite number all the same."""
    value = describe(part)["value"]
    if value is None and (type(part) is int or isinstance(part, np.integer)):
        try:
            value = float(part)
        except OverflowError:
            return None
    return value
