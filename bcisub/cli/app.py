"""Wires the commands together; the only place where an error becomes a message and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from bcisub.cli import check, data, doctor, evaluate, new, pack, rules, score, tracks
from bcisub.cli.console import prepare
from bcisub.model.errors import BcisubError
from bcisub.model.version import __version__

app = typer.Typer(
    name="bcisub",
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


app.command("tracks", short_help="List the tracks and what each asks for.")(tracks.command)
app.command("rules", short_help="Show a track's rules and readings.")(rules.command)
app.command("new", short_help="Make a project with a baseline that runs.")(new.command)
app.command("eval", short_help="Replay a data set, score it, explain every verdict.")(evaluate.command)
app.command("score", short_help="Score a recorded run again, under any reading.")(score.command)
app.command("check", short_help="Find what would lose points on the server.")(check.command)
app.command("pack", short_help="Compile, archive and prove the submission.")(pack.command)
app.command("doctor", short_help="Look for what is missing, and say what mends it.")(doctor.command)
app.add_typer(data.app, name="data", short_help="List, look into, check, convert, import and make data sets.")


def main() -> None:
    """Entry point: run the command, render an error meant for the user, exit with its code."""
    prepare()
    try:
        app()
    except BcisubError as problem:
        render(problem)
        sys.exit(problem.exit_code)
    except BrokenPipeError:
        # Whoever read our output has enough (`bcisub rules turing | head`); nothing may be written any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as problem:
        what = f"The system says: {problem.strerror or problem}."
        where = problem.filename or None
        render(BcisubError(what, where=where, hint="Look at the place: is it full, or write-protected?", code="system"))
        sys.exit(BcisubError.exit_code)


def render(problem: BcisubError) -> None:
    """What, where, what to do; not wrapped, so that a path or a command can be copied whole."""
    from rich.text import Text

    from bcisub.cli.console import err

    code = f" ({problem.code})" if problem.code else ""
    err.print(Text.assemble(("error: ", "bold red"), problem.what, code), soft_wrap=True)
    if problem.where:
        err.print(Text.assemble(("where: ", "bold"), problem.where), soft_wrap=True)
    if problem.hint:
        err.print(Text.assemble(("to do: ", "bold"), problem.hint), soft_wrap=True)
