"""The running figures of a replay are those a scored run would have at that point."""

from __future__ import annotations

from typing import Any

import pytest

from bcisub.model.record import BlockTruth
from bcisub.replay import running
from bcisub.replay.running import Running
from bcisub.tracks import get

TRACK = get("ssvep-async")
START: dict[str, Any] = {"event": "start", "fs": 250, "options": {"ignore_compute": True}}
BLOCK = {"event": "block", "index": 0, "subject": "S01", "block": "b", "samples": 6000, "packet": 10, "packets": 600}


def report(p: int, label: int) -> dict[str, Any]:
    told = {"value": label, "type": "int", "text": str(label), "clock": p / 250}
    return {"event": "report", "block": 0, "p": p, "packet": p // 10, **told}


def tick(p: int) -> dict[str, Any]:
    return {"event": "tick", "block": 0, "p": p, "packet": p // 10, "compute_us": [1]}


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> Running:
    events = ((0, 242), (1000, 7), (2000, 241), (2500, 101), (3500, 241), (4000, 9), (5000, 241))
    monkeypatch.setattr(running, "EVERY", 0.0)
    monkeypatch.setattr(running, "SHARE", 1e9)
    return Running(TRACK, TRACK.defaults(), [BlockTruth("S01", "b", 6000, events)])


def test_nothing_is_said_before_data(followed: Running) -> None:
    followed.take(START)
    followed.take(BLOCK)
    assert followed.figures() == ""


def test_only_trials_that_were_reached_count(followed: Running) -> None:
    for event in (START, BLOCK, report(1500, 7), tick(2400)):
        followed.take(event)
    assert followed.figures() == "1/1 correct  2.00 s"


def test_false_alarms_and_missing_trials(followed: Running) -> None:
    for event in (START, BLOCK, report(1500, 7), report(3000, 3), tick(5900)):
        followed.take(event)
    assert followed.figures() == "1/2 correct  3.50 s  1 false alarm"


def test_scored_again_only_after_a_while(followed: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "EVERY", 1000.0)
    for event in (START, BLOCK, report(1500, 7), tick(2400)):
        followed.take(event)
    first = followed.figures()
    followed.take(tick(5900))
    assert followed.figures() == first
