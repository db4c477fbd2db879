"""Any solution of a level, quickly, and its exact cost-to-go in pushes or moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sokospec.answer import Objective
from sokospec.board import Board, Direction, Level
from sokospec.certificates.grid import Grid, bits, shift
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

_INFINITE = 1_000
"""The distance of a box that reaches no goal."""

_Node = tuple[int, int]
"""Boxes, and where the player can be, as masks."""
_CameBy = dict[_Node, tuple[_Node, int, int] | None]
"""The node before each node, with the box's square before and after the push; None for the start."""


class Attempt(NamedTuple):
    """Solution as LURD, or the closest approach, and whether all states were searched.

    `left` is the least sum of each box's pushes alone to its nearest goal.
    """

    solution: str | None
    left: int
    complete: bool


def attempt(level: Level, most: int) -> Attempt:
    r"""Search best first, looking at most at `most` states.

    >>> attempt(Level.parse("######\n#@$ .#\n######"), 10)
    Attempt(solution='RR', left=0, complete=False)
    >>> attempt(Level.parse("#####\n#@ .#\n#$  #\n#####"), 10)
    Attempt(solution=None, left=1000, complete=True)
    """
    grid, away = _grid_and_distances(level.board)
    boxes = grid.mask(level.boxes)
    start = (boxes, grid.reachable(grid.mask([level.player]), boxes))
    left = _sum_distances(away, boxes)
    came_by: _CameBy = {start: None}
    queue = [(left, 0, start)]
    nearest = left
    expanded = 0
    while queue:
        left, _, node = heappop(queue)
        nearest = min(nearest, left)
        if not left:
            return Attempt(_solution_to(node, came_by, level), 0, complete=False)
        if expanded >= most:
            return Attempt(None, nearest, complete=False)
        expanded += 1
        boxes, region = node
        for before, landing in grid.pushes(boxes, region):
            if landing not in away:
                continue
            later = boxes ^ before ^ landing
            reached = (later, grid.reachable(before, later))
            if reached not in came_by:
                came_by[reached] = (node, before, landing)
                heappush(queue, (left - away.get(before, _INFINITE) + away[landing], len(came_by), reached))
    return Attempt(None, nearest, complete=True)


def _distances(grid: Grid) -> dict[int, int]:
    found = dict.fromkeys(bits(grid.goals), 0)
    layer, pushes = grid.goals, 0
    while layer:
        pushes += 1
        following = 0
        for step in grid.steps:
            before = shift(layer, step) & grid.floor
            following |= before & shift(grid.floor, -step)
        layer = 0
        for square in bits(following):
            if square not in found:
                found[square] = pushes
                layer |= square
    return found


@lru_cache(maxsize=4)
def _grid_and_distances(board: Board) -> tuple[Grid, dict[int, int]]:
    """Return a board's grid, and the pushes from each square to the nearest goal, regardless of the player."""
    grid = Grid(board)
    return grid, _distances(grid)


def _sum_distances(away: Mapping[int, int], boxes: int) -> int:
    """Return the sum of each box's distance to the nearest goal."""
    return sum(away.get(box, _INFINITE) for box in bits(boxes))


def _solution_to(node: _Node, came_by: _CameBy, level: Level) -> str:
    """Return the LURD of the pushes by which a search came to a node."""
    grid, _ = _grid_and_distances(level.board)
    direction = dict(zip(grid.steps, Direction, strict=True))
    path = []
    while (came := came_by[node]) is not None:
        node, before, landing = came
        [square] = grid.squares(before)
        path.append(Push(square, direction[landing.bit_length() - before.bit_length()]))
    return push_path_lurd(level, path[::-1])


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
    grid, away = _grid_and_distances(level.board)
    walking_is_free = objective is Objective.PUSHES
    boxes, player = grid.mask(level.boxes), grid.mask([level.player])
    start = (boxes, grid.reachable(player, boxes) if walking_is_free else player)
    came_by: _CameBy = {start: None}
    costs = {start: 0}
    queue = [(_sum_distances(away, boxes), 0, 0, start)]
    expanded = 0
    while queue:
        bound, _, cost, node = heappop(queue)
        if bound >= _INFINITE:
            break
        if cost > costs[node]:
            continue
        boxes, players = node
        if boxes == grid.goals:
            return Cheapest(_solution_to(node, came_by, level), cost, complete=True, expanded=expanded)
        if expanded >= most:
            return Cheapest(None, float("inf"), complete=False, expanded=expanded)
        expanded += 1
        walks = [(0, players)] if walking_is_free else grid.walks(players, boxes)
        for walk, edge in walks:
            for before, landing in grid.pushes(boxes, edge):
                later = boxes ^ before ^ landing
                reached = (later, grid.reachable(before, later) if walking_is_free else before)
                total = cost + walk + 1
                if landing in away and total < costs.get(reached, _INFINITE):
                    costs[reached] = total
                    came_by[reached] = (node, before, landing)
                    left = bound - cost + away[landing] - away.get(before, _INFINITE)
                    heappush(queue, (total + left, len(came_by), total, reached))
    return Cheapest(None, float("inf"), complete=True, expanded=expanded)


def lower_bound(level: Level) -> int:
    """Return the sum of each box's pushes to its nearest goal: no solution has fewer pushes or moves."""
    grid, away = _grid_and_distances(level.board)
    return _sum_distances(away, grid.mask(level.boxes))
