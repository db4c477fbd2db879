"""The digest of kernels covers what they mean: every change of that, and no change of anything else."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random

import pytest
from tools.kernel_compiler import kernels_of
from tools.kernel_versions import PACKAGES

from sokosolve.kernel import Kernel
from sokosolve.kernel_files import MANIFEST, Manifest, read_manifest
from sokosolve.kernel_meaning import Dump, digest_meaning, module_text

MANIFESTS = {package.name: read_manifest(package) for package in PACKAGES}
MODULES = sorted({(package, module) for package, manifest in MANIFESTS.items() for module in manifest.modules})


def digest_with(manifest: Manifest, module: str, text: str) -> str:
    """Return the digest of a package's kernels if a module had another text."""
    return digest_meaning(manifest.entries, lambda name: text if name == module else cached_text(name)).digest


cached_text = cache(module_text)


def with_other_docstrings(text: str, rng: Random) -> str:
    """Return a source in which each docstring is longer; one is added to functions that have none."""
    lines = text.split("\n")
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.body[0].lineno > node.lineno:
            first = node.body[0]
            indent = " " * first.col_offset
            if ast.get_docstring(node) is not None and isinstance(first, ast.Expr):
                lines[first.lineno - 1 : first.end_lineno] = [f'{indent}"""Text {rng.random()}."""']
            else:
                lines.insert(first.lineno - 1, f'{indent}"""Text {rng.random()}."""')
    return "\n".join([f'"""Module {rng.random()}."""', *lines])


def with_comments(text: str, rng: Random) -> str:
    """Return a source with comments and blank lines between its tokens' lines."""
    ends = [
        token.end[0] for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.NEWLINE
    ]
    lines = text.split("\n")
    for end in reversed(ends):
        lines[end - 1] += f"  # {rng.random()}"
        if rng.random() < 0.5:
            lines.insert(end, "")
    return "\n".join(lines)


def laid_out_anew(text: str, rng: Random) -> str:
    """Return a source without comments and with the layout of `ast.unparse`."""
    return ast.unparse(ast.parse(text))


def with_other_annotations(text: str, rng: Random) -> str:
    """Return a source in which the annotations of functions other than entry points are others."""

    class Change(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            if not any(isinstance(each, ast.Name) and each.id == "entry" for each in node.decorator_list):
                for argument in node.args.args:
                    argument.annotation = ast.Name(f"Other{rng.randrange(9)}")
                node.returns = None
            return node

    return ast.unparse(ast.fix_missing_locations(Change().visit(ast.parse(text))))


def with_definitions_turned_round(text: str, rng: Random) -> str:
    """Return a source with its functions in the opposite order."""
    body = ast.parse(text).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    others = [node for node in body if not isinstance(node, ast.FunctionDef)]
    return ast.unparse(ast.Module([*others, *reversed(functions)], []))


def with_a_function_that_no_kernel_calls(text: str, rng: Random) -> str:
    """Return a source with another function."""
    return text + f"\n\ndef nobody_calls_this() -> float:\n    return {rng.random()}\n"


EQUAL_MEANING: list[Callable[[str, Random], str]] = [
    with_other_docstrings,
    with_comments,
    laid_out_anew,
    with_other_annotations,
    with_definitions_turned_round,
    with_a_function_that_no_kernel_calls,
]


@pytest.mark.parametrize("package", MANIFESTS)
@pytest.mark.parametrize("edit", EQUAL_MEANING)
def test_edits_of_text_change_no_digest(package: str, edit: Callable[[str, Random], str]) -> None:
    manifest, rng = MANIFESTS[package], Random(1)
    texts = {module: edit(cached_text(module), rng) for module in manifest.modules}
    assert texts != {module: cached_text(module) for module in manifest.modules}
    assert (
        digest_meaning(manifest.entries, lambda name: texts.get(name) or cached_text(name)).digest == manifest.meaning
    )


OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitXor, ast.BitXor: ast.BitAnd, ast.FloorDiv: ast.Mod, ast.Mod: ast.FloorDiv,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And, ast.Not: ast.USub, ast.USub: ast.UAdd,
}  # fmt: skip


def changes_of_meaning(tree: ast.AST) -> Iterator[Callable[[], object]]:
    """Yield changes, each to be made once in a tree of its own: of an operator, a constant, or a called name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp | ast.UnaryOp) and type(node.op) in OPERATORS:
            yield partial(setattr, node, "op", OPERATORS[type(node.op)]())
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
            yield partial(node.ops.__setitem__, 0, OPERATORS[type(node.ops[0])]())
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield partial(setattr, node, "value", node.value + 1)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield partial(setattr, node.func, "id", f"{node.func.id}_of_another")


def kernels_in(module: str, package: str) -> dict[str, Kernel[..., object]]:
    return {name: kernel for name, kernel in all_kernels(package).items() if kernel.function.__module__ == module}


@cache
def all_kernels(package: str) -> dict[str, Kernel[..., object]]:
    return kernels_of(next(path for path in PACKAGES if path.name == package))


@cache
def reached(package: str) -> dict[str, Kernel[..., object]]:
    """Return the kernels that entry points call, by name, found as the compiler finds them: in running functions."""
    found: dict[str, Kernel[..., object]] = {}
    waiting = [kernel for kernel in all_kernels(package).values() if kernel.is_entry]
    while waiting:
        kernel = waiting.pop()
        if kernel.name not in found:
            found[kernel.name] = kernel
            names = kernel.function.__code__.co_names
            values = [kernel.function.__globals__.get(name) for name in names]
            waiting += [value for value in values if isinstance(value, Kernel)]
    return found


@pytest.mark.parametrize(("package", "module"), MODULES)
def test_a_change_of_an_operator_a_constant_or_a_called_name_changes_the_digest(package: str, module: str) -> None:
    manifest, text, rng = MANIFESTS[package], cached_text(module), Random(module)
    names = {kernel.function.__name__ for kernel in reached(package).values() if kernel.function.__module__ == module}
    definitions = [
        node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name in names
    ]
    assert {*definitions} == names
    for name in rng.sample(definitions, min(2, len(definitions))):
        tree = ast.parse(text)
        [function] = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name]
        changes = [*changes_of_meaning(ast.Module(function.body, []))]
        if changes:
            rng.choice(changes)()
            assert digest_with(manifest, module, ast.unparse(tree)) != manifest.meaning, ast.unparse(function)


@pytest.mark.parametrize("package", MANIFESTS)
def test_the_digest_covers_each_module_that_a_compiled_function_comes_from(package: str) -> None:
    assert {kernel.function.__module__ for kernel in reached(package).values()} <= {*MANIFESTS[package].modules}


KERNELS = """
from typing import NamedTuple
import numpy as np
from sokosolve.kernel import entry, step
from sokosolve.level.arrays import INT32
LIMIT = 3
TABLE = [0] * LIMIT
TABLE[1] = 5
PAIR, OTHER = 1, 2
class Row(NamedTuple):
    cells: INT32
@step
def grow(row: Row) -> int:
    size: int = len(row.cells)
    return size + TABLE[1] + PAIR
@entry
def first(row: Row) -> int:
    return min(grow(row), LIMIT) + np.int64(0)
def driver() -> int:
    return first(Row(np.zeros(3)))
"""
OF_KERNELS = digest_meaning(["kernels.first"], lambda name: KERNELS if name == "kernels" else module_text(name))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("LIMIT = 3", "LIMIT = 3.0"),
        ("TABLE[1] = 5", "TABLE[1] = 6"),
        ("PAIR, OTHER = 1, 2", "PAIR, OTHER = 2, 2"),
        ("    cells: INT32", "    cells: INT32\n    more: INT32"),
        ("arrays import INT32", "arrays import INT64 as INT32"),
        ("import numpy as np", "import math as np"),
        ("(row: Row) -> int:\n    return min", "(row: INT32) -> int:\n    return min"),
        ("@step", "@kernel"),
        ("entry, step", "entry, kernel as step"),
        ("+ PAIR", "+ PAIR + 0"),
        ("def grow(row: Row)", "def grow(row: Row, more: int = 3)"),
    ],
)
def test_what_a_kernel_refers_to_is_a_part_of_its_meaning(old: str, new: str) -> None:
    changed = KERNELS.replace(old, new)
    assert changed != KERNELS
    assert (
        digest_meaning(["kernels.first"], lambda name: changed if name == "kernels" else module_text(name))
        != OF_KERNELS
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("size: int = len", "size = len"),
        ("grow(row: Row) -> int", "grow(row)"),
        ("zeros(3)", "zeros(4)"),
        ("LIMIT = 3", "LIMIT = 0x3"),
        ("LIMIT = 3", "LIMIT: int = 3\n'''The most.'''"),
        ("def driver", "def another_driver"),
    ],
)
def test_what_no_kernel_refers_to_is_not(old: str, new: str) -> None:
    changed = KERNELS.replace(old, new)
    assert changed != KERNELS
    assert (
        digest_meaning(["kernels.first"], lambda name: changed if name == "kernels" else module_text(name))
        == OF_KERNELS
    )


def test_a_kernel_that_is_not_defined_is_an_error() -> None:
    with pytest.raises(LookupError, match="kernels has no kernel second"):
        digest_meaning(["kernels.second"], lambda name: KERNELS)


def test_fields_that_another_version_of_python_adds_or_lacks_change_nothing() -> None:
    """The dump leaves out what is empty, such as the parameters of types that functions have from Python 3.12 on."""
    [function] = ast.parse("@step\ndef f(a: int, *, b=1) -> int:\n    return a").body
    before = Dump(set()).of(function)
    assert before == (
        "FunctionDef(args=arguments(args=[arg(arg=a)],kw_defaults=[1],kwonlyargs=[arg(arg=b)]),"
        "body=[Return(value=a)],decorator_list=[step],name=f)"
    )
    type(function)._fields += ("an_empty_list", "none")
    try:
        vars(function).update(an_empty_list=[], none=None)
        assert Dump(set()).of(function) == before
    finally:
        type(function)._fields = type(function)._fields[:-2]


def test_constants_of_different_types_are_different() -> None:
    texts = ["1", "1.0", "True", "'1'", "b'1'", "1j", "None", "-1", "x"]
    assert len({Dump(set()).of(ast.parse(f"y = {text}").body) for text in texts}) == len(texts)


def test_the_manifest_is_text_that_a_person_can_read() -> None:
    for package in PACKAGES:
        text = (package / MANIFEST).read_text(encoding="utf-8")
        assert json.loads(text)["entries"] and max(map(len, text.splitlines())) < 120
        assert re.fullmatch(r"[0-9a-f]{64}", json.loads(text)["meaning"])
