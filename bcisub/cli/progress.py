"""Progress of long work on standard error; quiet where there is no terminal."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bcisub.cli.console import err
from bcisub.evaluation.follower import Follower
from bcisub.model.serving import Figures
from bcisub.replay.session import Watch


@contextlib.contextmanager
def replay_bar(blocks: int, running: Figures) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A bar for each block with packets a second and the running figures; gives the function that takes events."""
    if not err.is_terminal:
        yield lambda event: None
        return
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[rate]}  {task.fields[figures]}"),
        TimeElapsedColumn(),
        console=err,
        transient=True,
    )
    with bar:
        task = bar.add_task("starting", total=None, rate="", figures="")
        packets, answers, number = 0, 0, 0
        began = time.monotonic()

        def watch(event: dict[str, Any]) -> None:
            nonlocal packets, answers, number, began
            running.take(event)
            if event["event"] == "block":
                number += 1
                began = time.monotonic() if number == 1 else began
                place = f"block {number}/{blocks} {event['subject']}/{event['block']}"
                bar.update(task, description=place, total=max(event["samples"], 1), completed=0)
            elif event["event"] == "tick":
                packets += len(event["compute_us"])
                rate = packets / max(time.monotonic() - began, 0.1)
                bar.update(task, completed=event["p"], rate=f"{rate:,.0f} packets/s")
            elif event["event"] == "report" and not packets:
                # Nothing is streamed: an answer is the step.
                answers += 1
                rate = answers / max(time.monotonic() - began, 0.1)
                bar.update(task, completed=event["p"], rate=f"{rate:,.0f} frames/s")
            bar.update(task, figures=running.figures())

        yield watch


@contextlib.contextmanager
def share_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A bar for work that reports its share done, 0 to 1; it appears with the first report."""
    bar = Progress(
        TextColumn(what), BarColumn(), TimeElapsedColumn(), console=err, transient=True, disable=not err.is_terminal
    )
    task = bar.add_task("", total=1.0)

    def progress(share: float) -> None:
        bar.start()
        bar.update(task, completed=share)

    try:
        yield progress
    finally:
        bar.stop()


class Steps:
    """Tells each step of slow work; on a terminal a clock runs beside it."""

    def __init__(self) -> None:
        columns = (SpinnerColumn(), TimeElapsedColumn())
        self._clock = Progress(*columns, console=err, transient=True, disable=not err.is_terminal)
        self._clock.add_task("", total=None)

    def __call__(self, text: str) -> None:
        """Tell the next step."""
        err.print(text, markup=False, style="dim", soft_wrap=True)
        self._clock.start()

    def stop(self) -> None:
        """Take the clock away until the next step: a terminal shows one moving thing at a time."""
        self._clock.stop()


@contextlib.contextmanager
def steps() -> Iterator[Steps]:
    """Steps whose clock is gone afterwards."""
    step = Steps()
    try:
        yield step
    finally:
        step.stop()


class ScreenFollower(Follower):
    """Shows on standard error how an evaluation goes on."""

    def __init__(self, step: Steps, *, verbose: bool = False) -> None:
        self._step = step
        if verbose:
            self.echo = partial(err.print, end="", markup=False, soft_wrap=True)

    def note(self, text: str) -> None:
        """A remark, dim."""
        err.print(text, markup=False, style="dim", soft_wrap=True)

    def warn(self, text: str) -> None:
        """A remark that stands out."""
        err.print(text, markup=False, style="yellow", soft_wrap=True)

    def step(self, text: str) -> None:
        """The next step, with a clock."""
        self._step(text)

    def share(self, what: str) -> AbstractContextManager[Callable[[float], None]]:
        """A bar of the share done."""
        return share_bar(what)

    def run(self, blocks: int, running: Figures) -> AbstractContextManager[Watch]:
        """The bar of the run, in the place of the clock."""
        self._step.stop()
        return replay_bar(blocks, running)
