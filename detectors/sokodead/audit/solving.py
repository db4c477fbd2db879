"""Quick best-first search for any solution."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from sokospec.board import Direction, Level
from sokospec.certificates.grid import Grid, bits, shift
from sokospec.oracle.search import push_path_lurd
from sokospec.rules import Push

INFINITE = 1_000
"""The distance of a box that reaches no goal."""


class Attempt(NamedTuple):
    """A solution as LURD, or the closest approach, and whether all states were searched.

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
    grid = Grid(level.board)
    away = distances(grid)
    boxes = grid.mask(level.boxes)
    start = (boxes, grid.reachable(grid.mask([level.player]), boxes))
    left = sum(away.get(box, INFINITE) for box in bits(boxes))
    came_by: dict[tuple[int, int], tuple[tuple[int, int], int, int] | None] = {start: None}
    queue = [(left, 0, start)]
    nearest = left
    expanded = 0
    while queue:
        left, _, node = heappop(queue)
        nearest = min(nearest, left)
        if not left:
            return Attempt(_lurd(level, grid, came_by, node), 0, complete=False)
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


def distances(grid: Grid) -> dict[int, int]:
    """Return the pushes from each square to the nearest goal, ignoring the player's position."""
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


def _lurd(
    level: Level,
    grid: Grid,
    came_by: dict[tuple[int, int], tuple[tuple[int, int], int, int] | None],
    node: tuple[int, int],
) -> str:
    direction = dict(zip(grid.steps, Direction, strict=True))
    path = []
    while (came := came_by[node]) is not None:
        node, before, landing = came
        [square] = grid.squares(before)
        path.append(Push(square, direction[landing.bit_length() - before.bit_length()]))
    return push_path_lurd(level, path[::-1])
