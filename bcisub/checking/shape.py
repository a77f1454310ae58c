"""What a file of classes does, whatever its words: names, signatures, defaults, base classes and bodies.

Two kits word the same interface differently: other comments and parameter names, another order, `ABC` or a metaclass
or neither, a dataclass or a constructor. None of that changes what a submission meets.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_NOTHING = {"object", "ABC", "Protocol"}
"""Bases that add nothing."""
_UNSET = "unset"
"""The default of what the engine sets: None, False, 0 or empty."""
_TOOLS = ("__future__", "abc", "dataclasses", "enum", "numpy", "typing", "typing_extensions")
"""Modules an interface imports for itself."""


@dataclass
class Class:
    """One class."""

    bases: frozenset[str] = frozenset()
    attributes: dict[str, str] = field(default_factory=dict)
    """Name to default, of the class and of what its constructor sets."""
    methods: dict[str, str] = field(default_factory=dict)

    def adds_to(self, other: Class) -> bool:
        """There is something in this that the other has not, or not so."""
        return (
            not self.bases <= other.bases
            or not self.attributes.items() <= other.attributes.items()
            or not self.methods.items() <= other.methods.items()
        )


@dataclass
class Shape:
    """One file."""

    classes: dict[str, Class] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    """Functions, values and imports that the file offers besides."""

    def adds_to(self, other: Shape) -> bool:
        """There is something in this file that the other has not, or not so."""
        return not self.others <= other.others or any(
            name not in other.classes or one.adds_to(other.classes[name]) for name, one in self.classes.items()
        )


def shape_of(source: bytes, packages: Sequence[str] = ()) -> Shape:
    """The shape of a source; what is imported from the kit's own `packages` is nothing it adds."""
    shape = Shape()
    tools = (*_TOOLS, *packages)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            shape.classes[node.name] = _class(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in shape.classes:
            shape.classes.update(
                (target.id, shape.classes[node.value.id]) for target in node.targets if isinstance(target, ast.Name)
            )
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = {one.name: f"{getattr(node, 'module', None) or one.name}." for one in node.names}
            shape.others |= {
                f"import {name}"
                for name, module in modules.items()
                if not module.startswith(tuple(f"{tool}." for tool in tools))
            }
        elif not _idle(node):
            shape.others.add(ast.dump(node))
    return shape


def _class(node: ast.ClassDef) -> Class:
    made = Class(frozenset(ast.dump(base) for base in node.bases if getattr(base, "id", "") not in _NOTHING))
    for part in node.body:
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef)):
            made.methods.update(_method(part, made.attributes))
        elif isinstance(part, (ast.Assign, ast.AnnAssign)):
            made.attributes.update(_assigned(part, ast.Name))
        elif not _idle(part):
            made.methods[ast.dump(part)] = ""
    return made


def _method(node: ast.FunctionDef | ast.AsyncFunctionDef, attributes: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Name and what the method does; what a constructor only sets goes to the attributes."""
    given = node.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    abstract = any("abstract" in ast.dump(one) for one in node.decorator_list)
    doing: list[str] = []
    for part in () if abstract else node.body:
        plain = _assigned(part, ast.Attribute) if node.name == "__init__" else {}
        if plain:
            attributes.update(plain)
        elif not _idle(part) and "super" not in ast.dump(part):
            doing.append(ast.dump(_Renamed(names).visit(part)))
    if node.name == "__init__" and len(names) == 1 and not doing:
        return
    signature = (type(node).__name__, len(names), [_default(one) for one in (*given.defaults, *given.kw_defaults)])
    decorators = sorted(ast.dump(one) for one in node.decorator_list if "abstract" not in ast.dump(one))
    yield node.name, repr((signature, decorators, doing))


def _assigned(node: ast.stmt, target: type[ast.expr]) -> dict[str, str]:
    """Names that get a plain value, and that value."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return {}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if any(not isinstance(one, target) for one in targets):
        return {}
    if target is ast.Attribute and not isinstance(node.value, (ast.Constant, ast.List, ast.Dict, ast.Tuple)):
        return {}
    return {str(getattr(one, "attr", getattr(one, "id", ""))): _default(node.value) for one in targets}


def _default(node: ast.expr | None) -> str:
    if node is None or (isinstance(node, ast.Constant) and not node.value) or "default_factory" in ast.dump(node):
        return _UNSET
    if isinstance(node, (ast.List, ast.Tuple)):
        return ast.dump(node) if node.elts else _UNSET
    return _UNSET if isinstance(node, ast.Dict) and not node.keys else ast.dump(node)


def _idle(node: ast.stmt) -> bool:
    """A docstring, `...`, `pass` or `raise NotImplementedError`."""
    bare = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return bare or isinstance(node, ast.Pass) or "NotImplementedError" in ast.dump(node)


class _Renamed(ast.NodeTransformer):
    """Parameters by their places: how they are called is nobody's affair."""

    def __init__(self, names: list[str]) -> None:
        self._places = {name: f"#{place}" for place, name in enumerate(names)}

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._places.get(node.id, node.id)
        return node
