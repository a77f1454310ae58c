"""Classes of ours that are the submission's as well.

Every engine hands out instances of the kit's own classes (SSVEP-5, TURING-5, META-6), so that
`isinstance(packet, DataModel)` holds in the team's code. The job names those classes; which file they come from,
the submission's own or a provided one, is what an import decides.
"""

import importlib
import types
from typing import Any, Dict, List, Tuple


def joined(ours: Any, job: Dict[str, Any], role: str) -> Any:
    """`ours` as a subclass of the classes the job names for a role as well; `ours` itself where there are none.

    What is made and set is ours alone, so an instance costs what one of `ours` costs: the others' constructors do
    not run, and what those would have set besides is found on the class.
    """
    others = _theirs(job, role)
    if not others:
        return ours
    first = others[0]
    body = {
        "__slots__": (),
        **_preset(ours, others),
        **{name: getattr(ours, name) for name in ("__new__", "__init__", "__setattr__", "__getattribute__")},
        **{name: getattr(first, name) for name in ("__module__", "__qualname__", "__doc__")},
        "__reduce_ex__": _as(first, getattr(ours, "FIELDS", ())),
    }
    try:
        kind: Any = types.new_class(first.__name__, (ours, *others), exec_body=lambda space: space.update(body))
        kind.__abstractmethods__ = frozenset()
    except TypeError:
        return ours  # e.g. a class whose instances are laid out in a way of their own
    return kind


def _theirs(job: Dict[str, Any], role: str) -> List[Any]:
    """The classes the job names for a role, as far as the submission has them."""
    found: List[Any] = []
    for place in job.get("classes", {}).get(role, ()):
        module, _, name = place.partition(":")
        try:
            kind = getattr(importlib.import_module(module), name, None)
        except Exception:
            continue  # a file the team has left out or broken: where its own code imports it, it hears of it
        if isinstance(kind, type) and not any(issubclass(one, kind) for one in found):
            found.append(kind)
    return found


def _preset(ours: Any, others: List[Any]) -> Dict[str, Any]:
    """What the constructors of the others set and `ours` has no word for."""
    preset: Dict[str, Any] = {}
    for other in others:
        try:
            made = dict(vars(other()))
        except Exception:
            continue  # it needs arguments, or is abstract
        preset.update((name, value) for name, value in made.items() if not hasattr(ours, name))
    return preset


def _as(other: Any, fields: Tuple[str, ...]) -> Any:
    """How an instance is copied and pickled: as one of the submission's own class, which other processes have too."""

    def reduce(self: Any, protocol: Any) -> Tuple[Any, ...]:
        return object.__new__, (other,), {**{name: getattr(self, name) for name in fields}, **vars(self)}

    return reduce
