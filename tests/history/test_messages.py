"""What the host believes of what arrives on the worker's line, and of what stands in a log."""

from __future__ import annotations

import json

import pytest

from bcisub.history.messages import decode, is_logged

REPORT = {"event": "report", "block": 0, "p": 10, "packet": 1, "value": 4, "type": "int", "text": "4", "clock": 0.04}


def sent(event, token=b"token"):
    return token + b" " + json.dumps(event).encode() + b"\n"


def test_a_message_with_the_token_is_taken():
    assert decode(sent(REPORT), b"token") == REPORT
    tick = {"event": "tick", "block": 0, "p": 10, "packet": 1, "packed_us": "0100000002000000"}
    assert decode(sent(tick), b"token")["compute_us"] == [1, 2]


@pytest.mark.parametrize("token", [b"", b"toke", b"tokens", b" token"])
def test_one_without_it_is_not(token):
    assert decode(sent(REPORT, token), b"token") is None


@pytest.mark.parametrize(
    "event",
    [
        5,
        [],
        {"x": 1},
        {"event": ["report"]},
        {"event": "block", "index": 0, "packet": 10, "packets": 10},
        {"event": "end"},
        {**REPORT, "p": "10"},
        {**REPORT, "block": [0]},
        {**REPORT, "clock": None},
        {"event": "tick", "block": 0, "p": 10, "packet": 1, "packed_us": 5},
        {"event": "tick", "block": 0, "p": 10, "packet": 1, "packed_us": "01"},
    ],
)
def test_one_of_another_shape_is_not_either(event):
    assert decode(sent(event), b"token") is None


def test_a_line_nested_too_deep_is_no_message():
    assert decode(b"token " + b"[" * 100_000 + b"\n", b"token") is None


def test_a_log_holds_what_the_host_wrote_too():
    assert is_logged({"event": "block", "index": 0, "packet": 10, "packets": 10})
    assert is_logged(REPORT)
    assert not is_logged({"event": "next"})
