"""`bcisub clean`: what the cache holds, and its space back."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from bcisub.cli.choices import json_option
from bcisub.cli.console import out, write_json
from bcisub.cli.data_options import plain_table
from bcisub.model.errors import BcisubError
from bcisub.targets.spare import KINDS, Spare, find

SCHEMA = "bcisub.clean/1"


def command(
    kinds: Annotated[
        list[str] | None, typer.Argument(metavar="[sets|environments|leftovers]…", help="What to free; all of it.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json_file: Annotated[str | None, json_option(SCHEMA)] = None,
) -> None:
    """Show what of the cache and of temporary leftovers can be freed, each with its size, and free it after asking."""
    for kind in kinds or ():
        if kind not in KINDS:
            raise BcisubError(f"{kind!r} is nothing to be freed.", hint=f"There are: {', '.join(KINDS)}.")
    found = find(kinds or KINDS)
    total = sum(one.size for one in found)
    if json_file != "-":
        _show(found, total)
    agreed = yes or (bool(found) and json_file != "-" and sys.stdin.isatty() and typer.confirm("Free it?"))
    freed = {one.place for one in found if agreed and one.free()}
    if json_file is not None:
        write_json(
            {
                "schema": SCHEMA,
                "freed": sum(one.size for one in found if one.place in freed),
                "items": [
                    {
                        "kind": one.kind,
                        "name": one.name,
                        "path": str(one.place),
                        "bytes": one.size,
                        "removed": one.place in freed,
                    }
                    for one in found
                ],
            },
            json_file,
        )
    if json_file != "-" and found:
        _tell(found, [one for one in found if one.place in freed], agreed)


def _show(found: list[Spare], total: int) -> None:
    if not found:
        out.print("There is nothing to free.")
        return
    table = plain_table("kind", "what", "size")
    for one in found:
        table.add_row(one.kind, one.name, _megabytes(one.size))
    table.add_row("", "in all", _megabytes(total))
    out.print(table, markup=False)
    out.print("All of it is made again when it is needed.")


def _tell(found: list[Spare], freed: list[Spare], agreed: bool) -> None:
    if not agreed:
        out.print("Nothing was removed. Without asking: bcisub clean --yes")
        return
    out.print(f"Freed {_megabytes(sum(one.size for one in freed))}.")
    for one in found:
        if one not in freed:
            out.print(f"Left, somebody uses it: {one.name} ({one.place})", markup=False, soft_wrap=True)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
