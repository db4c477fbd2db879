"""The potential of the player's square: what its definition asks for, and what it is worth."""

from __future__ import annotations

import numpy as np

from property.fast_worlds import levels_with_tables
from property.labels import costs_to_go
from sokosolve import solve
from sokosolve.bounds.assignment import new_matching
from sokosolve.bounds.potential import Samples, Terrain, bound_of_sample, climb, push_randomly
from sokosolve.level.arrays import INFINITE, INT32
from sokosolve.level.level_tables import ANY_SIDE, LevelTables, level_tables
from sokosolve.level.single_box import single_box_distances
from sokosolve.level.world import World
from sokosolve.search import build
from sokospec import Level, Objective, State
from sokospec.rules import pushes

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


def samples_and_terrain(tables: LevelTables, count: int) -> tuple[Samples, Terrain]:
    """Return the level's first state so many times, and what its potentials are judged by."""
    floor = tables.floor
    ends = np.zeros(floor.n, dtype=np.uint8)
    for goal in tables.goals:
        ends[[near for near in floor.beyond[goal * 4 : goal * 4 + 4] if near != floor.n]] = 1
    samples = Samples(np.tile(tables.boxes, (count, 1)), np.full(count, tables.player, dtype=np.int32))
    return samples, Terrain(floor, tables.component, tables.goals, ends, new_matching(len(tables.boxes)))


def bounds_by(potential: INT32, samples: Samples, terrain: Terrain) -> list[int]:
    n = terrain.floor.n
    distances = np.empty((n, 4, len(terrain.goals)), dtype=np.int32)
    walls = np.zeros(n + 1, dtype=np.uint8)
    single_box_distances(terrain.goals, ANY_SIDE, terrain.floor, walls, terrain.component, potential, distances)
    return [bound_of_sample(samples, which, terrain, distances, potential) for which in range(len(samples.players))]


def test_hill_climbing_keeps_neighbours_within_one_and_its_bounds_within_the_moves_that_are_left() -> None:
    raised = 0
    for number, (level, tables) in enumerate(levels_with_tables(702, 40, max_boxes=2)):
        samples, terrain = samples_and_terrain(tables, 4)
        seed = np.array([number], dtype=np.int64)
        push_randomly(samples, tables.floor, seed)
        value = np.zeros(len(tables.squares), dtype=np.int32)
        before = bounds_by(value, samples, terrain)
        climb(40, samples, terrain, value, seed)
        after = bounds_by(value, samples, terrain)
        assert after[0] >= before[0] and value.min() >= 0, str(level)
        raised += after[0] > before[0]
        floor = tables.floor
        for square in range(floor.n):
            for ahead in floor.beyond[square * 4 : square * 4 + 4]:
                assert ahead == floor.n or abs(int(value[square]) - int(value[ahead])) <= 1, str(level)
        left = costs_to_go(level, Objective.MOVES)
        for boxes, player, bound in zip(samples.boxes.tolist(), samples.players.tolist(), after, strict=True):
            out_of_reach = level.boxes - set(tables.squares)
            state = State(frozenset(tables.squares[box] for box in boxes) | out_of_reach, tables.squares[player])
            cost = left[state]
            assert bound <= (INFINITE if cost is None else cost[0]), (str(level), state)
    assert raised > 5


def test_random_pushes_lead_to_states_of_the_level() -> None:
    for number, (level, tables) in enumerate(levels_with_tables(703, 30, max_boxes=2)):
        samples, _ = samples_and_terrain(tables, 6)
        push_randomly(samples, tables.floor, np.array([number], dtype=np.int64))
        known = {level.state}
        waiting = [level.state]
        while waiting:
            for _, after in pushes(level.board, waiting.pop()):
                if after not in known:
                    known.add(after)
                    waiting.append(after)
        out_of_reach = level.boxes - set(tables.squares)
        for boxes, player in zip(samples.boxes.tolist(), samples.players.tolist(), strict=True):
            assert (
                State(frozenset(map(tables.squares.__getitem__, boxes)) | out_of_reach, tables.squares[player]) in known
            )


SURROUNDED = Level.parse("###########\n#    #    #\n# $ . . $ #\n#   .@.   #\n# $     $ #\n#    #    #\n###########")


def test_where_boxes_come_from_two_sides_it_is_worth_more_than_a_distance() -> None:
    tables = level_tables(SURROUNDED, compiled=False)
    assert tables is not None
    samples, terrain = samples_and_terrain(tables, 1)
    value = np.zeros(len(tables.squares), dtype=np.int32)
    plain = bounds_by(value, samples, terrain)[0]
    climb(300, samples, terrain, value, np.array([1], dtype=np.int64))
    assert bounds_by(value, samples, terrain)[0] > plain
