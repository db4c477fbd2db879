"""Digest of the meaning of kernels: their syntax, and that of every definition that they refer to.

It ignores docstrings, comments, layout, and annotations except in entry points, in classes, and in the aliases that
these name. Definitions are followed through imports between packages with kernels. Unlike `ast.dump`, the digest does
not depend on the version of Python.
"""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

_SHARED = frozenset({"sokosolve", "sokospec"})
"""Packages into which imports are followed, besides that of the entry points."""

_DECORATORS = "sokosolve.kernel"
"""Module of the decorators, which compiled kernels do not call."""

_ENTRY = (_DECORATORS, "entry")
_IGNORED_FIELDS = frozenset({"ctx", "kind", "type_comment", "simple"})


class Meaning(NamedTuple):
    """Digest of kernels, and the modules that it covers."""

    digest: str
    modules: tuple[str, ...]


def module_text(module: str) -> str:
    """Return the source of a module; raises `OSError` or `ImportError`."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ImportError(f"no source of {module}")
    return Path(spec.origin).read_text(encoding="utf-8")


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def digest_meaning(entries: Iterable[str], text_of: Callable[[str], str] = module_text) -> Meaning:
    """Return the digest of entry points, named 'package.module.function'.

    Raises `LookupError` for an undefined entry point, and the errors of `text_of`.
    """
    text_of = cache(text_of)
    waiting = [(module, name) for module, _, name in (entry.rpartition(".") for entry in entries)]
    followed = _SHARED | {module.partition(".")[0] for module, _ in waiting}
    for module, name in waiting:
        if name not in _parse_source(text_of(module)).bindings:
            raise LookupError(f"{module} has no kernel {name}")
    definitions: dict[tuple[str, str], str] = {}
    while waiting:
        module, name = waiting.pop()
        if (module, name) in definitions:
            continue
        text = text_of(module)
        scope = _parse_source(text)
        if name in scope.bindings:
            definitions[module, name], names = _dump_name(text, name)
            waiting += ((module, each) for each in names if each in scope.bindings or each in scope.imports)
        elif name in scope.imports:
            source, attribute = scope.imports[name]
            definitions[module, name] = f"import {source} {attribute}"
            waiting += _follow_import(source, attribute, followed, text_of)
    lines = [f"{module} {name} {text}\n" for (module, name), text in sorted(definitions.items())]
    digest = hashlib.sha256("".join(lines).encode()).hexdigest()
    return Meaning(digest, tuple(sorted({module for module, _ in definitions})))


def _follow_import(
    source: str, attribute: str, followed: frozenset[str], text_of: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    if source.partition(".")[0] not in followed or source == _DECORATORS:
        return
    if attribute and not _is_module(f"{source}.{attribute}"):
        yield source, attribute
        return
    module = f"{source}.{attribute}" if attribute else source
    for name in _parse_source(text_of(module)).bindings:
        yield module, name


class _Scope(NamedTuple):
    """Top level of a module: the statements that bind each name, and the imports."""

    bindings: dict[str, list[ast.stmt]]
    imports: dict[str, tuple[str, str]]


@lru_cache(maxsize=4096)
def _dump_name(text: str, name: str) -> tuple[str, frozenset[str]]:
    scope = _parse_source(text)
    dump = Dump({local for local, source in scope.imports.items() if source == _ENTRY})
    return dump.of(scope.bindings[name]), frozenset(dump.names)


@lru_cache(maxsize=256)
def _parse_source(text: str) -> _Scope:
    bindings: defaultdict[str, list[ast.stmt]] = defaultdict(list)
    imports: dict[str, tuple[str, str]] = {}
    for statement in ast.parse(text).body:
        match statement:
            case ast.ImportFrom(module=str(module), names=aliases):
                imports |= {alias.asname or alias.name: (module, alias.name) for alias in aliases}
            case ast.Import(names=aliases):
                for alias in aliases:
                    imports[alias.asname or alias.name.partition(".")[0]] = (alias.name, "")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bindings[name].append(statement)
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Expr(value=ast.Constant()):
                pass
            case _:
                for name in _list_bound_names(statement):
                    bindings[name].append(statement)
    return _Scope(dict(bindings), imports)


def _list_bound_names(statement: ast.stmt) -> set[str]:
    match statement:
        case ast.Assign(targets=targets):
            parts: list[ast.AST] = [*targets]
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            parts = [target]
        case _:
            parts = [statement]
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}


class Dump:
    """Writer of a text that depends only on the meaning; collects names."""

    def __init__(self, entry_decorators: set[str]) -> None:
        """`entry_decorators` are the module's names of the decorator `entry`."""
        self.names: set[str] = set()
        self._entry_decorators = entry_decorators
        self._keeps_annotations = False

    def of(self, value: object) -> str:
        """Return the dump of a node, a list or a field; empty for omitted ones.

        >>> Dump(set()).of(ast.parse("size: int = x[0]  # why").body)
        '[Assign(targets=[size],value=Subscript(slice=0,value=x))]'
        """
        match value:
            case None:
                return ""
            case list():
                return f"[{','.join(filter(None, map(self.of, value)))}]" if value else ""
            case ast.Constant():
                return repr(value.value)
            case ast.Expr(value=ast.Constant()):
                return ""  # a docstring, or `...`
            case ast.AnnAssign():
                return self._assignment(value)
            case ast.FunctionDef():
                return self._function(value)
            case ast.ClassDef():
                return self._fields(value, body="[" + ",".join(map(self._member, value.body)) + "]")
            case ast.arg():
                return self._fields(value, annotation=self.of(value.annotation) if self._keeps_annotations else "")
            case ast.Name():
                self.names.add(value.id)
                return value.id
            case ast.AST():
                return self._fields(value)
        return str(value)

    def _fields(self, node: ast.AST, **texts: str) -> str:
        parts = []
        for name in sorted(node._fields):
            if name not in _IGNORED_FIELDS:
                text = texts[name] if name in texts else self.of(getattr(node, name, None))
                if text:
                    parts.append(f"{name}={text}")
        return f"{type(node).__name__}({','.join(parts)})"

    def _function(self, node: ast.FunctionDef) -> str:
        outer = self._keeps_annotations
        self._keeps_annotations = any(
            isinstance(each, ast.Name) and each.id in self._entry_decorators for each in node.decorator_list
        )
        returns = self.of(node.returns) if self._keeps_annotations else ""
        try:
            return self._fields(node, returns=returns)
        finally:
            self._keeps_annotations = outer

    def _assignment(self, node: ast.AnnAssign) -> str:
        if node.value is None:
            return ""
        return f"Assign(targets=[{self.of(node.target)}],value={self.of(node.value)})"

    def _member(self, node: ast.stmt) -> str:
        return self._fields(node) if isinstance(node, ast.AnnAssign) else self.of(node)
