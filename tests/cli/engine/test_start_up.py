"""Commands start at once because they import nothing heavy (times are measured by hand, never asserted)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HEAVY = {
    "rich",
    "numpy",
    "numba",
    "scipy",
    "sympy",
    "z3",
    "matplotlib",
    "PIL",
    "dask",
    "networkx",
    "hypothesis",
    "asyncio",
}
LIGHT_COMMANDS = [
    ["check", "--help"],
    ["check", "examples/warehouse.xsb"],
    ["improve", "--help"],
    ["convert", "examples/warehouse.xsb", "--to", "xsb"],
    ["convert", "examples/warehouse.xsb", "--to", "pddl"],
    ["convert", "examples/pushes_or_moves.plan", "--to", "lurd", "--of", "examples/warehouse.xsb", "--level", "2"],
    ["render", "examples/warehouse.xsb", "--level", "1", "--to", "svg"],
    ["render", "examples/warehouse.xsb", "--mark", "dead"],
    ["render", "examples/warehouse.xsb", "--to", "html"],
    ["normalize", "examples/warehouse.xsb"],
    ["reconstruct", "rR"],
    ["deadlocks", "examples/warehouse.xsb", "--level", "1"],
    ["batch", "--help"],
    ["policy", "--help"],
    ["dataset", "--help"],
    ["crosscheck", "--help"],
    ["report", "--help"],
    ["serve", "--help"],
    ["--version"],
]


SCRIPT = """
import json, sys
from sokocli.main import exit_code
code = exit_code(sys.argv[1:])
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def run(command: list[str]) -> tuple[int, set[str]]:
    """Return the exit code of a command in a new process, and the modules that it imports."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *command], cwd=ROOT, capture_output=True, text=True, timeout=900, check=True
    )
    code, modules = json.loads(done.stderr.splitlines()[-1])
    return code, set(modules)


@pytest.mark.parametrize("command", LIGHT_COMMANDS, ids=" ".join)
def test_commands_that_do_not_search_import_nothing_heavy(command: list[str]) -> None:
    code, modules = run(command)
    assert code == 0
    assert {name.partition(".")[0] for name in modules} & HEAVY == set()


def test_the_help_imports_no_command() -> None:
    assert "sokocli.solve" not in run(["--help"])[1]


@pytest.mark.parametrize("command", [["check", "examples/warehouse.xsb"], ["convert", "examples/warehouse.xsb"]])
def test_a_command_without_certificates_imports_neither_pool_nor_programs_nor_checker(
    command: list[str],
) -> None:
    heavy = {"multiprocessing", "sokocheck.programs.attempt", "sokospec.certificates.verify"}
    assert run(command)[1] & heavy == set()


def test_a_level_file_is_read_without_the_readers_of_answers_and_of_other_formats() -> None:
    _, modules = run(["convert", "examples/warehouse.xsb", "--to", "xsb"])
    assert "sokocheck.claims.solution_texts" not in modules
    assert modules & {f"sokospec.formats.{name}" for name in ("mf8", "slc", "url")} == set()
