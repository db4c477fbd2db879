"""Measure the structure of the code, and say where it breaks the rules that CONTRIBUTING states.

`python -m tools.structure` prints one line a rule, and under it every place that breaks it. Exit code 1 says that
there is one. The last lines count the code and the public names that users install.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path

import click
import networkx
from tools.measures.look_alikes import look_alikes
from tools.measures.walks_of_arguments import Calls
from tools.roots import IN_WHEEL, PACKAGES, ROOT
from tools.trusted_base import code_lines, counts

OTHERS = ("experiments", "tests", "tools", "docs")

MOST_FUNCTION_LINES = 60
MOST_KERNEL_LINES = 80
MOST_PARAMETERS = 8
MOST_MODULES = 20
MOST_LOOK_ALIKES = 7
MOST_TRUSTED_LINES = 1550
MOST_PLACES = 40

ONE_FILE_A_THING = {
    "detectors/sokodead": "a deadlock",
    "cli/sokocli": "a command",
    "reference/sokospec/formats": "a file format",
}
"""Folders that may hold more modules than others, since each is one of a kind."""

FOR_EXPERIMENTS = {"solver/sokosolve/certify/area_bounds.py"}
"""Modules that only experiments use, with kernels that are compiled with those of the engine."""

LAZY = {("sokospec.board", "sokospec.formats"), ("sokospec.board", "sokospec.formats.xsb")}
"""Imports inside functions, on purpose: a level is read and drawn by the formats, which make levels."""


@dataclass(frozen=True)
class Source:
    """A Python file: its path from the root, its module's name, its text."""

    path: Path
    module: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    @property
    def name(self) -> str:
        """Its path from the root, as texts show it."""
        return self.path.relative_to(ROOT).as_posix()


def installed_sources(root: Path = ROOT) -> list[Source]:
    """Return the Python files of a checkout that are installed, under their modules' names."""
    found = []
    for package, folder in PACKAGES.items():
        home = root / folder.relative_to(ROOT)
        for path in sorted(home.rglob("*.py")):
            module = ".".join((package, *path.relative_to(home).with_suffix("").parts)).removesuffix(".__init__")
            found.append(Source(path, module, path.read_text(encoding="utf-8")))
    return found


def sources() -> list[Source]:
    """Return all Python files of the repository, the installed ones under their modules' names."""
    found = installed_sources()
    for other in OTHERS:
        for path in sorted((ROOT / other).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found.append(Source(path, module, path.read_text(encoding="utf-8")))
    return found


def imported(tree: ast.Module) -> Iterator[str]:
    """Yield the top-level name of every import, wherever it stands; relative imports stay inside their package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield node.module.partition(".")[0]


def imports(source: Source, modules: Mapping[str, Source]) -> Iterator[str]:
    """Yield the modules of ours that a source imports, wherever the import stands."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            while name and name not in modules:
                name = name.rpartition(".")[0]
            if name and name != source.module:
                yield name


def circles(found: Sequence[Source]) -> list[str]:
    """Return the circles among the imports of installed modules, each as one line."""
    modules = {source.module: source for source in found if source.module.partition(".")[0] in PACKAGES}
    graph = networkx.DiGraph()
    for source in modules.values():
        graph.add_edges_from(
            (source.module, name) for name in imports(source, modules) if (source.module, name) not in LAZY
        )
    return [" <-> ".join(sorted(part)) for part in networkx.strongly_connected_components(graph) if len(part) > 1]


def folder_circles(found: Sequence[Source]) -> list[str]:
    """Return the circles between what a folder holds, each as one line: its own modules, and the folders in it."""
    modules = {source.module: source for source in found if source.module.partition(".")[0] in PACKAGES}
    graphs: dict[str, networkx.DiGraph] = defaultdict(networkx.DiGraph)
    for source in modules.values():
        for name in imports(source, modules):
            here, there = source.module.split("."), name.split(".")
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(here, there, strict=False)))
            if shared and (source.module, name) not in LAZY:
                ends = ((*here, "__init__")[shared], (*there, "__init__")[shared])
                graphs[".".join(here[:shared])].add_edge(*ends)
    return [
        f"{folder}: {' <-> '.join(sorted(part))}"
        for folder, graph in sorted(graphs.items())
        for part in networkx.strongly_connected_components(graph)
        if len(part) > 1
    ]


def calls_between(found: Sequence[Source]) -> Calls:
    """Return the calls between the installed modules among some sources."""
    return Calls({source.module: source.tree for source in found if source.module.partition(".")[0] in PACKAGES})


def long_walks(found: Sequence[Source]) -> list[str]:
    """Return the arguments that are handed on unchanged to too many places, the longest walk first."""
    walks = sorted(calls_between(found).walks().items(), key=lambda item: (-item[1], item[0]))
    return [f"{name}: {parameter}, {count} places" for (name, parameter), count in walks if count > MOST_PLACES]


def functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a source, nested ones too."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def decorators(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the decorators of a function as text."""
    return " ".join(ast.unparse(decorator) for decorator in function.decorator_list)


def is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Say whether a function is compiled."""
    return bool({"kernel", "entry"} & {*decorators(function).split()}) or "njit" in decorators(function)


def is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Say whether click calls a function, with one parameter for each option."""
    return "click." in decorators(function)


def length(source: Source, function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of code of a function from its name on, without comments and docstring."""
    lines = source.text.splitlines()[function.lineno - 1 : function.end_lineno]
    indent = len(lines[0]) - len(lines[0].lstrip())
    return code_lines("\n".join(line[indent:] if line[:indent].isspace() or not indent else line for line in lines))


def too_long(found: Sequence[Source], kernels: bool, most: int) -> list[str]:
    """Return the functions with more lines of code than `most`, the longest first."""
    long = [
        (length(source, function), source.name, function.name)
        for source in found
        for function in functions(source)
        if is_kernel(function) == kernels and (function.end_lineno or 0) - function.lineno >= most
    ]
    return [f"{name}: {what}, {lines} lines" for lines, name, what in sorted(long, reverse=True) if lines > most]


def too_many_parameters(found: Sequence[Source]) -> list[str]:
    """Return the functions with too many parameters, click's commands left out."""
    places = []
    for source in found:
        for function in functions(source):
            given = function.args
            count = len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs)
            count -= bool(given.args) and given.args[0].arg in ("self", "cls")
            if count > MOST_PARAMETERS and not is_command(function):
                places.append((count, f"{source.name}: {function.name}, {count} parameters"))
    return [place for _, place in sorted(places, reverse=True)]


def full_folders(found: Sequence[Source]) -> list[str]:
    """Return the folders with too many modules."""
    modules: dict[str, int] = defaultdict(int)
    for source in found:
        modules[source.path.parent.relative_to(ROOT).as_posix()] += 1
    return [
        f"{folder}: {count} modules"
        for folder, count in sorted(modules.items(), key=lambda item: -item[1])
        if count > MOST_MODULES and folder not in ONE_FILE_A_THING
    ]


def foreign_imports(found: Sequence[Source]) -> list[str]:
    """Return the imports of the reference that are neither its own nor of the standard library."""
    known = {"sokospec", *sys.stdlib_module_names}
    return [
        f"{source.name}: {top}"
        for source in found
        if source.module.partition(".")[0] == "sokospec"
        for top in imported(source.tree)
        if top not in known
    ]


def unused_modules(found: Sequence[Source]) -> list[str]:
    """Return the installed modules that no installed module imports, and that are no entrance for users."""
    installed = {source.module: source for source in found if source.module.partition(".")[0] in PACKAGES}
    used = {name for source in installed.values() for name in imports(source, installed)}
    by_name = ("pyproject.toml", "reference/sokospec/__init__.pyi", "reference/sokospec/formats/all_formats.py")
    pages = [*(ROOT / name for name in by_name), *sorted((ROOT / "docs").rglob("*.md"))]
    entrances = "".join(path.read_text(encoding="utf-8") for path in pages)
    return [
        source.name
        for module, source in sorted(installed.items())
        if module not in used
        and source.name not in FOR_EXPERIMENTS
        and not source.path.name.startswith(("__", "lesson_", "launcher"))  # found by number, and run as a file
        and not (module.startswith("sokocli.") and module.count(".") == 1 and "command" in source.text)
        and f'"{module}' not in entrances
        and f"import {module}" not in entrances
        and f"from {module}" not in entrances
    ]


def public_names(source: Source) -> set[str]:
    """Return the names without a leading underscore that a module defines: functions, classes, constants."""
    names: set[str] = set()
    for node in source.tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_")}


def alike(found: Sequence[Source]) -> list[str]:
    """Return the pairs of places of installed modules that look alike."""
    texts = {source.name: source.text for source in found if source.module.partition(".")[0] in PACKAGES}
    return [f"{one}:{first} {other}:{second}, {n} lines" for one, first, other, second, n in look_alikes(texts)]


@dataclass(frozen=True)
class Rule:
    """A rule about the structure: what it allows, and what breaks it."""

    text: str
    broken: Callable[[Sequence[Source]], Sequence[str]]
    most: int = 0


RULES = (
    Rule("import circles", circles),
    Rule("circles of folders", folder_circles),
    Rule(f"arguments that walk unchanged through more than {MOST_PLACES} places", long_walks),
    Rule(
        f"functions of more than {MOST_FUNCTION_LINES} lines of code that are no kernels",
        lambda found: too_long(found, False, MOST_FUNCTION_LINES),
    ),
    Rule(
        f"kernels of more than {MOST_KERNEL_LINES} lines of code",
        lambda found: too_long(found, True, MOST_KERNEL_LINES),
    ),
    Rule(f"functions of more than {MOST_PARAMETERS} parameters, commands left out", too_many_parameters),
    Rule(f"folders of more than {MOST_MODULES} modules", full_folders),
    Rule("imports of the reference from outside the standard library", foreign_imports),
    Rule(
        f"lines of code of the trusted base above {MOST_TRUSTED_LINES}",
        lambda found: [f"{sum(counts().values())} lines"] * (sum(counts().values()) > MOST_TRUSTED_LINES),
    ),
    Rule("pairs of places that look alike for six lines or more", alike, MOST_LOOK_ALIKES),
    Rule("installed modules that only tests or tools use", unused_modules),
)


def main() -> int:
    """Print each rule with the places that break it, and return 1 if there are more than it allows."""
    found = sources()
    wrong = False
    for rule in RULES:
        broken = rule.broken(found)
        wrong |= len(broken) > rule.most
        click.echo(f"{len(broken)} {rule.text}" + (f" (at most {rule.most})" if rule.most else ""))
        for place in broken:
            click.echo(f"    {place}")
    wheel = [source for source in found if source.module.partition(".")[0] in IN_WHEEL]
    click.echo(f"{sum(code_lines(source.text) for source in wheel):,} lines of code in the wheel")
    click.echo(f"{sum(len(public_names(source)) for source in wheel):,} public names of its modules")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
