"""Every shell and Python example in the README and in docs/ runs and prints what it says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def shell_examples() -> list[tuple[str, str]]:
    """Return every console block with the page it stands on."""
    return [(page.name, block) for page in PAGES for block in CONSOLE.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "block"), shell_examples())
def test_shell_examples_print_what_the_page_says(page: str, block: str) -> None:
    script, expected = [], []
    for line in block.splitlines():
        if line.startswith("$ "):
            script.append(line.removeprefix("$ "))
        else:
            expected.append(line)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=ROOT,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.splitlines() == expected, done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_print_what_the_page_says(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_readme_opens_with_two_commands_that_make_their_own_environment() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) == 2
    assert all("-m venv .venv && .venv/bin/pip install" in command for command in commands)
    assert commands[1].endswith(".venv/bin/pytest")
