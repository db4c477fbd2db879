"""Every shell and Python example in the README and in docs/ runs and prints what it says."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from parts import long_ones

ROOT = Path(__file__).parents[2]
TUTORIALS = [
    *sorted((ROOT / "docs" / "tutorials").glob("*.md")),
    *sorted((ROOT / "docs" / "course").glob("[0-9]*.md")),
]  # each in a folder of its own, from top to bottom
DOCS = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page not in TUTORIALS]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS]
SOURCES = ("reference", "solver", "detectors", "generators", "proofs", "cli", "environments", "course")
FENCE = re.compile(
    r"(?:Save this as `([^`/]+)`(?:(?!^```).)*?)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)  # where a file is saved: its name; the kind; the text
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def shell_examples() -> list[tuple[str, str]]:
    """Return every console block with the page it stands on."""
    return [(page.name, block) for page in PAGES for block in CONSOLE.findall(page.read_text(encoding="utf-8"))]


def outputs(block: str, folder: Path) -> tuple[list[str], list[str]]:
    """Run the commands of a console block; return what a reader sees, stderr included, and what the page says."""
    script, expected = [], []
    for line in block.splitlines():
        if line.startswith("$ "):
            script.append(line.removeprefix("$ "))
        else:
            expected.append(line)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    sources = os.pathsep.join(str(ROOT / source) for source in SOURCES)
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)],
        cwd=folder,
        env=os.environ | {"PATH": path, "PYTHONPATH": sources},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.stdout.splitlines(), expected


@pytest.mark.parametrize(("page", "block"), shell_examples())
def test_shell_examples_print_what_the_page_says(page: str, block: str) -> None:
    printed, expected = outputs(block, ROOT)
    assert printed == expected


LONG = {
    "teach_pspace",
    "test_a_detector",
    "generate_benchmarks",
    "1_decision_problems",
    "2_long_solutions",
    "5_nondeterminism",
    "7_formulas",
}


@pytest.mark.parametrize("name", long_ones([page.stem for page in TUTORIALS], LONG))
def test_a_tutorial_works_from_top_to_bottom_in_an_empty_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [page] = [page for page in TUTORIALS if page.stem == name]
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    known: dict[str, object] = {}
    kinds = set()
    for saved_as, kind, block in FENCE.findall(page.read_text(encoding="utf-8")):
        kinds.add(kind)
        if saved_as:
            (tmp_path / saved_as).write_text(block, encoding="utf-8")
        elif kind == "console":
            printed, expected = outputs(block, tmp_path)
            assert printed == expected
        else:
            assert kind == "python", f"a block of {kind} is neither saved as a file nor run"
            examples = doctest.DocTestParser().get_doctest(block, known, page.name, str(page), 0)
            said: list[str] = []
            runner = doctest.DocTestRunner(verbose=False)
            runner.run(examples, out=said.append, clear_globs=False)
            assert runner.failures == 0, "".join(said)
            known = examples.globs
    assert {"console", "python"} <= kinds


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_print_what_the_page_says(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_readme_opens_with_two_commands_that_make_their_own_environment() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) == 2
    assert all("-m venv .venv && .venv/bin/pip install" in command for command in commands)
    assert commands[1].endswith(".venv/bin/pytest")
