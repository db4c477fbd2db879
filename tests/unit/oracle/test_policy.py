"""Policies: every reachable state once, with the oracle's cost-to-go and exactly the actions that lower it."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from sokogen.random.random_levels import random_mixed_level
from sokogen.small.small_levels import interior_levels
from sokospec import Level, Limits, Square, State
from sokospec.answer import EXACT, Objective
from sokospec.oracle import LimitReached, Metric, search_exhaustively, state_graph
from sokospec.oracle.costs_to_go import Cost
from sokospec.oracle.optimal_policy import Policy, PolicyState
from sokospec.rules import is_push, normalise, pushes, steps

TWO_BOXES = Level.parse("#####\n#@ .#\n# $$#\n#  .#\n#####")


def state_of(level: Level, found: PolicyState) -> State:
    """Return the state of a row."""
    player, *boxes = (Square(*divmod(square, level.board.width)) for square in (found.player, *found.boxes))
    return State(frozenset(boxes), player)


def graph_costs(level: Level, metric: Metric) -> dict[State, Cost | None]:
    """Return the costs of all reachable states by the oracle's graph."""
    graph = state_graph(level, metric)
    costs = [None if distance is None else (distance,) for distance in graph.distance]
    return dict(zip(graph.states, costs, strict=True))


def searched_costs(level: Level, objective: Objective) -> dict[State, Cost | None]:
    """Return the costs of all reachable states by a search of each."""
    costs: dict[State, Cost | None] = {}
    for state in state_graph(level, Metric.MOVES).states:
        answer = search_exhaustively(Level(level.board, state), objective)
        if answer.moves is None or answer.pushes is None:
            costs[state] = None
        else:
            costs[state] = objective.cost(answer.moves, answer.pushes)
    return costs


def expected(level: Level, objective: Objective) -> dict[State, tuple[Cost | None, tuple[int, ...]]]:
    """Return cost and optimal actions of all reachable states, by the oracle and the rules."""
    counts_moves = "moves" in objective.counts
    if len(objective.counts) > 1:
        costs = searched_costs(level, objective)
    else:
        costs = graph_costs(level, Metric.MOVES if counts_moves else Metric.PUSHES)
    table = {}
    for state, cost in costs.items():
        if counts_moves:
            edges = [(0, direction, after, is_push(state, after)) for direction, after in steps(level.board, state)]
        else:
            order = sorted(state.boxes)
            edges = [
                (order.index(push.box), push.direction, normalise(level.board, after), True)
                for push, after in pushes(level.board, state)
            ]
        actions = [0] * (1 if counts_moves else len(state.boxes))
        for place, direction, after, pushed in edges:
            left, edge = costs[after], objective.cost(1, int(pushed))
            if (
                cost
                and any(cost)
                and left is not None
                and tuple(a + b for a, b in zip(left, edge, strict=True)) == cost
            ):
                actions[place] |= 1 << direction
        table[state] = cost, tuple(actions)
    return table


def check(level: Level, objective: Objective) -> int:
    """Compare a policy with the oracle in every state and return the number of dead ones."""
    rows = list(Policy(level, objective))
    first = level.state if "moves" in objective.counts else normalise(level.board, level.state)
    assert state_of(level, rows[0]) == first
    table = {state_of(level, row): (row.cost, row.actions) for row in rows}
    assert len(table) == len(rows), f"a state twice in\n{level}"
    assert table == expected(level, objective), f"{objective}\n{level}"
    return sum(row.cost is None for row in rows)


@pytest.mark.parametrize("objective", [Objective.PUSHES, Objective.MOVES])
def test_a_policy_is_the_oracles_in_every_state_of_random_levels(objective: Objective) -> None:
    rng = Random(f"policy {objective}")
    assert sum(check(random_mixed_level(rng, max_height=4, max_width=4), objective) for _ in range(25)) > 50


@pytest.mark.parametrize("objective", [Objective.PUSHES_MOVES, Objective.MOVES_PUSHES])
def test_a_policy_of_two_counts_is_the_oracles_in_every_state(objective: Objective) -> None:
    rng = Random(f"policy {objective}")
    assert sum(check(random_mixed_level(rng, max_height=3, max_width=4, max_boxes=2), objective) for _ in range(4)) > 2


@pytest.mark.long
@pytest.mark.parametrize("objective", EXACT)
def test_a_policy_is_the_oracles_on_small_worlds(objective: Objective) -> None:
    few = len(objective.counts) > 1
    levels = list(islice(interior_levels(3, 3, 2), 5, None, 4001 if few else 97))
    assert sum(check(level, objective) for level in levels) > (20 if few else 400)


@pytest.mark.long
@pytest.mark.parametrize("objective", [Objective.PUSHES, Objective.MOVES])
def test_a_policy_is_the_oracles_on_many_random_levels(objective: Objective) -> None:
    rng = Random(f"many policies {objective}")
    assert sum(check(random_mixed_level(rng), objective) for _ in range(150)) > 1000


@pytest.mark.parametrize("objective", EXACT)
def test_a_policy_of_two_boxes_is_the_oracles(objective: Objective) -> None:
    check(TWO_BOXES, objective)


@pytest.mark.parametrize("objective", EXACT)
def test_the_first_state_has_the_optimum(objective: Objective) -> None:
    answer = search_exhaustively(TWO_BOXES, objective)
    assert answer.moves is not None and answer.pushes is not None
    cost = objective.cost(answer.moves, answer.pushes)
    assert Policy(TWO_BOXES, objective).cost(TWO_BOXES.state) == cost


def test_a_policy_ends_at_a_limit() -> None:
    with pytest.raises(LimitReached):
        Policy(TWO_BOXES, Objective.PUSHES, Limits(seconds=0))
