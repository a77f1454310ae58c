"""A group of commands that imports a command's module only when that command is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from bcisub.model.errors import StoppedError

Commands = Mapping[str, tuple[str, str]]
"""Name of each command → its module, whose function `command` it is, and its line in the group's help."""


def lazy(commands: Commands) -> type[TyperGroup]:
    """The class of a group of these commands, for `typer.Typer(cls=…)`."""

    class Lazy(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            # Enough for the group's help, for completion and for what a mistyped name is compared with.
            listed = {name: TyperCommand(name, short_help=line) for name, (_, line) in commands.items()}
            self.commands = {**listed, **self.commands}

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
            name, command, rest = super().resolve_command(ctx, args)
            if name is not None and name in commands:
                command = _load(name, commands[name][0])
            return name, command, rest

        def invoke(self, ctx: Any) -> Any:
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt:
                raise StoppedError("You stopped it.") from None

    return Lazy


def _load(name: str, module: str) -> Any:
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(import_module(module).command)
    return typer.main.get_command(alone)
