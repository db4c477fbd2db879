"""Levels for planners and plans of planners on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import ROOT, WAREHOUSE, sokospec

PLAN = "examples/pushes_or_moves.plan"


def test_pddl_goes_into_a_folder_as_a_domain_and_a_problem_for_each_level(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pddl"
    done = sokospec("convert", WAREHOUSE, "--to", "pddl", "--out", str(folder))
    assert (done.returncode, done.stdout) == (0, b"")
    names = ["domain.pddl", *(f"level-{number}.pddl" for number in (1, 2, 3, 4))]
    assert sorted(path.name for path in folder.iterdir()) == names
    printed = sokospec("convert", WAREHOUSE, "--to", "pddl").stdout.decode()
    assert printed == "\n".join((folder / name).read_text() for name in names)


def test_a_plan_is_printed_as_lurd() -> None:
    done = sokospec("convert", PLAN, "--to", "lurd", "--of", WAREHOUSE, "--level", "2")
    assert (done.returncode, done.stdout) == (0, b"drrruulDrdL\n")
    piped = sokospec(
        "convert", "-", "--to", "lurd", "--of", WAREHOUSE, "--level", "2", stdin=(ROOT / PLAN).read_bytes()
    )
    assert piped.stdout == done.stdout


def test_a_plan_is_checked_as_a_claim() -> None:
    arguments = ("check", WAREHOUSE, "--solutions", PLAN, "--claim", "pushes", "--engine", "reference")
    done = sokospec(*arguments, "--level", "2")
    assert done.returncode == 0
    assert b"'Pushes or moves' solution 1: claim confirmed: optimal for pushes, 11 moves, 2 pushes" in done.stdout
    wrong = sokospec(*arguments, "--level", "1")
    assert wrong.returncode == 4 and b"pushes_or_moves.plan: line 1: " in wrong.stderr


def test_a_plan_for_a_file_of_several_levels_needs_the_number_of_its_level() -> None:
    for arguments in (("check", WAREHOUSE, "--solutions", PLAN), ("convert", PLAN, "--to", "lurd", "--of", WAREHOUSE)):
        done = sokospec(*arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"more than one level" in done.stderr and b"--level" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((PLAN, "--to", "lurd"), b"name the file of their level with --of"),
        ((WAREHOUSE, "--to", "xsb", "--of", WAREHOUSE), b"--to lurd reads plans"),
        ((WAREHOUSE, "--to", "xsb", "--out", "folder"), b"--out is for --to pddl alone"),
        ((WAREHOUSE, WAREHOUSE, "--to", "pddl"), b"one file at a time"),
        ((PLAN, "--to", "lurd", "--of", WAREHOUSE, "--level", "9"), b"there is no level 9"),
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(arguments: tuple[str, ...], says: bytes) -> None:
    done = sokospec("convert", *arguments)
    assert done.returncode == 2 and says in done.stderr and done.stdout == b""
