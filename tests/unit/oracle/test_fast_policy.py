"""Policies by kernels: the same states, costs and optimal actions as those of the reference oracle."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from sokogen.random.random_levels import random_mixed_level
from sokogen.small.small_levels import interior_levels
from sokosolve.kernel import Kernel
from sokosolve.machine_code import load_libraries
from sokosolve.policy.fast_policy import FastPolicy
from sokosolve.policy.policy_kernel import DEAD
from sokospec import Level, Limits, State
from sokospec.answer import EXACT, Objective
from sokospec.oracle import LimitReached
from sokospec.oracle.optimal_policy import Policy, PolicyState

OUTSIDE = Level.parse("#########\n#*#@ .#*#\n### $ ###\n#  .$ #\n#######")
"""A level with boxes that the player never reaches, before and behind the others."""

ENCLOSED = Level.parse("#####\n#@#*#\n#####")
"""A level of one square, without a box that moves."""

UNSOLVABLE = Level.parse("########\n#@$ .#$#\n#    #.#\n########")
WIDE = Level.parse("\n".join(["#" * 14, *(["#" + " " * 12 + "#"] * 7), "#@ $        .#", "#" * 14]))
"""A level of more than 64 squares, which take two words."""


def rows(level: Level, objective: Objective, at_once: int = 7) -> Iterator[PolicyState]:
    """Yield the states of a fast policy."""
    for block in FastPolicy(level, objective).blocks(at_once):
        columns = (block.boxes, block.player, block.costs, block.dead, block.actions)
        for boxes, player, cost, dead, actions in zip(*(column.tolist() for column in columns), strict=True):
            assert dead == (cost == [DEAD] * len(objective.counts))
            yield PolicyState(tuple(boxes), player, None if dead else tuple(cost), tuple(actions))


def compare(level: Level, objective: Objective) -> int:
    """Compare all states of both policies and return their number."""
    ours, reference = list(rows(level, objective)), list(Policy(level, objective))
    assert ours[0] == reference[0]
    places = {(row.boxes, row.player): row for row in ours}
    assert len(places) == len(ours), f"a state twice in\n{level}"
    assert places == {(row.boxes, row.player): row for row in reference}, f"{objective}\n{level}"
    return len(ours)


@pytest.mark.parametrize("objective", EXACT)
@pytest.mark.parametrize("level", [OUTSIDE, ENCLOSED, UNSOLVABLE, WIDE])
def test_kernels_give_the_policy_of_the_oracle(level: Level, objective: Objective) -> None:
    assert compare(level, objective) >= 1


@pytest.mark.parametrize(("levels", "least"), [(8, 200), pytest.param(150, 1000, marks=pytest.mark.long)])
@pytest.mark.parametrize("objective", EXACT)
def test_kernels_give_the_policy_of_the_oracle_on_random_levels(objective: Objective, levels: int, least: int) -> None:
    load_libraries("sokosolve")
    rng = Random(f"fast policy {objective}")
    compared = (compare(random_mixed_level(rng, max_height=5, max_width=5), objective) for _ in range(levels))
    assert sum(compared) > least


@pytest.mark.long
@pytest.mark.parametrize("objective", EXACT)
def test_kernels_give_the_policy_of_the_oracle_on_small_worlds(objective: Objective) -> None:
    load_libraries("sokosolve")
    levels = islice(interior_levels(3, 3, 2), 5, None, 41)
    assert sum(compare(level, objective) for level in levels) > 500


@pytest.mark.parametrize("objective", EXACT)
def test_the_kernels_do_the_same_in_python(monkeypatch: pytest.MonkeyPatch, objective: Objective) -> None:
    monkeypatch.setattr(Kernel, "of", lambda self, compiled: self.function)
    rng = Random(f"policy in Python {objective}")
    for level in (OUTSIDE, *(random_mixed_level(rng, max_height=4, max_width=4) for _ in range(3))):
        compare(level, objective)


@pytest.mark.parametrize("objective", EXACT)
def test_the_cost_of_a_state_is_that_of_the_oracle(objective: Objective) -> None:
    fast, reference = FastPolicy(OUTSIDE, objective), Policy(OUTSIDE, objective)
    width = OUTSIDE.board.width
    squares = {square.row * width + square.column: square for square in OUTSIDE.board.floor}
    for row in islice(reference, 200):
        state = State(frozenset(squares[box] for box in row.boxes), squares[row.player])
        assert fast.cost(state) == reference.cost(state) == row.cost


@pytest.mark.parametrize("objective", [Objective.PUSHES, Objective.MOVES])
@pytest.mark.parametrize("limits", [Limits(seconds=0), Limits(mib=1)])
def test_a_fast_policy_ends_at_a_limit(objective: Objective, limits: Limits) -> None:
    with pytest.raises(LimitReached):
        FastPolicy(WIDE, objective, limits)
