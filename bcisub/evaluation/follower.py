"""Whoever follows an evaluation: told how it goes on, never asked."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from bcisub.model.serving import Figures
from bcisub.replay.session import Watch


class Follower:
    """Takes what an evaluation has to say while it goes on. This one is silent; a screen overrides what it shows."""

    echo: Callable[[str], None] | None = None
    """Takes what the algorithm prints, as it prints it."""

    def note(self, text: str) -> None:
        """A remark, or the next step of slow work."""

    def warn(self, text: str) -> None:
        """A remark that the user should not miss."""

    def step(self, text: str) -> None:
        """The next step of work that takes its time without a measure."""

    def share(self, what: str) -> AbstractContextManager[Callable[[float], None] | None]:
        """Work that tells its share done, 0 to 1."""
        return nullcontext()

    def run(self, blocks: int, running: Figures) -> AbstractContextManager[Watch | None]:
        """The run itself: takes its events; `running` makes figures of them."""
        return nullcontext()


SILENT = Follower()
