"""`generate suite`: what is wrong with its arguments is said, and a real suite is made and checked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cli.running import sokospec
from sokocheck.suites.all_suites import SUITES, Slot
from sokocheck.suites.making import Making
from sokocli.main import exit_code


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "name a suite (graded, deadlock, tie, traps, long)."),
        (("gradde",), 2, "Did you mean 'graded'?"),
        (("tie",), 2, "--out FOLDER"),
        (("tie", "--out", "README.md"), 2, "is a file"),
        (("--check", "README.md"), 4, "README.md is not the manifest of a suite"),
        (("--check", "docs"), 4, "manifest.json"),
        (("--check", "nowhere"), 2, "does not exist"),
        (("--check", "docs", "--seed", "1"), 2, "'--seed' has no effect with --check"),
        (("tie", "--list"), 2, "'NAME' has no effect with --list"),
        (("tie", "--out", "docs", "--cpu-limit", "9"), 2, "'--cpu-limit' has no effect with a suite that is made"),
        (("tie", "--out", "docs"), 4, "docs holds other files"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], code: int, said: str) -> None:
    done = sokospec("generate", "suite", *arguments)
    assert (done.returncode, done.stdout) == (code, b"")
    assert said in done.stderr.decode()


def test_check_names_the_answers_that_no_certificate_proves_and_counts_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Making(replace(SUITES["long"], slots=(Slot("fibonacci", 1),)), 0, tmp_path).run()
    assert exit_code(["generate", "suite", "--check", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.out == "level 1, fibonacci: level confirmed: 0 certificates; not proved: pushes, moves\n"
    assert said.err.endswith(", 0 levels refuted, 2 answers not proved\n")


@pytest.mark.long
@pytest.mark.parametrize("name", ["traps", "long"])
def test_a_listed_suite_is_made_and_every_certificate_accepted(name: str, tmp_path: Path) -> None:
    assert sokospec("generate", "suite", name, "--out", str(tmp_path / "suite")).returncode == 0
    assert sokospec("generate", "suite", "--check", str(tmp_path / "suite")).returncode == 0
