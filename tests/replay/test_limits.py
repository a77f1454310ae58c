"""Limits come from the project file and, over it, from the command line."""

from __future__ import annotations

import pytest

from bcisub.model.errors import BcisubError
from bcisub.replay.limits import Limits, choose


def test_the_usual_limits():
    assert choose({}) == Limits(None, 8_000_000_000, 4096, 10_000_000)


def test_the_command_line_goes_over_the_file():
    file = {"time_seconds": 30, "memory_mb": 500, "report_chars": 10, "log_mb": 0.5}
    assert choose(file) == Limits(30, 500_000_000, 10, 500_000)
    assert choose(file, time_seconds=5.5, memory_mb=None) == Limits(5.5, 500_000_000, 10, 500_000)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"tiem_seconds": 3}, "limits.tiem_seconds is not known"),
        ({"memory_mb": "8"}, "limits.memory_mb must be a number above 0"),
        ({"memory_mb": True}, "limits.memory_mb must be"),
        ({"log_mb": 0}, "limits.log_mb must be"),
        ({"time_seconds": float("nan")}, "limits.time_seconds must be"),
    ],
)
def test_a_wrong_limit_is_an_error_with_its_key(settings, told):
    with pytest.raises(BcisubError) as caught:
        choose(settings)
    assert told in caught.value.what
