"""Commands start at once because they import nothing heavy (times are measured by hand, never asserted)."""

from __future__ import annotations

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
    ["crosscheck", "--help"],
    ["report", "--help"],
    ["serve", "--help"],
    ["--version"],
]


@pytest.mark.parametrize("command", LIGHT_COMMANDS, ids=" ".join)
def test_commands_that_do_not_search_import_nothing_heavy(command: list[str]) -> None:
    script = (
        "import sys\n"
        "from sokocli.main import exit_code\n"
        f"assert exit_code({command!r}) == 0\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=900, check=True
    )
    imported = set(eval(done.stderr.splitlines()[-1]))  # the list that the script itself printed
    assert imported & HEAVY == set()


def test_the_help_imports_no_command() -> None:
    script = (
        "import sys\n"
        "from sokocli.main import exit_code\n"
        "exit_code(['--help'])\n"
        "assert 'sokocli.solve' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=900, check=True)


@pytest.mark.parametrize("command", [["check", "examples/warehouse.xsb"], ["convert", "examples/warehouse.xsb"]])
def test_a_command_without_certificates_imports_neither_pool_nor_programs_nor_checker(
    command: list[str],
) -> None:
    script = (
        "import sys\n"
        "from sokocli.main import exit_code\n"
        f"exit_code({command!r})\n"
        "for name in ('multiprocessing', 'sokocheck.programs.attempt', 'sokospec.certificates.verify'):\n"
        "    assert name not in sys.modules, name\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=900, check=True)


def test_a_level_file_is_read_without_the_reader_of_other_programs_answers() -> None:
    script = (
        "import sys\n"
        "from sokocli.main import exit_code\n"
        "exit_code(['convert', 'examples/warehouse.xsb', '--to', 'xsb'])\n"
        "assert 'sokocheck.claims.solution_texts' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, timeout=900, check=True)
