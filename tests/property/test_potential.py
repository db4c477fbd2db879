"""The potential of the player's square: what its definition asks for, and what it is worth."""

from __future__ import annotations

import numpy as np

from property.fast_worlds import levels_with_tables
from sokosolve import solve
from sokosolve.level import build
from sokosolve.level.arrays import INFINITE
from sokosolve.level.level_tables import LevelTables, level_tables
from sokosolve.level.world import World
from sokospec import Level, Objective

CORRIDOR = Level.parse("#############\n#           #\n# $       . #\n#@$       . #\n#############")


def world_with_potential(tables: LevelTables) -> World:
    return build.world_of(tables, ["assignment", "potential"], exact_player=True, compiled=False)


def test_it_is_never_negative_and_neighbours_differ_by_one_at_most() -> None:
    for level, tables in levels_with_tables(700, 60, max_boxes=3):
        potential, n = world_with_potential(tables).potential, len(tables.squares)
        for square in range(n):
            near = [int(ahead) for ahead in tables.floor.beyond[square * 4 : square * 4 + 4] if ahead != n]
            assert potential.value[square] >= 0
            assert all(abs(int(potential.value[square]) - int(potential.value[ahead])) <= 1 for ahead in near), str(
                level
            )
        assert (potential.gain == -potential.value).all()


def test_pushes_count_at_most_twice_and_the_same_squares_are_dead() -> None:
    for level, tables in levels_with_tables(701, 60, max_boxes=3):
        counted = world_with_potential(tables).distances.pushes[0]
        assert ((counted == INFINITE) == (tables.pushes == INFINITE)).all(), str(level)
        finite = tables.pushes < INFINITE
        assert (counted[finite] <= 2 * tables.pushes[finite]).all() and (counted[finite] >= 0).all(), str(level)


def test_backwards_a_bound_is_what_the_way_from_the_first_state_counts() -> None:
    tables = level_tables(CORRIDOR, compiled=False)
    assert tables is not None
    world = world_with_potential(tables)
    back = build.backwards(world, tables, compiled=False)
    assert back.potential.gain[tables.player] == 0
    assert (np.diff(back.potential.gain - world.potential.value) == 0).all()


def test_where_boxes_go_one_way_it_is_worth_nearly_a_box_more_and_fewer_states() -> None:
    without = solve(CORRIDOR, Objective.MOVES, without=["potential"])
    plain = solve(CORRIDOR, Objective.MOVES)
    assert plain.moves == without.moves and plain.verdict is without.verdict
    assert plain.expanded < without.expanded
