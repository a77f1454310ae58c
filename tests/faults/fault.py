"""One fault of strangers' code, and what bcisub must say to it."""

from __future__ import annotations

from dataclasses import dataclass, field

PULL, COROUTINE, PUSH = ("ssvep-async", "turing"), ("metaverse",), ("emotion",)
ALL = (*PULL, *COROUTINE, *PUSH)
SHORT = ("--time-limit", "3")
"""A run that would hang ends by itself."""


@dataclass(frozen=True)
class Fault:
    """One fault: what the code does, and what the user is told."""

    name: str
    does: str
    code: str
    """Text of the module `fault`, or of the whole main file where `whole` is set."""
    says: str
    """Code of the diagnostic; empty where there is nothing to say."""
    exit: int
    tracks: tuple[str, ...] = ALL
    whole: bool = False
    options: tuple[str, ...] = ()
    sentence: str = ""
    """Part of the sentence on the screen."""
    other: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Code and exit where a track's own rules ask for something else."""

    def expected(self, track: str) -> tuple[str, int]:
        """Code and exit on a track."""
        return self.other.get(track, (self.says, self.exit))


def at_packet(*lines: str, k: int = 3) -> str:
    """Do something with the k-th packet."""
    body = "\n".join(f"        {line}" for line in lines)
    return f"import os, sys, threading, time\n\n\ndef packet(k, data, report):\n    if k == {k}:\n{body}\n"
