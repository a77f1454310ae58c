"""Turns whatever the team reports into plain data with its type, without ever failing."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, Dict, Optional, Sequence

_NUMBERS = (int, float, complex, Decimal, Fraction)
_ARRAYS = ("numpy", "torch")
"""Packages whose scalars and arrays of one element compare like a number."""
SHOWN = 80
"""Characters of an answer that are kept for messages."""


class Limit:
    """How long an answer may be; set once, from the job."""

    chars = 4096


def describe(value: Any) -> Dict[str, Any]:
    """`value` (plain data or None), `type` and `text` of an answer; `size` of one that is too long to be looked at.

    Where `value` is None and the answer is a number all the same, `equals` is the integer that `==` finds equal to it.
    """
    answer: Dict[str, Any] = {"value": None, "type": _type_name(value), "text": _text(value)}
    if type(value) in (str, bytes) and len(value) > Limit.chars:
        answer["size"] = len(value)
        return answer
    try:
        answer["value"] = _plain(value)
    except Exception:
        # An object may lie about its class in ways nobody can foresee; then it is no plain data.
        answer["value"] = None
    if answer["value"] is None and value is not None:
        whole = _equals(value)
        if whole is not None:
            answer["equals"] = whole
    return answer


def answer_of(model: Any, fields: Sequence[str]) -> Any:
    """The answer inside a report object: the first of `fields` that is set; the object itself if it has none."""
    found = False
    for field in fields:
        try:
            value = getattr(model, field)
        except Exception:
            continue
        found = True
        if value is not None:
            return value
    return None if found else model


def _type_name(value: Any) -> str:
    kind = type(value)
    try:
        name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    except Exception:
        name = "?"
    return name.encode("utf-8", "backslashreplace").decode("utf-8")[:SHOWN]


def _plain(value: Any) -> Any:
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind is int:
        return value if abs(value) < 2**53 else None
    if kind is float:
        return value if value == value and abs(value) != float("inf") else None
    if kind is str:
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if kind.__module__.split(".")[0] == "numpy" and getattr(value, "shape", None) == ():
        try:
            item = value.item()
        except Exception:
            return None
        return _plain(item) if type(item) in (bool, int, float, str) else None
    return None


def _equals(value: Any) -> Optional[int]:
    """The integer a number or an array of one number equals, as the public scorers compare (SSVEP-6, TURING-6).

    Other classes are never asked: their `==` may say anything.
    """
    try:
        number = value.reshape(1).item() if type(value).__module__.split(".")[0] in _ARRAYS else value
        if not isinstance(number, _NUMBERS) and type(number).__module__ != "numpy":  # a longdouble is its own item
            return None
        whole = int(number.real)
        return whole if abs(whole) < 2**53 and bool(value == whole) else None
    except Exception:
        return None


def _text(value: Any) -> str:
    """A short reading of the answer. Long text and numbers are cut first: repr of a huge one is no option."""
    if type(value) is str:
        text = repr(value[: SHOWN + 1])
    elif type(value) is int and abs(value) >= 2**256:
        text = f"an integer of {value.bit_length()} bits"
    elif type(value) in (list, tuple, dict, set) and len(value) > SHOWN:
        text = f"a {type(value).__name__} of {len(value)} entries"
    else:
        try:
            text = repr(value)
        except BaseException as problem:
            text = f"<repr raised {type(problem).__name__}>"
    text = text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\n", " ")
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
