"""Wires the commands together; the only place where an error becomes a message and an exit code."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated, Any

import typer

from bcisub.cli import data
from bcisub.cli.lazy import lazy
from bcisub.model.errors import BcisubError, BcisubWarning
from bcisub.model.scratch import sweep
from bcisub.model.version import __version__

COMMANDS = {
    "tracks": ("bcisub.cli.tracks", "List the tracks and what each asks for."),
    "rules": ("bcisub.cli.rules", "Show a track's rules and readings."),
    "new": ("bcisub.cli.new", "Make a project with a baseline that runs."),
    "eval": ("bcisub.cli.evaluate", "Replay a data set, score it, explain every verdict."),
    "score": ("bcisub.cli.score", "Score a recorded run again, under any reading."),
    "check": ("bcisub.cli.check", "Find what would lose points on the server."),
    "pack": ("bcisub.cli.pack", "Compile, archive and prove the submission."),
    "clean": ("bcisub.cli.clean", "Show what the caches hold, and free it."),
    "doctor": ("bcisub.cli.doctor", "Look for what is missing, and say what mends it."),
}

app = typer.Typer(
    name="bcisub",
    cls=lazy(COMMANDS),
    help="Build, evaluate and pack submissions for the World Robot Contest's BCI tracks.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its import alone takes longer than everything else of `--help`
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bcisub {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Build, evaluate and pack submissions for the World Robot Contest's BCI tracks."""
    sweep(lambda: sys.stderr.write("Removing what a killed bcisub left behind …\n"))


app.add_typer(data.app, name="data", short_help="List, look into, check, convert, import and make data sets.")


def main() -> None:
    """Entry point: run the command, render an error meant for the user, exit with its code."""
    _accept_every_character()
    _say_warnings()
    try:
        app()
    except BcisubError as problem:
        _show(problem)
        sys.exit(problem.exit_code)
    except BrokenPipeError:
        # Whoever read our output has enough (`bcisub rules TRACK | head`); nothing may be written any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as problem:
        what = f"The system says: {problem.strerror or problem}."
        where = problem.filename or None
        _show(BcisubError(what, where=where, hint="Look at the place: is it full, or write-protected?", code="system"))
        sys.exit(BcisubError.exit_code)


def _accept_every_character() -> None:
    """A console that cannot show a character shows a question mark instead of failing (GBK consoles)."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _say_warnings() -> None:
    """What is meant for the user is one line on standard error, like every other remark; the rest stays Python's."""
    others = warnings.showwarning

    def say(message: Any, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, BcisubWarning):
            sys.stderr.write(f"{message}\n")
        else:
            others(message, category, *place, **more)

    warnings.showwarning = say


def _show(problem: BcisubError) -> None:
    from bcisub.cli.console import render  # with it comes rich, which takes longer to load than `--help` to show

    render(problem)
