"""The search of a section finds the cheapest way through its vicinity, as a search by single steps does."""

from __future__ import annotations

import heapq
from itertools import count
from random import Random

import pytest

from sokosolve.improve.optimiser import Improver
from sokosolve.improve.path import Path
from sokosolve.improve.section_kernel import ANYWHERE, Section
from sokosolve.improve.walk import SHORTEST
from sokosolve.level.packed_boxes import unpack
from sokosolve.search.budget import Budget
from sokospec import Level, State
from sokospec.answer import Objective
from sokospec.board import Direction
from sokospec.errors import IllegalStep
from sokospec.limits import Limits
from sokospec.oracle.search import search_exhaustively
from sokospec.rules import is_push, reachable, step
from wandering import levels_with_bad_solutions

OBJECTIVES = [objective for objective in Objective if objective is not Objective.ANY]


def states_of(improver: Improver) -> list[State]:
    """Return the states of a path."""
    path, squares, w = improver.path, improver.tables.squares, improver.world.floor.words
    return [
        State(
            frozenset(squares[box] for box in unpack(improver.world.floor, path.words[i * w : i * w + w])),
            squares[path.player[i]],
        )
        for i in range(path.size + 1)
    ]


def cheapest(
    level: Level,
    objective: Objective,
    states: list[State],
    elsewhere: int,
    last_of_all: bool,
    blocked: State | None = None,
) -> list[int]:
    """Return the least cost from the first to the last of some states, by steps near them; none for no way.

    A blocked state may not be entered, wherever the player walks in it.
    """
    near: dict[frozenset[object], bool] = {}
    closed = frozenset() if blocked is None else reachable(level.board, blocked)
    target, order = states[-1], count()
    goal = reachable(level.board, target) if objective is Objective.PUSHES else {target.player}
    waiting = [(objective.cost(0, 0), next(order), 0, 0, states[0])]
    done: set[State] = set()
    while waiting:
        cost, _, moves, pushes, state = heapq.heappop(waiting)
        if state in done:
            continue
        done.add(state)
        if state.boxes == target.boxes and (last_of_all or state.player in goal):
            return list(cost)
        for direction in Direction:
            try:
                after = step(level.board, state, direction)
            except IllegalStep:
                continue
            if after.boxes not in near:
                near[after.boxes] = any(len(after.boxes - each.boxes) <= elsewhere for each in states)
            if blocked is not None and after.boxes == blocked.boxes and after.player in closed:
                continue
            if near[after.boxes] and after not in done:
                pushed = pushes + is_push(state, after)
                heapq.heappush(waiting, (objective.cost(moves + 1, pushed), next(order), moves + 1, pushed, after))
    return []


def cost_of(path: Path, objective: Objective, first: int, last: int) -> list[int]:
    """Return what a section costs."""
    both = [int(cost) for cost in path.costs[last] - path.costs[first]]
    return both[: len(objective.cost(0, 0))]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_nothing_in_a_vicinity_is_cheaper_than_what_is_found(objective: Objective) -> None:
    rng, better = Random(5), 0
    for level, lurd in levels_with_bad_solutions(5, 40):
        improver = Improver(level, lurd, objective, Budget(Limits()), None)
        if improver.path.size == 0:
            continue
        first = rng.randrange(improver.path.size)
        last = rng.randrange(first + 1, improver.path.size + 1)
        elsewhere = rng.randrange(1 + len(level.boxes))
        states = states_of(improver)
        ends = last == improver.path.size
        player = ANYWHERE if ends else int(improver.path.player[last])
        before = cost_of(improver.path, objective, first, last)
        found = improver.search.run(Section(improver.path, first, last, elsewhere, player), 1 << 20)
        expected = cheapest(level, objective, states[first : last + 1], elsewhere, ends)
        assert found.finished and expected
        assert (found.pushes is None) == (expected == before), (str(level), lurd, first, last, elsewhere)
        assert found.bound == expected[0]
        if found.pushes is not None:
            better += 1
            size = improver.path.size
            improver.splice(first, found)
            now = cost_of(improver.path, objective, first, last + improver.path.size - size)
            assert now <= expected  # the player may be anywhere on his way to the next push
    assert better > 1


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_way_around_a_blocked_state_is_valid_and_costs_no_more(objective: Objective) -> None:
    rng, others = Random(8), 0
    for level, lurd in levels_with_bad_solutions(8, 60):
        improver = Improver(level, lurd, objective, Budget(Limits()), None)
        path = improver.path
        if path.size < 2:
            continue
        first = rng.randrange(path.size - 1)
        last = rng.randrange(first + 2, path.size + 1)
        blocked, elsewhere = rng.randrange(first + 1, last), rng.randrange(1 + len(level.boxes))
        states, ends = states_of(improver), last == path.size
        player = ANYWHERE if ends else int(path.player[last])
        found = improver.search.run(Section(path, first, last, elsewhere, player), 1 << 20, blocked=blocked)
        before = cost_of(path, objective, first, last)
        assert found.finished
        if objective is Objective.PUSHES:
            expected = cheapest(level, objective, states[first : last + 1], elsewhere, ends, states[blocked])
            assert (found.pushes is None) == (not expected or expected > before)
            assert found.pushes is None or [len(found.pushes)] == expected
        if found.pushes is not None:
            others += 1
            improver.splice(first, found)
            assert states[blocked] not in states_of(improver)[first : last + improver.path.size - path.size + 1]
            assert cost_of(improver.path, objective, first, last + improver.path.size - path.size) <= before
    assert others > 1


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_walk_never_makes_a_path_dearer(objective: Objective) -> None:
    changed = 0
    for level, lurd in levels_with_bad_solutions(10, 6):
        improver = Improver(level, lurd, objective, Budget(Limits()), None)
        cost, walk = improver.path.cost, improver.walk
        for _ in range(20):
            if walk.path.size < SHORTEST:
                break
            pushes = walk.step(improver.search, 1024)
            if pushes is not None:
                changed += 1
                walk.path = improver.path_of(pushes)
                assert walk.path.cost <= cost
                cost = walk.path.cost
    assert changed > 5


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_rounds_never_make_a_path_dearer(objective: Objective) -> None:
    for level, lurd in levels_with_bad_solutions(9, 4):
        improver = Improver(level, lurd, objective, Budget(Limits()), None)
        best = search_exhaustively(level, objective)
        costs = [improver.path.cost]
        for elsewhere in (1, 2, len(level.boxes)):
            for first in range(0, improver.path.size, 2):
                improver.search_section(first, min(first + 5, improver.path.size), elsewhere, 1024)
                costs.append(improver.path.cost)
        assert costs == sorted(costs, reverse=True)
        improver.run()
        assert improver.optimal
        assert best.moves is not None and best.pushes is not None
        cost = objective.cost(best.moves, best.pushes)
        assert improver.path.cost[: len(cost)] == cost
