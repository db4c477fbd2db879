"""However many states are expanded between two looks at the clock, the answer, and the work for it, are the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from sokosolve import solver, upper_bound
from sokosolve.bounds import group_tables
from sokosolve.features import Direction
from sokosolve.search import astar, budget
from sokospec import Level
from sokospec.answer import Objective
from sokospec.limits import Limits

LEVELS = 80
STEPS = (1, 7, 5_000)
ASKED = list(product(Objective, Direction))


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tables, the other side and upper bounds while a small level is searched, in Python."""
    for name in ("SECONDS_IN_PYTHON", "FLOOR_FOR_PYTHON"):
        monkeypatch.setattr(budget, name, 10**9)
    monkeypatch.setattr(group_tables, "_GROUPS_A_STATE", 100)
    monkeypatch.setitem(astar.JOINS_AT, Direction.AUTO, 15)
    monkeypatch.setattr(astar, "_MOVES_BEFORE_PULLS", 15)
    monkeypatch.setattr(upper_bound, "EXPANSIONS_BEFORE", 25)


def asked(seed: str) -> Iterator[tuple[Level, Objective, Direction]]:
    """Yield rooms with three boxes, each with what is asked about it."""
    rng = Random(seed)
    for _ in range(LEVELS):
        squares = dict.fromkeys(((row, column) for row in range(1, 6) for column in range(1, 7)), " ")
        for square, item in zip(rng.sample(list(squares), 12), "$$$...@#####", strict=True):
            squares[square] = item
        rows = ["".join(squares.get((row, column), "#") for column in range(8)) for row in range(7)]
        yield Level.parse("\n".join(rows)), *rng.choice(ASKED)


@pytest.mark.parametrize(
    "seed", ["again 0", *(pytest.param(f"again {n}", marks=pytest.mark.long) for n in range(1, 4))]
)
def test_the_same_states_are_expanded_whatever_the_clock_says(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    largest = 0
    for level, objective, direction in asked(seed):
        seen = set()
        for steps in STEPS:
            monkeypatch.setattr(budget, "_STEPS_IN_PYTHON", steps)
            answer = solver.solve(level, objective, Limits(seconds=60), direction=direction)
            seen.add((answer.verdict, answer.lurd, answer.expanded, answer.generated))
            largest = max(largest, answer.expanded)
        assert len(seen) == 1, (str(level), objective, direction, seen)
    assert largest > 50  # the levels are not over before anything is due
