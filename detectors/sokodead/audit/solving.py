"""Quick best-first search for any solution."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from sokospec.board import Board, Direction, Level
from sokospec.certificates.grid import Grid, bits, shift
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

INFINITE = 1_000
"""The distance of a box that reaches no goal."""

_Node = tuple[int, int]
"""Boxes, and where the player can be, as masks."""
CameBy = dict[_Node, tuple[_Node, int, int] | None]
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
    grid, away = grid_and_distances(level.board)
    boxes = grid.mask(level.boxes)
    start = (boxes, grid.reachable(grid.mask([level.player]), boxes))
    left = sum_distances(away, boxes)
    came_by: CameBy = {start: None}
    queue = [(left, 0, start)]
    nearest = left
    expanded = 0
    while queue:
        left, _, node = heappop(queue)
        nearest = min(nearest, left)
        if not left:
            return Attempt(solution_to(node, came_by, level), 0, complete=False)
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
                heappush(queue, (left - away.get(before, INFINITE) + away[landing], len(came_by), reached))
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
def grid_and_distances(board: Board) -> tuple[Grid, dict[int, int]]:
    """Return a board's grid, and the pushes from each square to the nearest goal, regardless of the player."""
    grid = Grid(board)
    return grid, _distances(grid)


def sum_distances(away: Mapping[int, int], boxes: int) -> int:
    """Return the sum of each box's distance to the nearest goal."""
    return sum(away.get(box, INFINITE) for box in bits(boxes))


def solution_to(node: _Node, came_by: CameBy, level: Level) -> str:
    """Return the LURD of the pushes by which a search came to a node."""
    grid, _ = grid_and_distances(level.board)
    direction = dict(zip(grid.steps, Direction, strict=True))
    path = []
    while (came := came_by[node]) is not None:
        node, before, landing = came
        [square] = grid.squares(before)
        path.append(Push(square, direction[landing.bit_length() - before.bit_length()]))
    return push_path_lurd(level, path[::-1])
