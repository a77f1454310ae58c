"""What the public kits of several tracks have in common."""

from __future__ import annotations

from collections.abc import Mapping


def pull_classes(package: str, task: str | None = None) -> Mapping[str, tuple[str, ...]]:
    """The classes of a kit whose algorithm asks for packets; `package` holds them, `task` is the two calls' own."""
    classes = {"packet": (f"{package}.Model.DataModel:DataModel",)}
    return classes if task is None else {**classes, "task": (f"{package}.{task}:{task}",)}
