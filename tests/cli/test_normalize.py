"""`normalize` with the step `solution`, which searches: its limits are limits, and what it prints holds."""

from __future__ import annotations

import json

import pytest

from cli.running import WAREHOUSE, sokospec

SOLUTION = ("--steps", "outer-walls,trim,solution", "--engine", "reference")


def test_a_limit_of_the_search_leaves_the_level_out_and_gives_3() -> None:
    done = sokospec("normalize", WAREHOUSE, *SOLUTION, "--time-limit", "0")
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.count(b"LIMIT_TIME: not finished within the limit; raise --time-limit") == 4
    assert sokospec("normalize", WAREHOUSE, "--time-limit", "60").returncode == 0


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_what_an_optimal_solution_touches_is_left(engine: str) -> None:
    done = sokospec("normalize", WAREHOUSE, *SOLUTION[:2], "--engine", engine, "--level", "2", "--json")
    record = json.loads(done.stdout)
    assert (done.returncode, record["preserves"]) == (0, "optimal moves")
    assert record["changed"] == ["outer-walls", "trim", "solution"]
    solved = sokospec("solve", "-", "--objective", "moves-pushes", "--json", stdin=record["xsb"].encode())
    assert (json.loads(solved.stdout)["moves"], json.loads(solved.stdout)["pushes"]) == (9, 4)


def test_a_normal_form_can_be_normalised_again_and_says_what_changed_then() -> None:
    once = sokospec("normalize", WAREHOUSE)
    twice = sokospec("normalize", "-", stdin=once.stdout)
    assert (twice.returncode, twice.stdout.count(b"\nChanged: nothing\n"), twice.stdout.count(b"\nChanged: ")) == (
        0,
        4,
        4,
    )
