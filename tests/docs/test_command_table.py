"""The table of commands on the page about the command line names every command, and its examples run."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from docs.example_shell import ROOT, environment, link_examples, run_shell
from parts import long_ones
from sokocli.main import main

PAGE = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| \[?`([\w ]+)`[^|]*\|([^|]+)\|$", re.MULTILINE)


def examples() -> dict[str, list[str]]:
    """Return the commands of each row of the table by its name, a second row of one name with a number.

    A command may need another one, which stands behind it on the page and comes first here.
    """
    rows: dict[str, list[str]] = {}
    for name, cell in ROW.findall(PAGE):
        rows[f"{name} 2" if name in rows else name] = list(reversed(re.findall(r"`(sokospec [^`]+)`", cell)))
    return rows


EXAMPLES = examples()
RUN = EXAMPLES.keys() - {"serve"}
CODES = {"batch": 1, "crosscheck": 1, "check": 1, "deadlocks": 1, "policy": 1, "dataset": 1}
"""Exit codes of the examples that are not 0: a level is unsolvable, claims are refuted, a state is dead."""
FAST = {"explain", "reconstruct"}
NEEDS = {"report": "batch"}
"""Examples that read the file which another example writes."""


def test_each_command_has_a_row_with_an_example() -> None:
    names = main.list_commands(click.Context(main))
    assert sorted(EXAMPLES) == sorted([*names, "audit 2", "generate random", "generate suite"])
    assert all(command[-1].startswith(f"sokospec {name.removesuffix(' 2')}") for name, command in EXAMPLES.items())


@pytest.mark.parametrize("name", long_ones(sorted(RUN), RUN - FAST))
def test_an_example_of_the_table_ends_as_it_should(name: str, tmp_path: Path) -> None:
    folder = link_examples(tmp_path)
    first = EXAMPLES[NEEDS[name]] if name in NEEDS else []
    for command in [*first, *EXAMPLES[name][:-1]]:
        assert run_shell(command, folder).returncode in (0, 1)
    done = run_shell(EXAMPLES[name][-1], folder)
    assert done.returncode == CODES.get(name, 0) and done.stdout, done.stderr


@pytest.mark.long
def test_the_example_of_serve_prints_its_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    [command] = EXAMPLES["serve"]
    with subprocess.Popen(
        [str(Path(sys.executable).parent / "sokospec"), *command.split()[1:], "--port", "0"],
        cwd=link_examples(tmp_path),
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        assert "http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0
