"""Every shell and Python example in the README and in docs/ runs and prints what it says."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from docs.example_shell import link_examples, run_shell
from parts import long_ones
from sokocheck.suites.all_suites import Slot
from sokocli.generate_suite import _show
from sokocli.results import Display

ROOT = Path(__file__).parents[2]
TUTORIALS = [
    *(page for page in sorted((ROOT / "docs" / "start").glob("*.md")) if page.stem != "install"),
    *sorted((ROOT / "docs" / "background" / "course").glob("[0-9]*.md")),
]  # each in a folder of its own, from top to bottom
DOCS = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page not in TUTORIALS]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS]
FENCE = re.compile(
    r"(?:Save this as `([^`/]+)`(?:(?!^```).)*?)?^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE
)  # where a file is saved: its name; the kind; the text
PROGRESS = re.compile(r"level [\d,]+ of [\d,]+, |[\d,]+ of [\d,]+ floors, ")
"""The beginning of a line of progress in a log. Such lines come every ten seconds, so on a busy machine alone."""
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


def shell_examples() -> list[ParameterSet]:
    """Return every console block with its page, by the page and the number of the block on it."""
    return [
        pytest.param(page.name, block, id=f"{page.name}-{number}")
        for page in PAGES
        for number, block in enumerate(CONSOLE.findall(page.read_text(encoding="utf-8")), 1)
    ]


def outputs(block: str, folder: Path) -> tuple[list[str], list[str]]:
    """Run the commands of a console block; return what a reader sees, stderr included, and what the page says."""
    script, expected = [], []
    for line in block.splitlines():
        if line.startswith("$ "):
            script.append(line.removeprefix("$ "))
        else:
            expected.append(line)
    done = run_shell("\n".join(script), folder, stderr=subprocess.STDOUT)
    return [line for line in done.stdout.splitlines() if not PROGRESS.match(line)], expected


def test_lines_of_progress_are_left_out_of_what_a_page_shows() -> None:
    """They are as the commands write them, so that no example depends on how busy the machine is."""
    news: list[str] = []
    _show(Display(news.append, news.append), [Slot("killers", 0)] * 1_000, Slot("killers", 0), 1)
    news += ["level 1 of 2, board 13", "level 1 of 2, board 13: 9 states, 5 s", "13 of 1,234 floors, 20 pushes, 3 s"]
    command = f"$ printf '%s\\n' {' '.join(map(shlex.quote, news))} 'level 1: VALID'\nlevel 1: VALID\n"
    assert len(news) == 4 and outputs(command, ROOT) == (["level 1: VALID"], ["level 1: VALID"])


@pytest.mark.parametrize(("page", "block"), shell_examples())
def test_shell_examples_print_what_the_page_says(page: str, block: str, tmp_path: Path) -> None:
    printed, expected = outputs(block, link_examples(tmp_path))
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
