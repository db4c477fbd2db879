"""What the tests of the benchmark share: tiny levels, a row to vary, a program that solves as well as it is told to."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from common.record import Parameters, Record, Row

LEVELS = """\
#####
#@$.#
#####
Title: One push

######
#@ $.#
######
Title: A walk

#######
#@$ $.#
#.    #
#######
Title: Not to be solved by the fakes
"""

PROGRAM = """\
import os, sys, time

mode, path = sys.argv[1:3]
drawing = open(path).read()
solution = "R" if "#@$.#" in drawing else "rR"
if "count" in os.environ:
    with open(os.environ["count"], "a") as count:
        count.write(f"{mode} {solution}\\n")
if mode == "right":
    print(f"Solution found in {len(solution)} moves:\\n{solution}")
elif mode == "wasteful":
    print("rlrR" if solution == "rR" else solution)
elif mode == "wrong":
    print("rrrrllll")
elif mode == "garbage":
    sys.stdout.buffer.write(bytes(range(256)) * 50)
elif mode == "nothing":
    print("no solution found, dull")
elif mode == "fails":
    print("cannot read the level", file=sys.stderr)
    sys.exit(7)
elif mode == "loops":
    while True:
        pass
elif mode == "endless":
    while True:
        sys.stdout.write("x" * 1_000_000)
elif mode == "dies":
    os.abort()
"""


@pytest.fixture
def levels_file(tmp_path: Path) -> Path:
    path = tmp_path / "levels.xsb"
    path.write_text(LEVELS)
    return path


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], str]:
    """Return the command of a solver that is right, wasteful, wrong, ... as its name says."""
    program = tmp_path / "fake.py"
    program.write_text(PROGRAM)
    return lambda mode: f"{mode}={sys.executable} -S {program} {mode} {{level}}"


@pytest.fixture
def row() -> Callable[..., Row]:
    """Return a function that makes a row, with some of its columns as given."""
    usual = Row(
        solver="sokospec",
        without=(),
        file="levels.xsb",
        level=1,
        title="One push",
        digest="0123456789ab",
        boxes=1,
        squares=3,
        verdict="OPTIMAL",
        moves=5,
        pushes=3,
        lower_bound=3,
        cpu_seconds=2.0,
        wall_seconds=2.5,
        peak_rss_mib=100.0,
        expanded=40,
        generated=60,
        note="",
        commit="c0ffee",
    )
    return lambda **columns: replace(usual, **columns)


@pytest.fixture
def record() -> Callable[..., Record]:
    """Return a function that makes a record of rows, measured for pushes with 10 s a level."""
    return lambda *rows, objective="pushes": Record(Parameters(objective, 10.0, 4096.0), (), rows)
