"""The dependency rule, who may import whom, and what the folders of the repository hold."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.roots import PACKAGE_IN, ROOTS
from tools.structure import imported

ROOT = Path(__file__).resolve().parents[2]

OURS = frozenset(PACKAGE_IN.values())

MAY_IMPORT = {
    "sokospec": frozenset[str](),
    "sokosolve": frozenset({"sokospec"}),
    "sokoverify": frozenset({"sokosolve", "sokospec"}),
    "sokodead": frozenset({"sokospec"}),
    "sokogen": frozenset({"sokosolve", "sokospec"}),
    "sokoproof": frozenset({"sokogen", "sokosolve", "sokospec"}),
    "sokocheck": frozenset({"sokodead", "sokogen", "sokosolve", "sokospec", "sokoverify"}),
    "sokoview": frozenset({"sokocheck", "sokodead", "sokospec"}),
    "sokogym": frozenset({"sokospec"}),
    "sokocourse": OURS - {"sokocli"},
    "sokocli": OURS,
    "experiments": OURS,
    "tools": OURS,
    "tests": OURS | {"tools"},
}
"""What each part may import of ours besides itself."""

FOR_THE_FAST_CHECKER = frozenset(
    {"sokosolve.kernel", "sokospec.answer", "sokospec.board", "sokospec.errors", "sokospec.limits"}
)
"""What runs kernels, what a level is, the names of objectives, and clocks: all that the fast checker may import."""


def violations(part: str, source: str) -> list[str]:
    """Return the imports of a source that the part it belongs to may not make."""
    allowed = MAY_IMPORT[part] | {part}
    bad = []
    for name in imported(ast.parse(source)):
        if name in OURS | MAY_IMPORT.keys():
            wrong = name not in allowed
        else:
            wrong = part == "sokospec" and name not in sys.stdlib_module_names
        if wrong:
            bad.append(name)
    return bad


def sources(part: str) -> list[Path]:
    """Return the Python files of a part; none while its folder does not exist."""
    folder = next((f"{root}/{package}" for root, package in PACKAGE_IN.items() if package == part), part)
    return sorted((ROOT / folder).rglob("*.py"))


def folders(base: Path) -> Iterator[Path]:
    """Yield a folder and those below it that git would store: hidden ones and caches are no part of the repository."""
    yield base
    for child in sorted(base.iterdir()):
        if child.is_dir() and not child.name.startswith((".", "__pycache__")):
            yield from folders(child)


def is_stub(folder: Path) -> bool:
    """Say whether a folder holds files but not one with content; git does not store a folder without files."""
    files = [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return bool(files) and not any(path.stat().st_size for path in files)


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_a_part_imports_only_what_the_dependency_rule_allows(part: str) -> None:
    found = {str(path.relative_to(ROOT)): violations(part, path.read_text(encoding="utf-8")) for path in sources(part)}
    assert {path: bad for path, bad in found.items() if bad} == {}


def test_the_reference_and_the_tests_are_among_the_files_that_are_checked() -> None:
    assert ROOT / "reference" / "sokospec" / "rules.py" in sources("sokospec")
    assert Path(__file__).resolve() in sources("tests")


@pytest.mark.parametrize(
    ("part", "source", "bad"),
    [
        ("sokospec", "import numpy", ["numpy"]),
        ("sokospec", "def f():\n    import click", ["click"]),
        ("sokospec", "from sokogen.strategies import levels", ["sokogen"]),
        ("sokospec", "if TYPE_CHECKING:\n    from sokosolve import astar", ["sokosolve"]),
        ("sokodead", "import sokosolve.level.level_tables as tables", ["sokosolve"]),
        ("sokosolve", "from sokodead import freeze", ["sokodead"]),
        ("sokogen", "import json, sokocli.main", ["sokocli"]),
        ("sokoproof", "import experiments.growth", ["experiments"]),
        ("sokocli", "import tests.conftest", ["tests"]),
    ],
)
def test_a_planted_violation_is_found(part: str, source: str, bad: list[str]) -> None:
    assert violations(part, source) == bad


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("sokospec", "import os.path, heapq\nfrom __future__ import annotations\nfrom sokospec.board import Board"),
        ("sokospec", "from . import board\nfrom .numpy import nothing"),
        ("sokosolve", "import numpy\nfrom sokospec import Level"),
        ("sokocli", "import click, sokospec, sokosolve, sokodead, sokogen, sokoproof"),
        ("tests", "import sokosolve, sokodead, pytest"),
        ("sokospec", "# import numpy\ntext = 'import numpy'"),
    ],
)
def test_what_the_dependency_rule_allows_is_not_reported(part: str, source: str) -> None:
    assert violations(part, source) == []


def test_solver_and_detectors_are_kept_apart() -> None:
    assert "sokodead" not in MAY_IMPORT["sokosolve"] and "sokosolve" not in MAY_IMPORT["sokodead"]


def modules(source: str) -> set[str]:
    """Return the modules of ours that a source imports, or imports from."""
    nodes = list(ast.walk(ast.parse(source)))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name for name in found if name.partition(".")[0] in OURS}


def test_the_fast_checker_shares_no_code_with_what_it_checks_nor_with_the_reference_checker() -> None:
    used = {name for path in sources("sokoverify") for name in modules(path.read_text(encoding="utf-8"))}
    assert {name for name in used if not name.startswith("sokoverify.")} == FOR_THE_FAST_CHECKER
    assert modules("from sokospec.certificates.grid import Grid\nimport sokospec.rules, ast") == {
        "sokospec.certificates.grid",
        "sokospec.rules",
    }


def test_detectors_have_rules_of_their_own_beside_those_of_the_checker() -> None:
    """A fault in the checker's rules must not hide what a detector does by them."""
    detectors = [path for path in sources("sokodead") if "audit" not in path.parts]
    shared = {
        name.name
        for path in detectors
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "sokospec.certificates.grid"
        for name in node.names
    }
    assert shared == {"bits", "shift"}


def test_no_folder_is_an_empty_stub() -> None:
    tops = [path for path in ROOT.iterdir() if path.name in {*PACKAGE_IN, "experiments", "tests", "docs", "examples"}]
    stubs = [str(folder.relative_to(ROOT)) for top in tops for folder in folders(top) if is_stub(folder)]
    assert stubs == []


def test_a_planted_stub_is_found(tmp_path: Path) -> None:
    package = tmp_path / "sokonew"
    package.mkdir()
    assert not is_stub(package)
    (package / "__init__.py").touch()
    (package / "py.typed").touch()
    assert is_stub(package)
    (package / "rules.py").write_text("LIMIT = 3\n")
    assert not is_stub(package)


def test_every_list_of_source_folders_in_pyproject_is_whole() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    assert set(tools["mypy"]["files"]) >= set(ROOTS)
    assert set(tools["mypy"]["mypy_path"]) >= set(ROOTS)
    packages = {f"{root}/{package}" for root, package in PACKAGE_IN.items()}
    assert packages - set(tools["hatch"]["build"]["targets"]["wheel"]["packages"]) == {"course/sokocourse"}
    listed = {path.parents[1].name for path in ROOT.glob("*/soko*/__init__.py")}
    assert listed == set(ROOTS)


@pytest.mark.parametrize("root", sorted(PACKAGE_IN))
def test_a_source_root_holds_its_one_package_which_is_typed(root: str) -> None:
    held = sorted({path.parent for path in (ROOT / root).glob("*/*.py")})
    if held:
        assert [package.name for package in held] == [PACKAGE_IN[root]]
        assert (held[0] / "__init__.py").is_file() and (held[0] / "py.typed").is_file()


def test_nothing_that_is_installed_needs_a_compiler() -> None:
    knowing = {
        path.relative_to(ROOT).as_posix()
        for part in OURS
        for path in sources(part)
        if "numba" in set(imported(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert not knowing
