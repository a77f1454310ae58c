"""Progress of a replay: blocks, packets a second, and a few running figures, on standard error."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bcisub.cli.console import err

Running = Callable[[], str]


@contextlib.contextmanager
def replay_bar(blocks: int, running: Running) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Shows a bar and gives the function that takes the run's events; quiet where there is no terminal."""
    bar = Progress(
        TextColumn("replay {task.description}"),
        BarColumn(),
        TextColumn("{task.fields[blocks]}  {task.fields[rate]}  {task.fields[figures]}"),
        TimeElapsedColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=None, blocks=f"block 0/{blocks}", rate="", figures="")
        state = {"packets": 0, "block": 0, "samples": 1, "answers": 0}

        def watch(event: dict[str, Any]) -> None:
            if event["event"] == "block":
                state["block"] += 1
                state["samples"] = max(event["samples"], 1)
                bar.update(
                    task,
                    description=f"{event['subject']}/{event['block']}",
                    total=event["samples"],
                    completed=0,
                    blocks=f"block {state['block']}/{blocks}",
                    figures=running(),
                )
            elif event["event"] == "tick":
                state["packets"] += len(event["compute_us"])
                elapsed = bar.tasks[0].elapsed or 1.0
                rate = f"{state['packets'] / max(elapsed, 0.1):,.0f} packets/s"
                bar.update(task, completed=event["p"], rate=rate, figures=running())
            elif event["event"] == "report" and state["packets"] == 0:
                # Nothing is streamed: an answer is the step.
                state["answers"] += 1
                elapsed = bar.tasks[0].elapsed or 1.0
                bar.update(task, completed=event["p"], rate=f"{state['answers'] / max(elapsed, 0.1):,.0f} frames/s")

        yield watch


@contextlib.contextmanager
def share_bar(what: str) -> Iterator[Callable[[float], None]]:
    """A bar for work that reports its share done, 0 to 1."""
    bar = Progress(
        TextColumn(what), BarColumn(), TimeElapsedColumn(), console=err, transient=True, disable=not err.is_terminal
    )
    with bar:
        task = bar.add_task("", total=1.0)
        yield lambda share: bar.update(task, completed=share)
