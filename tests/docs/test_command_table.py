"""The table of commands on the page about the command line names every command, and its examples run."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tools.roots import ROOTS

from parts import long_ones
from sokocli.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| \[?`([\w ]+)`[^|]*\|([^|]+)\|$", re.MULTILINE)
EXAMPLES = {
    name: list(reversed(re.findall(r"`(sokospec [^`]+)`", cell))) for name, cell in ROW.findall(PAGE)
}  # an example may need another one, which stands behind it
RUN = EXAMPLES.keys() - {"serve"}
CODES = {"batch": 1, "crosscheck": 1, "check": 1, "deadlocks": 1, "policy": 1}
"""Exit codes of the examples that are not 0: a level is unsolvable, claims are refuted, a state is dead."""
FAST = {"explain", "reconstruct"}
NEEDS = {"report": "batch"}
"""Examples that read the file which another example writes."""


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    sources = os.pathsep.join([*(str(ROOT / root) for root in ROOTS), str(ROOT)])
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONPATH": sources},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder with the examples of the repository."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def test_each_command_has_a_row_with_an_example() -> None:
    names = main.list_commands(click.Context(main))
    assert sorted(EXAMPLES) == sorted([*names, "generate random", "generate suite"])
    assert all(command[-1].startswith(f"sokospec {name}") for name, command in EXAMPLES.items())


@pytest.mark.parametrize("name", long_ones(sorted(RUN), RUN - FAST))
def test_an_example_of_the_table_ends_as_it_should(name: str, folder: Path) -> None:
    first = EXAMPLES[NEEDS[name]] if name in NEEDS else []
    for command in [*first, *EXAMPLES[name][:-1]]:
        assert run(command, folder).returncode in (0, 1)
    done = run(EXAMPLES[name][-1], folder)
    assert done.returncode == CODES.get(name, 0) and done.stdout, done.stderr


@pytest.mark.long
def test_the_example_of_serve_prints_its_address_and_ends_with_ctrl_c(folder: Path) -> None:
    [command] = EXAMPLES["serve"]
    sources = os.pathsep.join(str(ROOT / root) for root in ROOTS)
    with subprocess.Popen(
        [str(Path(sys.executable).parent / "sokospec"), *command.split()[1:], "--port", "0"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": sources},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert "http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
