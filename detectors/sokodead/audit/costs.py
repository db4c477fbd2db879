"""Exact cost-to-go of single levels, in pushes or moves."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from sokodead.audit.solving import INFINITE, CameBy, grid_and_distances, solution_to, sum_distances
from sokospec.answer import Objective
from sokospec.board import Level

OBJECTIVES = (Objective.PUSHES, Objective.MOVES)
"""The objectives that a heuristic can be audited for."""


class Cheapest(NamedTuple):
    """Result of a bounded search for an optimal solution.

    `solution` is optimal, or None; `complete` says that a level without solution is dead.
    """

    solution: str | None
    cost: float
    complete: bool
    expanded: int


def find_cheapest(level: Level, objective: Objective, most: int) -> Cheapest:
    r"""Return an optimal solution by A* with each box's distance to the nearest goal, after at most `most` expansions.

    >>> find_cheapest(Level.parse("######\n#@ $.#\n######"), Objective.MOVES, 10)
    Cheapest(solution='rR', cost=2, complete=True, expanded=1)
    >>> find_cheapest(Level.parse("#####\n#@ .#\n#$  #\n#####"), Objective.PUSHES, 10)
    Cheapest(solution=None, cost=inf, complete=True, expanded=0)
    """
    grid, away = grid_and_distances(level.board)
    walking_is_free = objective is Objective.PUSHES
    boxes, player = grid.mask(level.boxes), grid.mask([level.player])
    start = (boxes, grid.reachable(player, boxes) if walking_is_free else player)
    came_by: CameBy = {start: None}
    costs = {start: 0}
    queue = [(sum_distances(away, boxes), 0, 0, start)]
    expanded = 0
    while queue:
        bound, _, cost, node = heappop(queue)
        if bound >= INFINITE:
            break
        if cost > costs[node]:
            continue
        boxes, players = node
        if boxes == grid.goals:
            return Cheapest(solution_to(node, came_by, level), cost, complete=True, expanded=expanded)
        if expanded >= most:
            return Cheapest(None, float("inf"), complete=False, expanded=expanded)
        expanded += 1
        walks = [(0, players)] if walking_is_free else grid.walks(players, boxes)
        for walk, edge in walks:
            for before, landing in grid.pushes(boxes, edge):
                later = boxes ^ before ^ landing
                reached = (later, grid.reachable(before, later) if walking_is_free else before)
                total = cost + walk + 1
                if landing in away and total < costs.get(reached, INFINITE):
                    costs[reached] = total
                    came_by[reached] = (node, before, landing)
                    left = bound - cost + away[landing] - away.get(before, INFINITE)
                    heappush(queue, (total + left, len(came_by), total, reached))
    return Cheapest(None, float("inf"), complete=True, expanded=expanded)


def lower_bound(level: Level) -> int:
    """Return the sum of each box's pushes to its nearest goal: no solution has fewer pushes or moves."""
    grid, away = grid_and_distances(level.board)
    return sum_distances(away, grid.mask(level.boxes))
