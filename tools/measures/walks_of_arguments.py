"""Find how far an argument walks: through how many functions its value is handed on unchanged.

Whoever changes what such a value means has to read all of them. Calls are followed to functions, methods of the same
class and constructors that can be told from names and imports alone; a value that is put into an object ends its walk.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

Place = tuple[str, str]
"""A function, named 'package.module.function' or 'package.module.Class.method', and one of its parameters."""


class Definition(NamedTuple):
    """A function with the module and the class that it stands in; no class for most."""

    module: str
    owner: str
    node: ast.FunctionDef

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters, those by place first, without `self`."""
        arguments = self.node.args
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        names = names[1:] if self.owner and names[:1] in (["self"], ["cls"]) else names
        return names + [argument.arg for argument in arguments.kwonlyargs]


class Calls:
    """Who hands what on to whom, in some modules."""

    def __init__(self, trees: Mapping[str, ast.Module]) -> None:
        """Take the syntax trees of modules, by their names.

        >>> calls = Calls({"a": ast.parse("def f(x): g(x)\\ndef g(y): return h(y)\\ndef h(z): return z")})
        >>> sorted(calls.walk(("a.f", "x")))
        [('a.f', 'x'), ('a.g', 'y'), ('a.h', 'z')]
        """
        self.definitions: dict[str, Definition] = {}
        self._imports: dict[str, dict[str, str]] = {}
        for module, tree in trees.items():
            self._imports[module] = dict(_imports(tree))
            for node in tree.body:
                if isinstance(node, ast.FunctionDef):
                    self.definitions[f"{module}.{node.name}"] = Definition(module, "", node)
                elif isinstance(node, ast.ClassDef):
                    for member in node.body:
                        if isinstance(member, ast.FunctionDef):
                            name = f"{module}.{node.name}.{member.name}"
                            self.definitions[name] = Definition(module, node.name, member)

    def walk(self, start: Place) -> set[Place]:
        """Return the places that the value of a parameter reaches, with the first one."""
        places, waiting = {start}, [start]
        while waiting:
            for place in self._next.get(waiting.pop(), ()):
                if place not in places:
                    places.add(place)
                    waiting.append(place)
        return places

    def next_places(self, place: Place) -> list[Place]:
        """Return the places to which the value of a parameter is handed on at once, without repetition."""
        return list(dict.fromkeys(self._next.get(place, ())))

    def walks(self) -> dict[Place, int]:
        """Return how many places each parameter's value reaches."""
        starts = [(name, each) for name, definition in self.definitions.items() for each in definition.parameters]
        return {start: len(self.walk(start)) for start in starts}

    @cached_property
    def _next(self) -> dict[Place, list[Place]]:
        """Where the value of each parameter is handed on to at once."""
        found: defaultdict[Place, list[Place]] = defaultdict(list)
        for name, definition in self.definitions.items():
            for call in ast.walk(definition.node):
                if isinstance(call, ast.Call) and (target := self._target(definition, call.func)) is not None:
                    for argument, parameter in _handed_on(call, self.definitions[target].parameters):
                        found[name, argument].append((target, parameter))
        return found

    def _target(self, caller: Definition, function: ast.expr) -> str | None:
        """Return the function that is called, where names and imports tell it."""
        imports = self._imports[caller.module]
        match function:
            case ast.Name(id=name):
                candidates = [f"{caller.module}.{name}", imports.get(name, "")]
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                candidates = [f"{caller.module}.{caller.owner}.{name}"]
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                candidates = [f"{imports.get(owner, '')}.{name}"]
            case ast.Call(func=ast.Attribute(value=kernel, attr="of")):
                return self._target(caller, kernel)
            case _:
                return None
        tried = (known for candidate in candidates for known in (candidate, f"{candidate}.__init__"))
        return next((known for known in tried if known in self.definitions), None)


def _handed_on(call: ast.Call, parameters: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names that a call hands on, each with the parameter that receives it."""
    for argument, parameter in zip(call.args, parameters, strict=False):
        if isinstance(argument, ast.Name):
            yield argument.id, parameter
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Name) and keyword.arg in parameters:
            yield keyword.value.id, keyword.arg or ""


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that imports bind, and what each stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
