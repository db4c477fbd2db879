"""The parts of the fast engine against plain restatements of what they compute."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from sokogen.random_levels import varied_level
from sokosolve.assignment import assign, reassign
from sokosolve.solver import first_bound, solve
from sokosolve.tables import FAR, INT32, NO_DISTANCE, tables_of
from sokospec import Board, Level, State, replay
from sokospec.oracle import Limits, Objective, Progress, Verdict, box_distances
from sokospec.oracle import solve as solve_by_oracle

ROOM = Level.parse("########\n#      #\n# $ $$ #\n#  .. .#\n# $ @. #\n#      #\n########")


def scratch(k: int, count: int) -> list[INT32]:
    return [np.zeros(k, dtype=np.int32) for _ in range(count)]


def least_sum(cost: INT32) -> int:
    k = len(cost)
    return min(sum(int(cost[i, columns[i]]) for i in range(k)) for columns in permutations(range(k)))


@pytest.mark.parametrize("seed", range(40))
def test_the_assignment_is_the_least_over_all_permutations(seed: int) -> None:
    rng = Random(seed)
    k = 1 + seed % 6
    cost = np.array([[FAR if rng.random() < 0.2 else rng.randrange(30) for _ in range(k)] for _ in range(k)], np.int32)
    u, v, row_of, column_of, way, dist, done = scratch(k, 7)
    total = assign(cost, k, u, v, row_of, column_of, way, dist, done)
    assert total == least_sum(cost)
    assert sum(int(cost[i, column_of[i]]) for i in range(k)) == total
    assert sorted(column_of) == list(range(k))


@pytest.mark.parametrize("seed", range(40))
def test_a_changed_row_gives_the_sum_of_a_full_solve_and_leaves_the_assignment_alone(seed: int) -> None:
    rng = Random(seed)
    k = 1 + seed % 6
    cost = np.array([[rng.randrange(30) for _ in range(k)] for _ in range(k)], np.int32)
    u, v, row_of, column_of, way, dist, done = scratch(k, 7)
    total = assign(cost, k, u, v, row_of, column_of, way, dist, done)
    before = [array.tolist() for array in (u, v, row_of, column_of)]
    for row in range(k):
        row_cost = np.array([FAR if rng.random() < 0.3 else rng.randrange(30) for _ in range(k)], np.int32)
        changed = cost.copy()
        changed[row] = row_cost
        least = reassign(cost, k, total, row, row_cost, u, v, row_of, column_of, way, dist, done)
        assert least == least_sum(changed)
        assert [array.tolist() for array in (u, v, row_of, column_of)] == before


@pytest.mark.parametrize("seed", range(30))
def test_distances_of_one_box_are_those_of_the_oracle(seed: int) -> None:
    level = varied_level(Random(seed), max_height=6, max_width=6, max_boxes=2)
    tables = tables_of(level)
    if tables is None:
        return
    n = len(tables.squares)
    empty = Board(level.board.width, level.board.height, level.walls, level.goals)
    for box in range(n):
        for side in {int(tables.sides[box * n + player]) for player in range(n) if player != box} - {255}:
            player = next(p for p in range(n) if p != box and tables.sides[box * n + p] == side)
            state = State(frozenset({tables.squares[box]}), tables.squares[player])
            reached = box_distances(empty, state, tables.squares[box])
            expected = [reached.get(tables.squares[goal], NO_DISTANCE) for goal in tables.goals]
            assert tables.distance[:, box, side].tolist() == expected


@pytest.mark.parametrize("seed", range(60))
def test_the_bound_is_never_above_the_optimum(seed: int) -> None:
    level = varied_level(Random(1000 + seed), max_height=5, max_width=5, max_boxes=3)
    tables = tables_of(level)
    answer = solve_by_oracle(level)
    if tables is None:
        assert answer.verdict is Verdict.UNSOLVABLE
    elif answer.pushes is not None:
        assert first_bound(tables) <= answer.pushes


@pytest.mark.parametrize(
    ("text", "verdict", "lurd"),
    [
        ("#####\n#@* #\n#####", Verdict.OPTIMAL, ""),
        ("########\n#@$.#*##\n########", Verdict.OPTIMAL, "R"),
        ("########\n#@$.#*.#\n####$###\n########", Verdict.UNSOLVABLE, None),
        ("#####\n#@ .#\n#$  #\n#####", Verdict.UNSOLVABLE, None),
        ("######\n#*@* #\n######", Verdict.OPTIMAL, ""),
        ("#######\n#@$$..#\n#######", Verdict.UNSOLVABLE, None),
    ],
)
def test_corner_cases_have_the_oracles_verdict(text: str, verdict: Verdict, lurd: str | None) -> None:
    level = Level.parse(text)
    assert solve_by_oracle(level).verdict is verdict
    answer = solve(level)
    assert (answer.verdict, answer.lurd) == (verdict, lurd)


def test_a_solution_is_found_when_any_will_do() -> None:
    answer = solve(ROOM, Objective.ANY)
    assert answer.verdict is Verdict.SOLVED
    assert answer.lurd is not None
    assert replay(ROOM, answer.lurd).valid


def test_a_time_limit_gives_a_bound_and_no_verdict_on_the_level() -> None:
    answer = solve(ROOM, limits=Limits(seconds=0))
    whole = solve(ROOM)
    assert answer.verdict in (Verdict.LIMIT_TIME, Verdict.OPTIMAL)
    assert answer.lower_bound is not None
    assert whole.lower_bound is not None
    assert answer.lower_bound <= whole.lower_bound == whole.pushes


def test_a_memory_limit_stops_growth_before_it_is_broken() -> None:
    answer = solve(ROOM, Objective.MOVES, Limits(mib=1))
    assert answer.verdict is Verdict.LIMIT_MEMORY
    assert answer.lower_bound is not None


def test_progress_is_told_and_ctrl_c_ends_cleanly() -> None:
    told: list[Progress] = []

    def report(progress: Progress) -> None:
        told.append(progress)
        raise KeyboardInterrupt

    answer = solve(ROOM, Objective.MOVES, Limits(report=report))
    assert told
    assert (answer.verdict, answer.interrupted) == (Verdict.LIMIT_TIME, True)
