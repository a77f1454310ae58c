"""What may stand in an event: the worker's messages on their way in, and the lines of a log that is read back.

The team's code lives in the worker's process and can write to its descriptors. So each message carries a token the
host gave the worker, and is looked at before it is believed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_NUMBER = (int, float)
_PLACE: dict[str, Any] = {"block": (int, type(None)), "p": int, "packet": int}
_SENT: dict[str, dict[str, Any]] = {
    "hello": {},
    "begin": {},
    "next": {},
    "tick": {**_PLACE, "compute_us": list},
    "report": {**_PLACE, "value": object, "type": str, "text": str},
    "note": {"code": str},
    "end": {"how": str},
}
_LOGGED: dict[str, dict[str, Any]] = {
    "hello": {},
    "begin": {},
    "start": {"fs": _NUMBER, "options": dict},
    "block": {"index": int, "packet": int, "packets": int},
    "tick": _SENT["tick"],
    "report": _SENT["report"],
    "note": _SENT["note"],
    "end": _SENT["end"],
}
"""Keys an event must have, and their types, by its kind."""
_OPTIONAL: dict[str, Any] = {
    "clock": _NUMBER,
    "compute": _NUMBER,
    "fed": _NUMBER,
    "size": int,
    "equals": int,
    "message": str,
    "detail": str,
}


def decode(line: bytes, token: bytes) -> dict[str, Any] | None:
    """A message of the worker, a tick's packed computing times made plain; None if the worker did not write it."""
    if not line.startswith(token + b" "):
        return None
    try:
        event = json.loads(line[len(token) + 1 :])
        if "packed_us" in event:
            event["compute_us"] = list(memoryview(bytes.fromhex(event.pop("packed_us"))).cast("I"))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return event if _has(event, _SENT) else None


def is_logged(event: Any) -> bool:
    """Whether a line of a log has what scoring needs."""
    return _has(event, _LOGGED)


def _has(event: Any, kinds: Mapping[str, Mapping[str, Any]]) -> bool:
    kind = event.get("event") if isinstance(event, dict) else None
    needed = kinds.get(kind) if isinstance(kind, str) else None
    if needed is None:
        return False
    return all(key in event and isinstance(event[key], type_) for key, type_ in needed.items()) and all(
        isinstance(event[key], type_) for key, type_ in _OPTIONAL.items() if key in event
    )
